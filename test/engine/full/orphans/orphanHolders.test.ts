// The machine of an interrupted run is attached to a volume of the program.
import type { Emulator } from 'cloud-compute-emulator';
import type { CloudComputeClient } from '../../../../api';
import { InterruptibleStack } from '../../support/stacks/interruptibleStack';
import { startCloud } from '../../support/testCloud';

jest.setTimeout(600_000);

const program = (suffix = '') => `
  const data = new cc.Volume('data${suffix}', { name: 'data${suffix}', size: 10, type: 'NVMe', locationCode: 'FIN-01' });
  new cc.Instance('trainer${suffix}', {
    hostname: 'trainer${suffix}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
    osVolume: { name: 'trainer${suffix}-os', size: 50 }, existingVolumes: [data.id],
  });`;

let emulator: Emulator;
let cloud: CloudComputeClient;
let close: () => Promise<void>;
let stack: InterruptibleStack;

beforeEach(async () => {
  ({ emulator, cloud, close } = await startCloud());
  stack = await InterruptibleStack.create(emulator.url, program());
});

afterEach(async () => {
  await stack.dispose();
  await close();
});

/** Orders the machine with the volume, and kills the engine before the reply arrives. */
async function interruptTheDeploy(): Promise<string> {
  const held = emulator.control.faults.add({
    ...{ kind: 'delay', operation: 'deployInstance', when: 'after', milliseconds: 1_500 },
  });
  const hasCome = () => emulator.control.faults.list().some(({ id, struck }) => id === held && struck === 1);
  await stack.interruptUp('kill both', hasCome);
  emulator.control.faults.clear();
  expect((await stack.resources()).map(({ urn }) => urn.split('::').at(-1))).toEqual(['data']);
  const [machine] = await cloud.instances.list();
  return machine?.id ?? '';
}

const billed = async (): Promise<string[]> => {
  const [instances, volumes] = await Promise.all([cloud.instances.list(), cloud.volumes.list()]);
  return [...instances.map(({ hostname }) => hostname), ...volumes.map(({ name }) => name)].sort();
};

describe('a machine that an interrupted run has left with a volume of the program', () => {
  it('does not block destroy, which leaves nothing that is billed', async () => {
    const orphan = await interruptTheDeploy();
    expect(await stack.destroy()).toContain(orphan);
    expect(await billed()).toEqual([]);
  });

  it('does not block the first up after a rename of both, and is named', async () => {
    const orphan = await interruptTheDeploy();
    await stack.program(program('-2'));
    expect(await stack.up()).toContain(orphan);
    expect(await billed()).toEqual(['data-2', 'trainer', 'trainer-2', 'trainer-2-os', 'trainer-os']);
    await stack.destroy();
    expect(await billed()).toEqual([]);
  });
});
