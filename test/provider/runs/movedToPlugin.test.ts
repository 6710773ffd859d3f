// A stack that moves to the native plugin loses its hidden owner; the owner's delete keeps the moved
// resources.
import { ResourceCalls } from '../../../plugin/calls';
import { EndOfRun } from '../../../plugin/endOfRun';
import { messages } from '../../../plugin/protocol/stubs';
import { seal } from '../../../plugin/protocol/values';
import { currentRun } from '../../../provider/run/run';
import { InProcessStack } from '../support/inProcessStack';

let stack: InProcessStack;

beforeEach(async () => {
  stack = await InProcessStack.start();
  await stack.useHome();
});

afterEach(async () => {
  await stack.stop();
});

it('the owner deletes no machine that moved with its pending tag, and still removes an orphan', async () => {
  const MACHINE = { image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' };
  const moved = await stack.up('instance', 'moved', { ...MACHINE, hostname: 'moved' });
  await stack.up('instance', 'orphan', { ...MACHINE, hostname: 'orphan' });
  stack.newProcess();
  const request = new messages.DiffRequest();
  request.setUrn('urn:pulumi:dev::test::cloud-compute:index:Instance::moved');
  request.setId(moved.id);
  request.setOlds(seal({ ...moved.outputs, __provider: 'text' }, new Set()));
  request.setNews(seal({ ...MACHINE, hostname: 'moved' }, new Set()));
  await new ResourceCalls(currentRun(), 'plugin', undefined, new EndOfRun(currentRun(), 'plugin')).diff(
    request,
  );
  await stack.deleteOwner();
  expect((await stack.cloud.instances.list()).map(({ id }) => id)).toEqual([moved.id]);
});
