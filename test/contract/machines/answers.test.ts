import type { Cluster } from '#contract';
import { startEmulator } from 'cloud-compute-emulator';
import { utils } from 'ssh2';
import { machine, refusal } from '../support/caller';
import { signIn } from '../snapshot/folder';
import { dial, logIn, newKey } from '../support/machineClients';
import { times, useMachines } from '../support/useMachines';

describe('machines that answer', () => {
  const machines = useMachines();
  const { cloud, key, ssh, http, target } = machines;

  test('have loopback addresses of their own, and nothing listens there before they have booted', async () => {
    const [first, second] = [await machines.started(), await machines.started()];
    for (const { ip, private_ip } of [first, second]) {
      expect(ip).toMatch(/^127\.(6[4-9]|[7-9]\d)\.\d+\.\d+$/);
      expect(private_ip).toMatch(/^127\.(9[6-9]|1[01]\d|12[0-7])\.\d+\.\d+$/);
    }
    expect(new Set([first.ip, first.private_ip, second.ip, second.private_ip]).size).toBe(4);
    cloud.pass(times.bootSeconds - 1);
    expect(await dial(ssh(second))).toBe('ECONNREFUSED');
    expect(await dial(http(second))).toBe('ECONNREFUSED');
    cloud.pass(1);
    for (const address of [second.ip, second.private_ip])
      for (const port of ['ssh', 'http'] as const) expect(await dial(target(address, port))).toBe('open');
  });

  test('boot by the time of a clock that runs, too', async () => {
    const instance = await machines.started();
    cloud.emulator.clock.resume();
    cloud.emulator.clock.scale = 1000;
    while ((await dial(ssh(instance))) !== 'open')
      expect((await cloud.owner.get('/v1/locations')).status).toBe(200);
  });

  test('answer HTTP with a short text', async () => {
    const { host, port } = http(await machines.booted());
    const reply = await fetch(`http://${host}:${port}/health`);
    expect({ status: reply.status, text: await reply.text() }).toEqual({
      status: 200,
      text: expect.stringMatching(/^trainer answers/) as string,
    });
  });

  test.each([
    ['ed25519', utils.generateKeyPairSync('ed25519')],
    ['rsa', utils.generateKeyPairSync('rsa', { bits: 2048 })],
    ['ecdsa', utils.generateKeyPairSync('ecdsa', { bits: 521 })],
  ])('accept the key that they were deployed with, for any user: %s', async (_, pair) => {
    const instance = await machines.booted({
      ssh_key_ids: [await machines.keyId(`${pair.public} me@laptop`)],
    });
    for (const user of ['root', 'ubuntu']) {
      const session = await logIn(ssh(instance), pair, user);
      expect(await session.run('nvidia-smi')).toEqual({ exitCode: 0, stdout: '', stderr: '' });
      session.close();
    }
  });

  test('refuse every other key, also a key that the project got later', async () => {
    const [later, unknown] = [newKey(), newKey()];
    const instance = await machines.booted();
    await machines.keyId(later.public);
    for (const wrong of [later, unknown])
      await expect(logIn(ssh(instance), wrong)).rejects.toThrow('authentication methods failed');
  });

  test('accept their key also when the project has deleted it, but no key that is none', async () => {
    const ids = [await machines.keyId('nonsense'), await machines.keyId()];
    const instance = await machines.booted({ ssh_key_ids: ids });
    await cloud.owner.delete('/v1/ssh-keys', { keys: ids });
    (await logIn(ssh(instance), key)).close();
    const without = await machines.booted({ ssh_key_ids: [] });
    await expect(logIn(ssh(without), key)).rejects.toThrow('authentication methods failed');
  });

  test('end their connections when they are off, and have the same host key when they are on again', async () => {
    const instance = await machines.booted();
    const session = await logIn(ssh(instance), key);
    const { ended, hostKey } = session;
    await cloud.owner.act('shutdown', instance.id);
    cloud.pass(times.provisioningSeconds);
    await ended;
    expect(await dial(ssh(instance))).toBe('ECONNREFUSED');
    expect(await dial(http(instance))).toBe('ECONNREFUSED');
    await cloud.owner.act('start', instance.id);
    cloud.pass(times.startSeconds);
    expect(await cloud.owner.readInstance(instance.id)).toMatchObject({ status: 'running', ip: instance.ip });
    expect(await dial(ssh(instance))).toBe('ECONNREFUSED');
    cloud.pass(times.bootSeconds);
    const again = await logIn(ssh(instance), key);
    expect(again.hostKey).toBe(hostKey);
    again.close();
    const other = await logIn(ssh(await machines.booted()), key);
    expect(other.hostKey).not.toBe(hostKey);
    other.close();
  });

  test.each(['deleted', 'evicted'])('do not answer once they are %s', async (how) => {
    const instance = await machines.booted({ is_spot: true });
    const { ended } = await logIn(ssh(instance), key);
    if (how === 'evicted') cloud.emulator.control.evict(instance.id);
    else await cloud.owner.act('delete', instance.id);
    await ended;
    expect(await dial(ssh(instance))).toBe('ECONNREFUSED');
  });

  test('are the jump hosts of clusters, too, with the power of that node', async () => {
    const id = await cloud.owner.cluster({ ssh_key_ids: [await machines.keyId()] });
    cloud.pass(600);
    const { ip, jump_host } = (await cloud.owner.get<Cluster>(`/v1/clusters/${id}`)).body;
    const act = (action: string) =>
      cloud.owner.post(`/v1/clusters/${id}/nodes/${jump_host?.id ?? ''}/actions`, { action });
    expect(await dial(http({ ip }))).toBe('open');
    const session = await logIn(ssh({ ip }), key);
    cloud.emulator.control.machines.setResult({ machine: id, stdout: 'jump\n' });
    expect((await session.run('hostname')).stdout).toBe('jump\n');
    const { ended: off } = session;
    await act('force_shutdown');
    cloud.pass(600);
    await off;
    await act('boot');
    cloud.pass(times.startSeconds);
    expect(await dial(ssh({ ip }))).toBe('ECONNREFUSED');
    cloud.pass(times.bootSeconds);
    const { ended } = await logIn(ssh({ ip }), key);
    await cloud.owner.put('/v1/clusters', { actions: [{ action: 'discontinue', id }] });
    await ended;
    expect(await dial(ssh({ ip }))).toBe('ECONNREFUSED');
  });

  test('end with the emulator, with the connections that are open', async () => {
    const instance = await machines.booted();
    const { ended } = await logIn(ssh(instance), key);
    await cloud.emulator.close();
    await ended;
    expect(await dial(ssh(instance))).toBe('ECONNREFUSED');
  });

  test('have other addresses than the machines of another emulator on the same computer', async () => {
    const other = await startEmulator({ machinesAnswer: true, rateLimits: false });
    try {
      await (await signIn(other)).instance();
      other.clock.advance(600_000);
      const own = await machines.booted();
      const [theirs] = other.control.machines.list();
      expect(theirs?.privateIp).toMatch(/^127\./);
      expect([theirs?.ip, theirs?.privateIp]).not.toContain(own.ip);
      expect(await dial(ssh(own))).toBe('open');
    } finally {
      await other.close();
    }
  });
});

describe('outside of Linux', () => {
  const { platform } = process;
  beforeAll(() => Object.defineProperty(process, 'platform', { value: 'darwin' }));
  afterAll(() => Object.defineProperty(process, 'platform', { value: platform }));
  const machines = useMachines({ machinePorts: { ssh: 22_022, http: 28_080 } });

  test('one machine at a time answers, at 127.0.0.1', async () => {
    const instance = await machines.booted();
    expect(instance).toMatchObject({ ip: '127.0.0.1', private_ip: '127.0.0.1' });
    expect(machines.ssh(instance)).toEqual({ host: '127.0.0.1', port: 22_022 });
    (await logIn(machines.ssh(instance), machines.key)).close();
    const { owner } = machines.cloud;
    expect(await owner.post('/v1/instances', machine())).toMatchObject(
      refusal(503, 'service_unavailable', /^There is no capacity for a second machine that answers/),
    );
    await owner.act('delete', instance.id);
    machines.cloud.pass(600);
    const next = await machines.booted();
    expect(next.ip).toBe('127.0.0.1');
    expect(await dial(machines.http(next))).toBe('open');
  });
});

describe('the option', () => {
  test('is refused where other computers reach the emulator, as in a container', async () => {
    await expect(startEmulator({ machinesAnswer: true, host: '0.0.0.0' })).rejects.toThrow(
      /^Machines answer \(--machines-answer\) only on loopback .* listens on 0\.0\.0\.0\. .* in the container image/,
    );
  });

  test('is required for the ports of machines, which must differ and be free', async () => {
    await expect(startEmulator({ machinePorts: { ssh: 2222 } })).rejects.toThrow('need machines that answer');
    const same = { machinesAnswer: true, machinePorts: { ssh: 2222, http: 2222 } };
    await expect(startEmulator(same)).rejects.toThrow('Machines need two ports, but both are 2222');
    const emulator = await startEmulator();
    const taken = Number(new URL(emulator.url).port);
    const { platform } = process;
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    const started = startEmulator({ machinesAnswer: true, machinePorts: { ssh: taken } });
    await expect(started).rejects.toThrow(`Machines cannot answer on port ${taken}: another program has it`);
    Object.defineProperty(process, 'platform', { value: platform });
    await emulator.close();
  });

  test('is off by default', async () => {
    const emulator = await startEmulator();
    expect(emulator.machinePorts).toBeUndefined();
    expect(() => emulator.control.machines.list()).toThrow('do not answer. Start it with --machines-answer');
    await emulator.close();
  });
});
