// The orphans of interrupted runs are deleted with the stack, whatever the number of their volumes.
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

describe('a restored volume of an interrupted run', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const volumes = async () => (await stack.cloud.volumes.list()).map(({ name }) => name).sort();

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
});
