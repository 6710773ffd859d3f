import type { Instance } from '#contract';
import { Caller, refusal } from '../support/caller';
import { dial, logIn } from '../support/machineClients';
import { times, useMachines } from '../support/useMachines';
import type { Finished, Session } from '../support/machineClients';

const waitForScript = "sh -c 'command -v cloud-init && cloud-init status --wait >/dev/null; exit $?'";
const answer = (fields: Partial<Finished> = {}): Finished => ({
  exitCode: 0,
  stdout: '',
  stderr: '',
  ...fields,
});

describe('a command on a machine that answers', () => {
  const machines = useMachines();
  const { cloud, key, ssh } = machines;
  const control = () => new Caller(`${cloud.emulator.url}/_emulator`);
  const sessions: Session[] = [];
  const session = async (instance: Instance): Promise<Session> => {
    const opened = await logIn(ssh(instance), key);
    sessions.push(opened);
    return opened;
  };
  const withScript = async (): Promise<Instance> =>
    machines.booted({ startup_script_id: await machines.scriptId() });

  afterEach(() => {
    for (const opened of sessions.splice(0)) opened.close();
  });

  /** Waits until so many commands have arrived. */
  const arrived = async (count: number): Promise<void> => {
    while (cloud.emulator.control.requests.list().filter(({ command }) => command).length < count)
      await cloud.owner.get('/v1/locations');
  };

  test('is executed nowhere, ends with 0, and is in the log of requests, but not counted', async () => {
    const instance = await machines.booted();
    const before = cloud.emulator.control.requests.counts();
    expect(await (await session(instance)).run('touch /tmp/made')).toEqual(answer());
    const { body } = await control().get<{ requests: object[] }>('/requests');
    expect(body.requests.at(-1)).toEqual({
      at: expect.any(String) as string,
      method: 'SSH',
      url: `ssh://root@${instance.ip ?? ''}:${ssh(instance).port}`,
      status: null,
      milliseconds: expect.any(Number) as number,
      command: { machineId: instance.id, user: 'root', text: 'touch /tmp/made', exitCode: 0 },
    });
    expect(cloud.emulator.control.requests.counts()).toEqual(before);
  });

  test('that waits for cloud-init ends with the time of the startup script', async () => {
    const shell = await session(await withScript());
    const waiting = shell.run(waitForScript);
    await arrived(1);
    cloud.pass(times.scriptSeconds - 1);
    expect(await shell.run('cloud-init status')).toEqual(answer({ stdout: 'status: running\n' }));
    expect(cloud.emulator.control.requests.list().map(({ command }) => command?.exitCode)).toContain(null);
    cloud.pass(1);
    expect(await waiting).toEqual(answer({ stdout: 'status: done\n' }));
  });

  test('does not wait without a startup script, and after the first boot', async () => {
    const done = answer({ stdout: 'status: done\n' });
    expect(await (await session(await machines.booted())).run(waitForScript)).toEqual(done);
    const instance = await withScript();
    await cloud.owner.act('shutdown', instance.id);
    cloud.pass(600);
    await cloud.owner.act('start', instance.id);
    cloud.pass(times.startSeconds + times.bootSeconds);
    expect(await (await session(instance)).run(waitForScript)).toEqual(done);
  });

  test('that waits is not answered any more when the machine is deleted', async () => {
    const instance = await withScript();
    const waiting = (await session(instance)).run(waitForScript);
    await arrived(1);
    await Promise.all([
      expect(waiting).rejects.toThrow('The connection ended'),
      cloud.owner.act('delete', instance.id),
    ]);
  });

  test('that waits may lose its connection: nobody is answered when the script ends', async () => {
    const instance = await withScript();
    const [shell, other] = [await session(instance), await session(instance)];
    const lost = [shell.run(waitForScript), other.run(waitForScript)].map((waiting) => waiting.catch(String));
    await arrived(2);
    shell.close();
    await lost[0];
    cloud.emulator.control.machines.setSsh(instance.id, false);
    expect(await Promise.all(lost)).toEqual(Array(2).fill('Error: The connection ended.'));
    cloud.emulator.control.machines.setSsh(instance.id, true);
    cloud.pass(times.scriptSeconds);
    const done = answer({ stdout: 'status: done\n' });
    expect(await (await session(instance)).run(waitForScript)).toEqual(done);
  });

  test('ends as the control API says: for all machines, for one, for a text', async () => {
    const [first, second] = [await machines.booted(), await machines.booted()];
    const { machines: controlled } = cloud.emulator.control;
    controlled.setResult({ stdout: 'all\n' });
    controlled.setResult({ machine: second.id, exitCode: 3, stderr: 'no such file\n' });
    expect(
      (await control().post('/machines/commands', { command: 'nvidia-smi', stdout: 'H100\n' })).status,
    ).toBe(204);
    const [on, other] = [await session(first), await session(second)];
    expect(await on.run('ls')).toEqual(answer({ stdout: 'all\n' }));
    expect(await other.run('ls')).toEqual(answer({ exitCode: 3, stderr: 'no such file\n' }));
    expect(await other.run('nvidia-smi -L')).toEqual(answer({ stdout: 'H100\n' }));
    expect(await on.run('cloud-init status --wait')).toEqual(answer({ stdout: 'status: done\n' }));
    expect((await control().delete('/machines/commands')).status).toBe(204);
    expect(await other.run('nvidia-smi -L')).toEqual(answer());
    expect(await control().post('/machines/commands', { exitCode: 256 })).toMatchObject(
      refusal(400, 'invalid_request', /exitCode/),
    );
  });

  test('that waits ends when the control API ends the script, with its exit code and log', async () => {
    const [first, second] = [await withScript(), await withScript()];
    const [on, other] = [await session(first), await session(second)];
    const waiting = [on.run(waitForScript), other.run(waitForScript)];
    await arrived(2);
    expect((await control().post('/machines/script', { machine: first.id })).status).toBe(204);
    expect(await waiting[0]).toEqual(answer({ stdout: 'status: done\n' }));
    cloud.emulator.control.machines.endScript(second.id, { exitCode: 1, output: 'E: no package' });
    expect(await waiting[1]).toEqual(answer({ exitCode: 1, stdout: 'status: error\nE: no package\n' }));
    expect(await control().post('/machines/script', { machine: 'none' })).toMatchObject(
      refusal(404, 'not_found', 'no instance and no cluster "none"'),
    );
  });

  test('fails with the log of the startup script under its fault, until the machine is started again', async () => {
    const log = 'E: Unable to locate package cuda';
    cloud.emulator.control.faults.add({ kind: 'scriptFailed', output: log });
    const instance = await withScript();
    const shell = await session(instance);
    const waiting = shell.run(waitForScript);
    await arrived(1);
    cloud.pass(times.scriptSeconds);
    const failed = answer({ exitCode: 1, stdout: `status: error\n${log}\n` });
    expect(await waiting).toEqual(failed);
    expect(await shell.run('cloud-init status --long')).toEqual(failed);
    const next = await session(await withScript());
    cloud.pass(times.scriptSeconds);
    expect(await next.run(waitForScript)).toEqual(answer({ stdout: 'status: done\n' }));
    expect(cloud.emulator.control.faults.list()).toMatchObject([{ struck: 1 }]);
  });

  test('ends with 2 and the text of the recoverable errors under a fault with that exit code', async () => {
    await control().post('/faults', { kind: 'scriptFailed', exitCode: 2, output: 'WARNING: a mirror' });
    const shell = await session(await withScript());
    cloud.pass(times.scriptSeconds);
    const done = answer({ exitCode: 2, stdout: 'status: done\nWARNING: a mirror\n' });
    expect(await shell.run(waitForScript)).toEqual(done);
    expect(await shell.run('cloud-init status --long')).toEqual(done);
  });

  test('reaches no machine whose SSH never answers: one, or all', async () => {
    cloud.emulator.control.faults.add({ kind: 'noSsh' });
    const [without, normal] = [await machines.booted(), await machines.booted()];
    expect(await dial(ssh(without))).toBe('ECONNREFUSED');
    expect(await dial(machines.http(without))).toBe('open');
    expect(await dial(ssh(normal))).toBe('open');
    cloud.emulator.control.faults.add({ kind: 'noSsh', times: 'always' });
    for (const instance of [await machines.booted(), await machines.booted()])
      expect(await dial(ssh(instance))).toBe('ECONNREFUSED');
  });

  test('reaches a machine as long as the control API lets its SSH answer', async () => {
    const instance = await machines.booted();
    const { ended } = await session(instance);
    expect((await control().put('/machines/ssh', { machine: instance.id, open: false })).status).toBe(204);
    await ended;
    expect(await dial(ssh(instance))).toBe('ECONNREFUSED');
    const { body } = await control().get<object[]>('/machines');
    expect(body).toMatchObject([
      { id: instance.id, ip: instance.ip, ports: { ssh: null }, scriptEnded: true },
    ]);
    cloud.emulator.control.machines.setSsh(instance.id, true);
    const { hostKey } = await session(instance);
    expect(cloud.emulator.control.machines.list()).toMatchObject([
      { hostKey, ports: cloud.emulator.machinePorts },
    ]);
  });
});
