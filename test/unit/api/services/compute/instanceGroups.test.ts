import { LIST, testService } from '../calls';

const group = { name: 'g', location_code: 'FIN-01', instance_type: '1H100', template: { image: 'ubuntu' } };

testService('instanceGroups', [
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
]);
