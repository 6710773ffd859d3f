// Data sources for records that a test cannot create in the emulator, read from a server that answers as the
// specification says.
import * as sdk from 'pulumi-cloud-compute';
import { Cloud, withToken } from '../api/cloud';
import { configFor } from './support/cloud';
import { run } from './support/program';

let cloud: Cloud;
afterEach(() => cloud.stop());

/** A URL with sorted parameters: their order has no meaning. */
function inOrder(url: string): string {
  const [path = '', query] = url.split('?');
  return query === undefined ? path : `${path}?${query.split('&').sort().join('&')}`;
}

/** Starts a run of a program with a server that answers these paths. */
async function answering(bodies: Record<string, unknown>): Promise<void> {
  const known = new Map(Object.entries(bodies).map(([url, body]) => [inOrder(url), body]));
  cloud = await Cloud.start(
    withToken(({ method, url }) => {
      const body = known.get(`${method} ${inOrder(url)}`) ?? known.get(inOrder(url));
      return body === undefined
        ? { status: 404, body: { code: 'not_found', message: `nothing at ${url}` } }
        : { body };
    }),
  );
  await run({ config: configFor(cloud.url) });
}

const cluster = {
  id: 'c-1',
  hostname: 'train',
  cluster_type: '16H100',
  worker_nodes: [{ id: 'n-1', public_ip: null }],
  tags: [
    { id: 'tag_1', key: 'pulumi-pending', value: 'a.b.drop.all.' },
    { id: 'tag_2', key: 'team', value: 'ml' },
  ],
};

test('clusters have camelCase names at any depth', async () => {
  await answering({ '/v1/clusters': [cluster], '/v1/clusters/c-1': cluster });
  const [found] = await sdk.getClusters();
  expect(found).toEqual({
    id: 'c-1',
    hostname: 'train',
    clusterType: '16H100',
    workerNodes: [{ id: 'n-1', publicIp: null }],
    tags: [{ id: 'tag_2', key: 'team', value: 'ml' }],
  });
  expect(await sdk.getCluster({ id: 'c-1' })).toEqual(found);
  expect(await sdk.getTags({ resourceType: 'cluster', resourceId: 'c-1' })).toEqual(found?.tags);
});

test('a journal is read from all pages', async () => {
  const entries = Array.from({ length: 130 }, (_, index) => ({
    id: `j-${index}`,
    action_code: 'start:complete',
  }));
  await answering({
    '/v1/journal?action_code=start%3Acomplete&hydrate=true&compute_id=i-1&page=1&pageSize=100': entries.slice(
      0,
      100,
    ),
    '/v1/journal?action_code=start%3Acomplete&hydrate=true&compute_id=i-1&page=2&pageSize=100':
      entries.slice(100),
  });
  const found = await sdk.getJournal({ computeId: 'i-1', actionCode: 'start:complete', hydrate: true });
  expect(found.map(({ id }) => id)).toEqual(entries.map(({ id }) => id));
  expect(found[0]).toEqual({ id: 'j-0', actionCode: 'start:complete' });
});

test('getJournal refuses no id or two ids before it sends a request', async () => {
  await answering({});
  await expect(sdk.getJournal({})).rejects.toThrow('getJournal: Give either computeId or volumeId.');
  await expect(sdk.getJournal({ computeId: 'i', volumeId: 'v' })).rejects.toThrow('Give either');
  expect(cloud.seen).toEqual([]);
});

test('the audit log is read by cursor and up to a limit', async () => {
  const event = (id: string) => ({ id, specversion: '1.0', data: { request_ip: '10.0.0.1' } });
  await answering({
    '/v1/audit/log?action=delete&page_size=100': { data: [event('log_1'), event('log_2')], cursor: 'next' },
    '/v1/audit/log?action=delete&page_size=100&cursor=next': { data: [event('log_3')] },
  });
  const all = await sdk.getAuditLog({ action: 'delete' });
  expect(all.map(({ id }) => id)).toEqual(['log_1', 'log_2', 'log_3']);
  expect(all[0]).toMatchObject({ data: { requestIp: '10.0.0.1' } });
  const before = cloud.seen.length;
  expect((await sdk.getAuditLog({ action: 'delete', limit: 2 })).map(({ id }) => id)).toEqual([
    'log_1',
    'log_2',
  ]);
  expect(cloud.seen.length - before).toBe(1);
});

test('an export of the audit log has an address', async () => {
  await answering({
    'POST /v1/audit/log/download': { url: 'https://files/1', expires_at: '2026-01-01T00:00:00Z' },
  });
  expect(await sdk.getAuditLogExport({ objectType: 'compute' })).toEqual({
    url: 'https://files/1',
    expiresAt: '2026-01-01T00:00:00Z',
  });
  expect(cloud.of('POST /v1/audit/log/download').map(({ body }) => body)).toEqual([
    { object_type: 'compute' },
  ]);
});

test('private networks have subnets', async () => {
  const network = { id: 'pn_1', name: 'inside', is_default: true };
  const subnet = { id: 'sn_1', used_ip_count: 3, location: { country_code: 'FI' } };
  await answering({
    '/v1/private-networks': [network],
    '/v1/private-networks/pn_1': network,
    '/v1/private-networks/pn_1/subnets': [subnet],
    '/v1/private-networks/pn_1/subnets/sn_1': subnet,
  });
  const [found] = await sdk.getPrivateNetworks();
  expect(found).toEqual({ id: 'pn_1', name: 'inside', isDefault: true });
  expect(await sdk.getPrivateNetwork({ id: 'pn_1' })).toEqual(found);
  const [range] = await sdk.getSubnets({ privateNetworkId: 'pn_1' });
  expect(range).toEqual({ id: 'sn_1', usedIpCount: 3, location: { countryCode: 'FI' } });
  expect(await sdk.getSubnet({ privateNetworkId: 'pn_1', id: 'sn_1' })).toEqual(range);
});

test('inference models can be read as a list or singly', async () => {
  const model = { code: 'llama', endpoint_model: 'llama-3', pricing: { cache_read: '0.1' } };
  await answering({ '/v1/inference/models': [model], '/v1/inference/models/llama': model });
  const [found] = await sdk.getInferenceModels();
  expect(found).toEqual({ code: 'llama', endpointModel: 'llama-3', pricing: { cacheRead: '0.1' } });
  expect(await sdk.getInferenceModel({ code: 'llama' })).toEqual(found);
});
