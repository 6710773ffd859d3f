// The orphans of interrupted runs are deleted with the stack, whatever the number of their volumes.
import { InProcessStack } from './inProcessStack';

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
};

describe('an orphan of an interrupted run', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const volumes = async () => (await stack.cloud.volumes.list()).map(({ name }) => name).sort();

  it('is deleted with its created volumes, but without its more than ten attached volumes', async () => {
    const given = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        stack.cloud.volumes.create({
          ...{ name: `given-${index}`, size: 10, type: 'NVMe', location_code: 'FIN-01' },
        }),
      ),
    );
    stack.emulator.clock.advance(60_000);
    await stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: given });
    expect(await stack.cloud.volumes.list()).toHaveLength(16);
    await stack.deleteOwner();
    expect(await stack.cloud.instances.list()).toEqual([]);
    expect((await stack.cloud.volumes.list()).map(({ id }) => id).sort()).toEqual(given.sort());
  });

  it('returns to the trash that it was restored from, with its data', async () => {
    const id = await stack.cloud.volumes.create({
      ...{ name: 'archive', size: 10, type: 'NVMe', location_code: 'FIN-01' },
    });
    stack.emulator.clock.advance(60_000);
    await stack.cloud.volumes.delete(id);
    stack.emulator.clock.advance(60_000);
    const disk = { name: 'archive', size: 10, type: 'NVMe', locationCode: 'FIN-01', restoreVolumeId: id };
    await stack.up('volume', 'archive', disk);
    expect(await volumes()).toEqual(['archive']);
    await stack.deleteOwner();
    stack.emulator.clock.advance(60_000);
    expect(await volumes()).toEqual([]);
    expect((await stack.cloud.volumes.trash()).map((one) => one.id)).toEqual([id]);
  });

  it('is replaced if the program differs, and its data can be restored, because it may have been in use', async () => {
    const { id } = await stack.up('instance', 'trainer', MACHINE);
    stack.emulator.clock.advance(60_000);
    stack.newProcess();
    const edited = await stack.up('instance', 'trainer', { ...MACHINE, locationCode: 'FIN-02' });
    expect(edited.id).not.toBe(id);
    expect((await stack.cloud.instances.list()).map((machine) => machine.id)).toEqual([edited.id]);
    expect(await volumes()).toEqual(['scratch', 'trainer-os']);
    expect((await stack.cloud.volumes.trash()).map(({ name }) => name).sort()).toEqual([
      'scratch',
      'trainer-os',
    ]);
  });
});
