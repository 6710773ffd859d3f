import { LIST, testService } from './calls';

const volume = { location_code: 'FIN-01', name: 'v', size: 10, type: 'NVMe' as const };

testService('volumes', [
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
    'volumes.delete, permanently',
    (api) => api.volumes.delete('v', { isPermanent: true }),
    'DELETE /v1/volumes/v',
    { is_permanent: true },
    { status: 204 },
    undefined,
  ],
]);
