// Somebody changes the cloud after the check of a resource and before its create.
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const VOLUME = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };

describe('a create', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  const theirVolume = () =>
    stack.cloud.volumes.create({ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01' });

  it('adopts no volume that somebody has deleted', async () => {
    const id = await theirVolume();
    await stack.clock.sleep(60_000);
    const volume = stack.resource('volume', 'data', { ...VOLUME, adoptId: id });
    await expect(volume.create(() => stack.cloud.volumes.delete(id))).rejects.toThrow(
      `There is no volume with the id "${id}" to adopt (adoptId) in this project.`,
    );
    expect(volume.id).toBe('');
  });

  it('adopts no volume that somebody has grown, and says both sizes', async () => {
    const id = await theirVolume();
    await stack.clock.sleep(60_000);
    const volume = stack.resource('volume', 'data', { ...VOLUME, adoptId: id });
    const grow = () => stack.cloud.volumes.perform({ action: 'resize', id, size: 20 });
    await expect(volume.create(grow)).rejects.toThrow(
      `The volume ${id} does not match the program: size is 20 GB, the program says 10 GB.`,
    );
    expect((await stack.cloud.volumes.get(id)).size).toBe(20);
  });
});

describe('a protected resource of an interrupted run', () => {
  it('is kept and named if the program orders something else', async () => {
    const stack = await InProcessStack.start();
    try {
      const first = await stack.up('volume', 'data', { ...VOLUME, __keep: true });
      stack.newProcess();
      const next = stack.resource('volume', 'data', { ...VOLUME, locationCode: 'FIN-02', __keep: true });
      const said = await warnedBy(() => next.create());
      expect(said).toMatch(
        new RegExp(`${first.id}.*does not match the program.*kept because of retainOnDelete or protect`, 's'),
      );
      expect((await stack.cloud.volumes.list()).map(({ id, location }) => [id, location]).sort()).toEqual(
        [
          [first.id, 'FIN-01'],
          [next.id, 'FIN-02'],
        ].sort(),
      );
    } finally {
      await stack.stop();
    }
  });
});
