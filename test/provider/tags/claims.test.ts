import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const DISK = { name: 'theirs', size: 50, type: 'NVMe', locationCode: 'FIN-01' };

describe('the delete of an older state', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('keeps a tag that another resource of the program has set since', async () => {
    const data = await stack.up('volume', 'data', DISK);
    const args = { resourceType: 'volume', resourceId: data.id, key: 'Stage', value: 'test' };
    const old = await stack.up('tag', 'old', args);
    stack.newProcess();
    const renamed = await stack.up('tag', 'new', { ...args, value: 'live' });
    await old.delete();
    expect(await renamed.refresh()).toBe(true);
    expect((await stack.cloud.volumes.get(data.id)).tags).toContainEqual(
      expect.objectContaining({ key: 'stage', value: 'live' }),
    );
    await renamed.delete();
    expect(await renamed.refresh()).toBe(false);
  });
});
