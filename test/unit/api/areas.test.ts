import { CloudComputeClient } from '../../../api';
import type { Answer } from './cloud';
import { Cloud, withToken } from './cloud';

let cloud: Cloud;
let client: CloudComputeClient;
let answer: Answer;

beforeAll(async () => {
  cloud = await Cloud.start(withToken(() => answer));
  client = new CloudComputeClient({ baseUrl: cloud.url, clientId: 'client', clientSecret: 'secret' });
});
afterAll(async () => {
  client.close();
  await cloud.stop();
});

type Act = (api: CloudComputeClient) => Promise<unknown>;
const LIST = [{ id: 'one' }];
const deploy = { hostname: 'a', description: 'b' };
const volume = { location_code: 'FIN-01', name: 'v', size: 10, type: 'NVMe' as const };
const cluster = {
  cluster_type: '16H100',
  image: 'ubuntu',
  hostname: 'c',
  description: 'd',
  ssh_key_ids: ['k'],
  location_code: 'FIN-01',
};
const group = { name: 'g', location_code: 'FIN-01', instance_type: '1H100', template: { image: 'ubuntu' } };
const mapping = {
  service: 's',
  location_code: 'FIN-01',
  source_cidr: 'a',
  target_private_network_id: 'pn_2',
  target_cidr: 'b',
};

/** What is called; what goes out; its body; what comes back; what the caller gets. */
const CALLS: [string, Act, string, unknown, Answer, unknown][] = [
  [
    'instances.list',
    (api) => api.instances.list({ status: 'running', computeId: 'i', tags: ['a', 'b=c'] }),
    'GET /v1/instances?status=running&computeId=i&tag=a&tag=b%3Dc',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'instances.get',
    (api) => api.instances.get('i/1'),
    'GET /v1/instances/i%2F1',
    undefined,
    { body: LIST[0] },
    LIST[0],
  ],
  [
    'instances.deploy',
    (api) => api.instances.deploy(deploy),
    'POST /v1/instances',
    deploy,
    { status: 202, body: '"i-1"' },
    'i-1',
  ],
  [
    'instances.perform',
    (api) => api.instances.perform({ action: 'delete', id: ['i', 'j'] }),
    'PUT /v1/instances',
    { action: 'delete', id: ['i', 'j'] },
    { status: 207, body: [{ status: 'error' }] },
    [{ status: 'error' }],
  ],
  [
    'instances.perform, satisfied',
    (api) => api.instances.perform({ action: 'boot', id: 'i' }),
    'PUT /v1/instances',
    { action: 'boot', id: 'i' },
    { status: 204 },
    [],
  ],
  [
    'volumes.list',
    (api) => api.volumes.list({ status: 'deleted' }),
    'GET /v1/volumes?status=deleted',
    undefined,
    { body: LIST },
    LIST,
  ],
  ['volumes.trash', (api) => api.volumes.trash(), 'GET /v1/volumes/trash', undefined, { body: LIST }, LIST],
  ['volumes.get', (api) => api.volumes.get('v'), 'GET /v1/volumes/v', undefined, { body: LIST[0] }, LIST[0]],
  [
    'volumes.create',
    (api) => api.volumes.create(volume),
    'POST /v1/volumes',
    volume,
    { status: 202, body: '"v-1"' },
    'v-1',
  ],
  [
    'volumes.perform',
    (api) => api.volumes.perform({ action: 'rename', id: 'v', name: 'w' }),
    'PUT /v1/volumes',
    { action: 'rename', id: 'v', name: 'w' },
    { status: 202 },
    undefined,
  ],
  [
    'volumes.clone',
    (api) => api.volumes.clone({ id: 'v', name: 'w', type: 'NVMe', locationCode: 'FIN-02' }),
    'PUT /v1/volumes',
    { action: 'clone', id: 'v', name: 'w', type: 'NVMe', location_code: 'FIN-02' },
    { status: 202, body: { id: 'w-1' } },
    'w-1',
  ],
  [
    'volumes.delete',
    (api) => api.volumes.delete('v'),
    'DELETE /v1/volumes/v',
    { is_permanent: false },
    { status: 202 },
    undefined,
  ],
  [
    'volumes.delete for good',
    (api) => api.volumes.delete('v', { isPermanent: true }),
    'DELETE /v1/volumes/v',
    { is_permanent: true },
    { status: 204 },
    undefined,
  ],
  [
    'tags.add',
    (api) => api.tags.add('instances', 'i', { key: 'k', value: 'v' }),
    'POST /v1/instances/i/tags',
    { key: 'k', value: 'v' },
    { status: 201, body: { id: 'tag_1' } },
    { id: 'tag_1' },
  ],
  [
    'tags.remove',
    (api) => api.tags.remove('clusters', 'c', 'tag_1'),
    'DELETE /v1/clusters/c/tags/tag_1',
    undefined,
    { status: 204 },
    undefined,
  ],
  ['sshKeys.list', (api) => api.sshKeys.list(), 'GET /v1/ssh-keys', undefined, { body: LIST }, LIST],
  ['sshKeys.get', (api) => api.sshKeys.get('k'), 'GET /v1/ssh-keys/k', undefined, { body: LIST }, LIST[0]],
  [
    'sshKeys.create',
    (api) => api.sshKeys.create({ name: 'n', key: 'k' }),
    'POST /v1/ssh-keys',
    { name: 'n', key: 'k' },
    { status: 201, body: 'k-1' },
    'k-1',
  ],
  ['sshKeys.delete', (api) => api.sshKeys.delete('k'), 'DELETE /v1/ssh-keys/k', undefined, {}, undefined],
  [
    'sshKeys.deleteMany',
    (api) => api.sshKeys.deleteMany(['k', 'l']),
    'DELETE /v1/ssh-keys',
    { keys: ['k', 'l'] },
    {},
    undefined,
  ],
  [
    'scripts.list',
    (api) => api.scripts.list({ name: 'a' }),
    'GET /v1/scripts?name=a&orderBy=created_at&orderDirection=asc&page=1&pageSize=100',
    undefined,
    { body: LIST, headers: { 'x-total-count': '1' } },
    LIST,
  ],
  ['scripts.get', (api) => api.scripts.get('s'), 'GET /v1/scripts/s', undefined, { body: LIST }, LIST[0]],
  [
    'scripts.create',
    (api) => api.scripts.create({ name: 'n', script: 's' }),
    'POST /v1/scripts',
    { name: 'n', script: 's' },
    { status: 201, body: '"s-1"' },
    's-1',
  ],
  ['scripts.delete', (api) => api.scripts.delete('s'), 'DELETE /v1/scripts/s', undefined, {}, undefined],
  [
    'scripts.deleteMany',
    (api) => api.scripts.deleteMany(['s']),
    'DELETE /v1/scripts',
    { scripts: ['s'] },
    {},
    undefined,
  ],
  [
    'instanceGroups.list',
    (api) => api.instanceGroups.list(),
    'GET /v1/instance-groups',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'instanceGroups.get',
    (api) => api.instanceGroups.get('g'),
    'GET /v1/instance-groups/g',
    undefined,
    { body: LIST[0] },
    LIST[0],
  ],
  [
    'instanceGroups.create',
    (api) => api.instanceGroups.create(group),
    'POST /v1/instance-groups',
    group,
    { status: 201, body: LIST[0] },
    LIST[0],
  ],
  [
    'instanceGroups.update',
    (api) => api.instanceGroups.update('g', { name: 'h' }),
    'PUT /v1/instance-groups/g',
    { name: 'h' },
    { body: LIST[0] },
    LIST[0],
  ],
  [
    'instanceGroups.delete',
    (api) => api.instanceGroups.delete('g'),
    'DELETE /v1/instance-groups/g',
    undefined,
    { status: 204 },
    undefined,
  ],
  ['clusters.list', (api) => api.clusters.list(), 'GET /v1/clusters', undefined, { body: LIST }, LIST],
  [
    'clusters.get',
    (api) => api.clusters.get('c'),
    'GET /v1/clusters/c',
    undefined,
    { body: LIST[0] },
    LIST[0],
  ],
  [
    'clusters.deploy',
    (api) => api.clusters.deploy(cluster),
    'POST /v1/clusters',
    cluster,
    { status: 202, body: { id: 'c-1' } },
    'c-1',
  ],
  [
    'clusters.discontinue',
    (api) => api.clusters.discontinue(['c', 'd']),
    'PUT /v1/clusters',
    { actions: [{ action: 'discontinue', id: ['c', 'd'] }] },
    { status: 202 },
    undefined,
  ],
  [
    'clusters.nodeAction',
    (api) => api.clusters.nodeAction('c', 'n', 'boot'),
    'POST /v1/clusters/c/nodes/n/actions',
    { action: 'boot' },
    { status: 202 },
    undefined,
  ],
  [
    'catalogue.images',
    (api) => api.catalogue.images({ instanceType: '1H100' }),
    'GET /v1/images?instance_type=1H100',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'catalogue.clusterImages',
    (api) => api.catalogue.clusterImages({ clusterType: '16H100' }),
    'GET /v1/images/cluster?instance_type=16H100',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'catalogue.locations',
    (api) => api.catalogue.locations(),
    'GET /v1/locations',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'catalogue.volumeTypes',
    (api) => api.catalogue.volumeTypes({ currency: 'eur' }),
    'GET /v1/volume-types?currency=eur',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'catalogue.instanceTypes',
    (api) => api.catalogue.instanceTypes(),
    'GET /v1/instance-types',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'catalogue.containerTypes',
    (api) => api.catalogue.containerTypes(),
    'GET /v1/container-types',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'catalogue.clusterTypes',
    (api) => api.catalogue.clusterTypes(),
    'GET /v1/cluster-types',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'catalogue.longTermPeriods',
    (api) => api.catalogue.longTermPeriods('clusters'),
    'GET /v1/long-term/periods/clusters',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'catalogue.instanceAvailability',
    (api) => api.catalogue.instanceAvailability({ locationCode: 'FIN-01', isSpot: true }),
    'GET /v1/instance-availability?location_code=FIN-01&is_spot=true',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'catalogue.instanceTypeAvailability',
    (api) => api.catalogue.instanceTypeAvailability('1H100', { isSpot: false }),
    'GET /v1/instance-availability/1H100?is_spot=false',
    undefined,
    { body: 'true' },
    true,
  ],
  [
    'catalogue.clusterAvailability',
    (api) => api.catalogue.clusterAvailability(),
    'GET /v1/cluster-availability',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'catalogue.clusterTypeAvailability',
    (api) => api.catalogue.clusterTypeAvailability('16H100'),
    'GET /v1/cluster-availability/16H100',
    undefined,
    { body: 'false' },
    false,
  ],
  [
    'account.balance',
    (api) => api.account.balance(),
    'GET /v1/balance',
    undefined,
    { body: { amount: 1, currency: 'usd' } },
    { amount: 1, currency: 'usd' },
  ],
  [
    'journal.list',
    (api) => api.journal.list({ computeId: 'i', pageSize: 5, actionCode: 'create', hydrate: true }),
    'GET /v1/journal?pageSize=5&action_code=create&hydrate=true&compute_id=i',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'journal.listAll',
    (api) => api.journal.listAll({ volumeId: 'v' }),
    'GET /v1/journal?page=1&pageSize=100&volume_id=v',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'journal.forCompute',
    (api) => api.journal.forCompute('i', { objectType: 'compute' }),
    'GET /v1/journal/compute/i?object_type=compute',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'journal.forVolume',
    (api) => api.journal.forVolume('v', { page: 2 }),
    'GET /v1/journal/volume/v?page=2',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'audit.list',
    (api) =>
      api.audit.list({
        action: 'create',
        objectType: 'volume',
        startDate: 'a',
        endDate: 'b',
        pageSize: 3,
        cursor: 'c',
      }),
    'GET /v1/audit/log?action=create&object_type=volume&start_date=a&end_date=b&page_size=3&cursor=c',
    undefined,
    { body: { data: LIST } },
    { data: LIST },
  ],
  [
    'audit.export',
    (api) => api.audit.export({ action: 'delete' }),
    'POST /v1/audit/log/download',
    { action: 'delete' },
    { body: { url: 'u' } },
    { url: 'u' },
  ],
  [
    'privateNetworks.list',
    (api) => api.privateNetworks.list(),
    'GET /v1/private-networks',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'privateNetworks.get',
    (api) => api.privateNetworks.get('pn_1'),
    'GET /v1/private-networks/pn_1',
    undefined,
    { body: LIST[0] },
    LIST[0],
  ],
  [
    'privateNetworks.create',
    (api) => api.privateNetworks.create({ name: 'n' }),
    'POST /v1/private-networks',
    { name: 'n' },
    { status: 201, body: LIST[0] },
    LIST[0],
  ],
  [
    'privateNetworks.delete',
    (api) => api.privateNetworks.delete('pn_1'),
    'DELETE /v1/private-networks/pn_1',
    undefined,
    { status: 204 },
    undefined,
  ],
  [
    'subnets.list',
    (api) => api.privateNetworks.subnets.list('pn_1'),
    'GET /v1/private-networks/pn_1/subnets',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'subnets.delete',
    (api) => api.privateNetworks.subnets.delete('pn_1', 'sn_1'),
    'DELETE /v1/private-networks/pn_1/subnets/sn_1',
    undefined,
    { status: 204 },
    undefined,
  ],
  [
    'addressMappings.create',
    (api) => api.privateNetworks.addressMappings.create('pn_1', mapping),
    'POST /v1/private-networks/pn_1/address-mappings',
    mapping,
    { status: 201, body: LIST[0] },
    LIST[0],
  ],
  [
    'endpointBindings.get',
    (api) => api.privateNetworks.endpointBindings.get('pn_1', 'epb_1'),
    'GET /v1/private-networks/pn_1/endpoint-bindings/epb_1',
    undefined,
    { body: LIST[0] },
    LIST[0],
  ],
  [
    'inference.models',
    (api) => api.inference.models(),
    'GET /v1/inference/models',
    undefined,
    { body: LIST },
    LIST,
  ],
  [
    'inference.model',
    (api) => api.inference.model('a/b'),
    'GET /v1/inference/models/a%2Fb',
    undefined,
    { body: LIST[0] },
    LIST[0],
  ],
  [
    'request',
    (api) => api.request('PATCH', '/v1/new', { query: { a: 1 }, body: { b: 2 } }),
    'PATCH /v1/new?a=1',
    { b: 2 },
    { body: '"any"' },
    'any',
  ],
];

test.each(CALLS)('%s', async (_, act, asked, body, given, expected) => {
  answer = given;
  const before = cloud.seen.length;
  expect(await act(client)).toEqual(expected);
  const sent = cloud.seen.slice(before).filter(({ url }) => url !== '/v1/oauth2/token');
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([asked]);
  expect(sent[0]?.body).toEqual(body);
});

test('every call of every area is in the table', () => {
  const called = new Set(CALLS.map(([name]) => name.split(',')[0]?.split(' ')[0]));
  const areas = Object.entries(client).filter(([, area]) => typeof area === 'object');
  const methods = areas.flatMap(([name, area]) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(area)).map((method) => `${name}.${method}`),
  );
  const missing = methods.filter((method) => !method.endsWith('.constructor') && !called.has(method));
  expect(missing).toEqual(['audit.all']);
});

test('audit.all follows the cursor to the last page, and no further than it is asked', async () => {
  const pages = [{ data: [{ id: 'log_1' }, { id: 'log_2' }], cursor: 'next' }, { data: [{ id: 'log_3' }] }];
  const before = cloud.of('GET /v1/audit/log').length;
  const seen: string[] = [];
  answer = { body: pages[0] };
  for await (const { id } of client.audit.all()) {
    seen.push(id);
    answer = { body: pages[1] };
  }
  expect(seen).toEqual(['log_1', 'log_2', 'log_3']);
  answer = { body: pages[0] };
  for await (const { id } of client.audit.all({ objectType: 'volume' })) if (id) break;
  expect(
    cloud
      .of('GET /v1/audit/log')
      .slice(before)
      .map(({ url }) => url),
  ).toEqual([
    '/v1/audit/log?page_size=100',
    '/v1/audit/log?page_size=100&cursor=next',
    '/v1/audit/log?object_type=volume&page_size=100',
  ]);
});

test.each<[string, Act]>([
  ['an empty id', (api) => api.instances.get('')],
  ['an id that is a step up', (api) => api.volumes.delete('..')],
  ['no id at all', (api) => api.tags.remove('instances', 'i', undefined as unknown as string)],
])('%s is refused before anything is sent', async (_, act) => {
  const before = cloud.seen.length;
  await expect(act(client)).rejects.toMatchObject({ name: 'InvalidRequestError', mayHaveArrived: false });
  expect(cloud.seen).toHaveLength(before);
});
