// A run is killed while it changes a tag, and the program is then as before: a refresh shows it.
import { InProcessStack } from '../support/inProcessStack';
import { killedRuns, MACHINE } from '../support/killedRuns';

jest.mock('../../../provider/run/progress');

describe('an interrupted run', () => {
  let stack: InProcessStack;
  const { kill, applyRefreshed } = killedRuns(() => stack);
  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });
  afterEach(() => stack.stop());

  it('an update of a tag with a long key is reverted', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const args = { resourceId: machine.id, resourceType: 'instance', key: '名'.repeat(63), value: 'a' };
    const tag = await stack.up('tag', 'team', args);
    await kill(tag, { ...args, value: 'b' });
    await applyRefreshed(tag, args);
    expect((await stack.cloud.instances.get(machine.id)).tags).toContainEqual(
      expect.objectContaining({ key: args.key, value: 'a' }),
    );
  });
});
