// In YAML programs, numbers and booleans without quotation marks are values of tags as well.
import { ResourceCalls } from '../../../plugin/calls';
import { EndOfRun } from '../../../plugin/endOfRun';
import { messages } from '../../../plugin/protocol/stubs';
import { open, seal } from '../../../plugin/protocol/values';
import { currentRun } from '../../../provider/run/run';
import { InProcessStack } from '../support/inProcessStack';

let stack: InProcessStack;

beforeEach(async () => {
  stack = await InProcessStack.start();
});

afterEach(() => stack.stop());

it('the plugin takes numbers and booleans as values of tags, also of inline volumes', async () => {
  const request = new messages.CheckRequest();
  request.setUrn('urn:pulumi:dev::test::cloud-compute:index:Instance::box');
  request.setOlds(seal({}, new Set()));
  const machine = {
    hostname: 'box',
    image: 'ubuntu-24.04',
    instanceType: 'CPU.4V.16G',
    locationCode: 'FIN-01',
  };
  const data = { name: 'data', size: 10, type: 'NVMe' };
  const news = { ...machine, tags: { rank: 1 }, volumes: [{ ...data, tags: { rank: 2, isMain: true } }] };
  request.setNews(seal(news, new Set()));
  const calls = new ResourceCalls(currentRun(), 'plugin', undefined, new EndOfRun(currentRun(), 'plugin'));
  const answer = await calls.check(request);
  expect(answer.getFailuresList().map((failure) => failure.getReason())).toEqual([]);
  expect(open(answer.getInputs()).values).toMatchObject({
    tags: { rank: '1' },
    volumes: [{ tags: { rank: '2', isMain: 'true' } }],
  });
});
