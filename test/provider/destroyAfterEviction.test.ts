// `pulumi destroy` after a kill and an eviction: what was made goes, what the program wants kept stays.
import * as providers from '../../provider';
import { Laptop } from './cloud';

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01' },
  ...{ isSpot: true, osVolume: { name: 'os', size: 60 } },
};
const SCRATCH = { name: 'scratch', size: 50, type: 'NVMe' } as const;

describe('a destroy', () => {
  let laptop: Laptop;

  beforeEach(async () => {
    laptop = await Laptop.start();
  });

  afterEach(() => laptop.stop());

  const namesLeft = async () => {
    await laptop.clock.sleep(60_000);
    return (await laptop.cloud.volumes.list()).map(({ name }) => name).sort();
  };

  it('moves the volumes to the trash that an evicted machine of an interrupted run left', async () => {
    const { id } = await laptop.up('instance', 'trainer', { ...MACHINE, volumes: [SCRATCH] });
    laptop.emulator.control.evict(id);
    expect(await namesLeft()).toEqual(['os', 'scratch']);
    await laptop.deleteOwner();
    expect(await namesLeft()).toEqual([]);
    expect((await laptop.cloud.volumes.trash()).map(({ name }) => name).sort()).toEqual(['os', 'scratch']);
  });

  it('leaves an operating-system volume that somebody uses meanwhile', async () => {
    const { id } = await laptop.up('instance', 'trainer', MACHINE);
    const image = (await laptop.cloud.instances.get(id)).os_volume_id ?? '';
    laptop.emulator.control.evict(id);
    await laptop.clock.sleep(60_000);
    await laptop.cloud.instances.deploy({
      ...{ hostname: 'theirs', description: 'theirs', instance_type: 'CPU.4V.16G' },
      ...{ image, location_code: 'FIN-01' },
    });
    await laptop.clock.sleep(300_000);
    await laptop.deleteOwner();
    expect(await namesLeft()).toEqual(['os']);
  });

  it.each([
    ['deleted', false],
    ['evicted', true],
  ])(
    'leaves the volumes of a machine that is %s and keeps them, though a killed run left its tags on',
    async (_word, evict) => {
      const machine = await laptop.up('instance', 'trainer', {
        ...{ ...MACHINE, volumes: [SCRATCH], keepVolumes: true },
      });
      const owner = String(machine.inputs['__owner']);
      if (evict) laptop.emulator.control.evict(machine.id);
      laptop.newProcess();
      await machine.delete();
      await providers.owner.delete(owner, { owner, stack: 'urn:pulumi:dev::test' });
      expect(await namesLeft()).toEqual(['os', 'scratch']);
    },
  );
});
