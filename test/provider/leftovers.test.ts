// What interrupted runs left behind goes with the stack, however many volumes it was given and wherever it came from.
import { Laptop } from './cloud';

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
};

describe('an orphan of an interrupted run', () => {
  let laptop: Laptop;

  beforeEach(async () => {
    laptop = await Laptop.start();
  });

  afterEach(async () => {
    await laptop.stop();
  });

  const volumes = async () => (await laptop.cloud.volumes.list()).map(({ name }) => name).sort();

  it('is deleted with its created volumes, and leaves more than ten attached ones', async () => {
    const given = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        laptop.cloud.volumes.create({
          ...{ name: `given-${index}`, size: 10, type: 'NVMe', location_code: 'FIN-01' },
        }),
      ),
    );
    laptop.emulator.clock.advance(60_000);
    await laptop.up('instance', 'trainer', { ...MACHINE, existingVolumes: given });
    expect(await laptop.cloud.volumes.list()).toHaveLength(16);
    await laptop.deleteOwner();
    expect(await laptop.cloud.instances.list()).toEqual([]);
    expect((await laptop.cloud.volumes.list()).map(({ id }) => id).sort()).toEqual(given.sort());
  });

  it('returns to the trash that it was restored from, with its data', async () => {
    const id = await laptop.cloud.volumes.create({
      ...{ name: 'archive', size: 10, type: 'NVMe', location_code: 'FIN-01' },
    });
    laptop.emulator.clock.advance(60_000);
    await laptop.cloud.volumes.delete(id);
    laptop.emulator.clock.advance(60_000);
    const disk = { name: 'archive', size: 10, type: 'NVMe', locationCode: 'FIN-01', restoreVolumeId: id };
    await laptop.up('volume', 'archive', disk);
    expect(await volumes()).toEqual(['archive']);
    await laptop.deleteOwner();
    laptop.emulator.clock.advance(60_000);
    expect(await volumes()).toEqual([]);
    expect((await laptop.cloud.volumes.trash()).map((one) => one.id)).toEqual([id]);
  });

  it('is replaced by the present program, and its data can be restored: a replacement may find it in use', async () => {
    const { id } = await laptop.up('instance', 'trainer', MACHINE);
    laptop.emulator.clock.advance(60_000);
    laptop.newProcess();
    const edited = await laptop.up('instance', 'trainer', { ...MACHINE, locationCode: 'FIN-02' });
    expect(edited.id).not.toBe(id);
    expect((await laptop.cloud.instances.list()).map((machine) => machine.id)).toEqual([edited.id]);
    expect(await volumes()).toEqual(['scratch', 'trainer-os']);
    expect((await laptop.cloud.volumes.trash()).map(({ name }) => name).sort()).toEqual([
      'scratch',
      'trainer-os',
    ]);
  });
});
