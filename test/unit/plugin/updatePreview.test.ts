// The preview of an update shows each output that the change cannot alter as it is in state.
import { ResourceCalls } from '../../../plugin/calls';
import { messages } from '../../../plugin/protocol/stubs';
import { open, seal } from '../../../plugin/protocol/values';
import { UNKNOWN } from '../../../core/validation/shape';

const calls = new ResourceCalls(undefined as never, 'owner', undefined, undefined as never);
const INPUTS = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const STATE = { ...INPUTS, mountCommand: 'mount', hourlyCost: 1, status: 'detached' };

async function previewed(news: object, hidden: object = {}): Promise<object> {
  const request = new messages.UpdateRequest();
  request.setUrn('urn:pulumi:dev::test::cloud-compute:index:Volume::data');
  request.setId('id');
  request.setPreview(true);
  request.setOlds(seal({ ...STATE, ...hidden }, new Set()));
  request.setNews(seal(news, new Set()));
  return open((await calls.update(request)).getProperties()).values;
}

test('a changed tag alters no output, and a larger size only the price', async () => {
  expect(await previewed({ ...INPUTS, tags: { a: '1' } })).toEqual({ ...STATE, tags: { a: '1' } });
  expect(await previewed({ ...INPUTS, size: 20 })).toMatchObject({
    ...{ size: 20, mountCommand: 'mount', status: 'detached' },
    ...{ hourlyCost: UNKNOWN, monthlyCost: UNKNOWN },
  });
});

test('an update that finishes a create may alter all outputs', async () => {
  expect(await previewed({ ...INPUTS, size: 20 }, { __unfinished: 'why' })).toMatchObject({
    ...{ name: 'data', mountCommand: UNKNOWN, status: UNKNOWN },
  });
});
