// What interrupted runs left behind goes with the stack, however many volumes it was given and wherever it came from.
import { Laptop } from './cloud';

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
};

describe('what an interrupted run left behind', () => {
  let laptop: Laptop;

  beforeEach(async () => {
    laptop = await Laptop.start();
  });

  afterEach(async () => {
    await laptop.stop();
  });

  const volumes = async () => (await laptop.cloud.volumes.list()).map(({ name }) => name).sort();

  it('goes with its own volumes, and leaves all those that it was given, more than ten', async () => {
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

  it('goes back to the trash that it came from, with what it holds', async () => {
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

  it('gives way to what the program says now, and its data can be had back: a replacement may find it in use', async () => {
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
