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
