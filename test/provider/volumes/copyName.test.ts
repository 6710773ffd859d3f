// A copy cannot have tags in its order, so it gets a pending name first. Later it gets the name that the program
// declares.
import { InProcessStack } from '../support/inProcessStack';

const DISK = { size: 50, type: 'NVMe', locationCode: 'FIN-01' };

describe('a copied volume whose renaming failed', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it.each([
    ['an automatic name', undefined],
    ['a name of the program', 'results'],
  ])('gets %s at the next up, also after a refresh', async (_what, name) => {
    const source = await stack.up('volume', 'source', DISK);
    const args = { ...DISK, sourceVolumeId: source.id, ...(name && { name }) };
    const copy = stack.resource('volume', 'copy', args);
    stack.emulator.control.faults.add({
      ...{ operation: 'PUT /v1/volumes', action: 'rename', kind: 'status', status: 403 },
    });
    await expect(copy.create()).rejects.toThrow('403');
    const wanted = String(copy.inputs['name']);
    await copy.refresh();
    expect(copy.inputs).toMatchObject({ name: wanted });
    await copy.update(args);
    expect(await stack.cloud.volumes.get(copy.id)).toMatchObject({ name: wanted });
    expect(copy.outputs).toMatchObject({ name: wanted });
    await copy.refresh();
    expect(await copy.diff()).toMatchObject({ changes: false });
  });
});
