// The plugin is killed while it creates unbilled things. The next `up` takes them over, and `destroy` leaves none.
import { InterruptibleStack } from '../../support/stacks/interruptibleStack';
import type { PluginStack } from '../../support/stacks/pluginStack';
import { pluginTest } from '../../support/stacks/pluginTest';

jest.setTimeout(600_000);

const test = pluginTest({ timeScale: 100 });
const CREATES = ['createSshKey', 'createScript', 'createInstanceGroup'];

const program = (edition: number, more = '') => `
  ${more}
  new cc.SshKey('key-${edition}', {
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a'
  }, opts);
  new cc.StartupScript('boot-${edition}', { script: '#!/bin/sh\\ntrue\\n' }, opts);
  new cc.InstanceGroup('fleet-${edition}', {
    name: 'fleet-${edition}', locationCode: 'FIN-01', instanceType: 'CPU.4V.16G',
    template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
  }, opts);`;

const DOORS = [
  ['dynamic', (text: string) => InterruptibleStack.create(test.emulator.url, text), 'const opts = {};'],
  [
    'native',
    (text: string) => test.deploy(text),
    "const opts = { dependsOn: new cc.OrphanRemoval('removal', {}) };",
  ],
] as const;

const made = async () => {
  const { sshKeys, scripts, instanceGroups } = test.cloud;
  const all = await Promise.all([sshKeys.list(), scripts.list({}), instanceGroups.list()]);
  return all.map((list) => list.map(({ id }) => id));
};

it.each(DOORS)('are taken over by up, and removed by destroy: %s', async (_door, create, opts) => {
  const stack: InterruptibleStack | PluginStack = await create(program(0, opts));
  try {
    const kill = async () => {
      const { faults } = test.emulator.control;
      const held = CREATES.map((operation) =>
        faults.add({ kind: 'delay', when: 'after', milliseconds: 3_000, operation, times: 1 }),
      );
      const haveArrived = () =>
        held.every((id) => faults.list().some((one) => one.id === id && one.struck === 1));
      await stack.interruptUp('kill both', haveArrived);
    };
    await kill();
    const first = await made();
    expect(first.map(({ length }) => length)).toEqual([1, 1, 1]);
    const output = await stack.up();
    expect(await made()).toEqual(first);
    expect(new Set(output.match(/Took over the [^,]+/g)).size).toBe(3);
    await stack.program(program(1, opts));
    await kill();
    expect((await made()).map(({ length }) => length)).toEqual([2, 2, 2]);
    await stack.destroy();
    expect(await made()).toEqual([[], [], []]);
  } finally {
    if (stack instanceof InterruptibleStack) await stack.dispose();
  }
});
