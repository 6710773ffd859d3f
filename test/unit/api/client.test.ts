import { CloudComputeClient } from '../../../api';
import { Cloud, withToken } from './cloud';

let cloud: Cloud;
afterEach(() => cloud.stop());

const clientOf = ({ url }: Cloud): CloudComputeClient =>
  new CloudComputeClient({ baseUrl: url, clientId: 'the-client-id', clientSecret: 'the-client-secret' });

test('lists with one token for all', async () => {
  cloud = await Cloud.start(withToken(() => ({ body: [{ id: 'i-1' }] })));
  const client = clientOf(cloud);
  await Promise.all([
    client.instances.list(),
    client.instances.list({ status: 'running', tags: ['a', 'b=c'] }),
  ]);
  expect(cloud.of('POST /v1/oauth2/token')).toHaveLength(1);
  expect(cloud.of('GET /v1/instances').map(({ url }) => url)).toEqual([
    '/v1/instances',
    '/v1/instances?status=running&tag=a&tag=b%3Dc',
  ]);
  client.close();
});
