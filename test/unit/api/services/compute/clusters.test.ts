import { LIST, testService } from '../calls';

const cluster = {
  cluster_type: '16H100',
  image: 'ubuntu',
  hostname: 'c',
  description: 'd',
  ssh_key_ids: ['k'],
  location_code: 'FIN-01',
};

testService('clusters', [
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
]);
