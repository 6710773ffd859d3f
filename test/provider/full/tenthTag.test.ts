// A resource can have ten tags. While the pending tag is one of them, the tenth tag of the program has to wait.
import { PENDING } from '../../../core/pendingTag';
import { LAG_MS } from '../../../core/orphans/intentLog';
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';

const TAGS = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`key-${index}`, `value-${index}`]));

describe('ten tags of the program', () => {
  let stack: InProcessStack;
  let volume: TestResource;
  const args = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01', tags: TAGS };

  beforeEach(async () => {
    stack = await InProcessStack.start();
    volume = await stack.up('volume', 'disk', args);
  });

  afterEach(async () => {
    await stack.stop();
  });

  const tags = async () => (await stack.cloud.volumes.get(volume.id)).tags;
  const removePendingTag = async () => {
    const pending = (await tags()).find(({ key }) => key === PENDING);
    await stack.cloud.tags.remove('volumes', volume.id, pending?.id ?? '');
  };

  it('all exist after the next `up`, which adds the tenth if the end of the last run could not', async () => {
    expect(await tags()).toHaveLength(10);
    // The program removes the pending tag; its request for the tenth tag fails.
    await removePendingTag();
    stack.newProcess();
    // Waits until lists show the new tags.
    await stack.clock.sleep(LAG_MS + 1_000);
    expect(await volume.diff()).toMatchObject({ changes: true, replaces: [] });
    await volume.update(args);
    expect(Object.fromEntries((await tags()).map(({ key, value }) => [key, value]))).toEqual(TAGS);
    stack.newProcess();
    expect(await volume.diff()).toMatchObject({ changes: false });
  });

  it('cause no change while the pending tag is the tenth tag', async () => {
    stack.newProcess();
    expect(await volume.diff()).toMatchObject({ changes: false });
  });
});
