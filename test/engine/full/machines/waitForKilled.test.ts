// A run is killed while it waits for the conditions of a machine: the next one takes the machine over, and waits.
import { utils } from 'ssh2';
import { everythingIn } from '../../support/lifecycle';
import { InterruptibleStack } from '../../support/stacks/interruptibleStack';
import { pluginTest } from '../../support/stacks/pluginTest';

jest.setTimeout(300_000);

const test = pluginTest({
  machinesAnswer: true,
  machinePorts: { ssh: 2222, http: 8000 },
  balance: 1_000_000,
});

const DOORS = [
  ['dynamic', (text: string) => InterruptibleStack.create(test.emulator.url, text)],
  ['native', (text: string) => test.deploy(text)],
] as const;

const laptop = utils.generateKeyPairSync('ed25519');
const PROGRAM = `
  const me = new cc.SshKey('me', { name: 'me', key: ${JSON.stringify(laptop.public)} });
  new cc.Instance('trainer', {
    hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', sshKeyIds: [me.id],
    waitFor: [{ ssh: { port: 2222, privateKey: ${JSON.stringify(laptop.private)}, command: 'true' } }],
  });`;

it.each(DOORS)('the next up takes over the machine and waits (%s)', async (_door, create) => {
  const { control } = test.emulator;
  control.faults.add({ kind: 'noSsh' });
  const stack = await create(PROGRAM);
  try {
    const isAwaited = () => control.machines.list().some(({ ports: { http } }) => http !== null);
    await stack.interruptUp('kill both', isAwaited);
    const [killed] = await test.cloud.instances.list();
    expect(killed?.status).toBe('running');
    control.machines.setSsh(String(killed?.id), true);
    const before = control.requests.list().filter(({ method }) => method === 'SSH').length;
    await stack.up();
    expect(control.requests.list().filter(({ method }) => method === 'SSH').length).toBeGreaterThan(before);
    expect((await test.cloud.instances.list()).map(({ id }) => id)).toEqual([killed?.id]);
    const inState = (await stack.resources()).filter(({ type }) => type.endsWith('Instance'));
    expect(inState.map(({ id }) => id)).toEqual([killed?.id]);
    await stack.destroy();
    expect(await everythingIn(test.cloud)).toEqual([]);
  } finally {
    if (stack instanceof InterruptibleStack) await stack.dispose();
  }
});
