// A 404 for a request that names several things does not prove that all of them are gone.
import { InProcessStack } from '../support/inProcessStack';

describe('a bulk delete whose reply was lost and whose retry gets 404', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('deletes the volumes that still exist if somebody else removed another permanently', async () => {
    const disk = { size: 10, type: 'NVMe', locationCode: 'FIN-01', deletePermanently: true };
    const disks = await Promise.all(
      ['a', 'b', 'c'].map((name) => stack.up('volume', name, { ...disk, name })),
    );
    await stack.cloud.volumes.delete(disks[1]?.id ?? '', { isPermanent: true });
    stack.emulator.clock.advance(60_000);
    const bulk = { operation: 'PUT /v1/volumes', action: 'delete', kind: 'status' } as const;
    stack.emulator.control.faults.add({ ...bulk, status: 502 });
    // The cloud no longer has the deleted volume, so it refuses the whole request.
    stack.emulator.control.faults.add({ ...bulk, status: 404, skip: 1 });
    await Promise.all(disks.map((each) => each.delete()));
    stack.emulator.clock.advance(60_000);
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });
});
