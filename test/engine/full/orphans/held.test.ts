// What a named machine or cluster holds is billed too: it is named with it, in one block with one sum.
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { InterruptibleStack } from '../../support/stacks/interruptibleStack';
import { pluginTest } from '../../support/stacks/pluginTest';

jest.setTimeout(600_000);

const test = pluginTest({ timeScale: 100, balance: 1_000_000 });

const DOORS = [
  ['dynamic', (text: string) => InterruptibleStack.create(test.emulator.url, text)],
  ['native', (text: string) => test.deploy(text)],
] as const;

const DISK = `new cc.Volume('data', { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' });`;
const program = (key: string) => `${DISK}
  new cc.Instance('trainer', {
    hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  });
  new cc.Cluster('cluster', {
    hostname: 'cluster', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', locationCode: 'FIN-01',
    sshKeyIds: ['${key}'], sharedVolume: { name: 'shared', size: 20 },
  });`;

it.each(DOORS)(
  'the volumes of what an imported older state has lost are named with it: %s',
  async (_door, create) => {
    const key = await test.cloud.sshKeys.create({
      name: 'theirs',
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a',
    });
    const stack = await create(DISK);
    try {
      await stack.up();
      const state = path.join(stack.state, '.pulumi', 'stacks', 'test', 'dev.json');
      await copyFile(state, `${state}.older`);
      await stack.program(program(key));
      const counts = () => test.emulator.control.requests.counts();
      await stack.interruptUp('kill both', () =>
        ['deployInstance', 'deployCluster'].every((operation) => (counts()[operation] ?? 0) > 0),
      );
      await copyFile(`${state}.older`, state);
      await stack.program(DISK);
      const output = await stack.up();
      const [machine] = await test.cloud.instances.list();
      const [cluster] = await test.cloud.clusters.list();
      const volumes = await test.cloud.volumes.list({});
      for (const [noun, id] of [
        ['instance trainer', machine?.id ?? ''],
        ['cluster cluster', cluster?.id ?? ''],
      ] as const) {
        const block = new RegExp(
          `${noun} \\(${id}\\)[^\\n]*\\n((?:\\s+holds the [^\\n]*\\n)+)\\s+together [\\d.]+ per hour`,
        );
        const [, held = ''] = block.exec(output) ?? [];
        const own = volumes.filter(
          ({ name }) => name !== 'data' && name.startsWith(noun.split(' ')[1] ?? ''),
        );
        expect(own.length).toBeGreaterThan(0);
        for (const volume of own) expect(held).toContain(volume.id);
      }
    } finally {
      if (stack instanceof InterruptibleStack) await stack.dispose();
    }
  },
);
