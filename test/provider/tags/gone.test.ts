import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

describe('the diff of a tag that is gone', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('replaces a tag that somebody has removed', async () => {
    const volume = await stack.up('volume', 'data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' });
    const args = { resourceType: 'volume', resourceId: volume.id, key: 'team', value: 'ml' };
    const tag = await stack.up('tag', 'it', args);
    const { tags } = await stack.cloud.volumes.get(volume.id);
    await stack.cloud.tags.remove('volumes', volume.id, tags.find(({ key }) => key === 'team')?.id ?? '');
    await stack.clock.sleep(60_000);
    stack.newProcess();
    expect(await tag.diff()).toMatchObject({ changes: true, deleteBeforeReplace: true });
  });
});
