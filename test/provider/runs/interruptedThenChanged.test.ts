// After a killed or failed run, state has other values than the cloud; the next program is another one.
import { PENDING } from '../../../core/pendingTag';
import { InProcessStack } from '../support/inProcessStack';
import { endProcesses, MACHINE, VOLUME } from '../support/killedRuns';

jest.mock('../../../provider/run/progress');

describe('after an interrupted run, another program', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it.each([
    ['volume', 'disk', VOLUME],
    ['instance', 'trainer', MACHINE],
  ] as const)('removes a tag of the killed order that it does not declare (%s)', async (kind, name, args) => {
    const ordered = { ...args, tags: { team: 'ml', phase: 'one' } };
    const killed = await stack.up(kind, name, ordered);
    endProcesses(stack);
    stack.newProcess();
    const again = await stack.up(kind, name, { ...args, tags: { team: 'ops' } });
    expect(again.id).toBe(killed.id);
    const collection = kind === 'volume' ? stack.cloud.volumes : stack.cloud.instances;
    const [found] = (await collection.list()).filter(({ id }) => id === again.id);
    const tags = found?.tags.filter(({ key }) => key !== PENDING).map(({ key, value }) => [key, value]);
    expect(tags).toEqual([['team', 'ops']]);
  });
});
