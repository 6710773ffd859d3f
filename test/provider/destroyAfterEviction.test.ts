// `pulumi destroy` after a kill and an eviction: what was made goes, what the program wants kept stays.
import * as providers from '../../provider';
import { InProcessStack } from './inProcessStack';

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01' },
  ...{ isSpot: true, osVolume: { name: 'os', size: 60 } },
};
const SCRATCH = { name: 'scratch', size: 50, type: 'NVMe' } as const;

describe('a destroy', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(() => stack.stop());

  const namesLeft = async () => {
    await stack.clock.sleep(60_000);
    return (await stack.cloud.volumes.list()).map(({ name }) => name).sort();
  };

  it('moves the volumes to the trash that an evicted machine of an interrupted run left', async () => {
    const { id } = await stack.up('instance', 'trainer', { ...MACHINE, volumes: [SCRATCH] });
    stack.emulator.control.evict(id);
    expect(await namesLeft()).toEqual(['os', 'scratch']);
    await stack.deleteOwner();
    expect(await namesLeft()).toEqual([]);
    expect((await stack.cloud.volumes.trash()).map(({ name }) => name).sort()).toEqual(['os', 'scratch']);
  });

  it('leaves an operating-system volume that somebody uses meanwhile', async () => {
    const { id } = await stack.up('instance', 'trainer', MACHINE);
    const image = (await stack.cloud.instances.get(id)).os_volume_id ?? '';
    stack.emulator.control.evict(id);
    await stack.clock.sleep(60_000);
    await stack.cloud.instances.deploy({
      ...{ hostname: 'theirs', description: 'theirs', instance_type: 'CPU.4V.16G' },
      ...{ image, location_code: 'FIN-01' },
    });
    await stack.clock.sleep(300_000);
    await stack.deleteOwner();
    expect(await namesLeft()).toEqual(['os']);
  });

  it.each([
    ['deleted', false],
    ['evicted', true],
  ])(
    'leaves the volumes of a machine that is %s and keeps them, though a killed run left its tags on',
    async (_word, evict) => {
      const machine = await stack.up('instance', 'trainer', {
        ...{ ...MACHINE, volumes: [SCRATCH], keepVolumes: true },
      });
      const owner = String(machine.inputs['__owner']);
      if (evict) stack.emulator.control.evict(machine.id);
      stack.newProcess();
      await machine.delete();
      await providers.owner.delete(owner, { owner, stack: 'urn:pulumi:dev::test' });
      expect(await namesLeft()).toEqual(['os', 'scratch']);
    },
  );

  it('leaves the volumes that an earlier run kept, though a killed run before it left its tags on', async () => {
    const machine = await stack.up('instance', 'trainer', {
      ...{ ...MACHINE, volumes: [SCRATCH], keepVolumes: true },
    });
    stack.newProcess();
    await machine.delete();
    await stack.clock.sleep(3_600_000);
    await stack.deleteOwner();
    expect(await namesLeft()).toEqual(['os', 'scratch']);
  });
});
