import { LIST, testService } from '../calls';

testService('scripts', [
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
]);
