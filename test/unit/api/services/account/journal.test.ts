import { LIST, testService } from '../calls';

testService('journal', [
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
]);
