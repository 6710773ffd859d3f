import { CloudComputeClient } from '../../../api';
import { Cloud, withToken } from './cloud';
import { testCalls } from './services/calls';

testCalls([
  [
    'request',
    (api) => api.request('PATCH', '/v1/new', { query: { a: 1 }, body: { b: 2 } }),
    'PATCH /v1/new?a=1',
    { b: 2 },
    { body: '"any"' },
    'any',
  ],
]);

describe('a body that is not JSON', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;

  test.each([
    ['a bigint', { size: 10n }, 'Do not know how to serialize a BigInt'],
    ['an object that contains itself', circular, 'Converting circular structure to JSON'],
  ])('is refused at once if it has %s, and nothing is sent', async (_, body, reason) => {
    const cloud = await Cloud.start(withToken(() => ({ body: [] })));
    const client = new CloudComputeClient({ baseUrl: cloud.url, clientId: 'id', clientSecret: 'secret' });
    await expect(client.request('PUT', '/v1/new', { body })).rejects.toMatchObject({
      ...{ name: 'InvalidRequestError', code: 'invalid_request', mayHaveArrived: false },
      message: `PUT /v1/new was not sent: its body cannot be written as JSON (${reason}).`,
    });
    expect(cloud.of('PUT /v1/new')).toEqual([]);
    client.close();
    await cloud.stop();
  });
});
