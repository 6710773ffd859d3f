import { LIST, testService } from '../calls';

const deploy = { hostname: 'a', description: 'b' };

testService('instances', [
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
]);
