import type { TagRequest } from '../../../../api/schema';
import { testService } from './calls';

testService('tags', [
  [
    'tags.add',
    (api) => api.tags.add('instances', 'i', { key: 'k', value: 'v' }),
    'POST /v1/instances/i/tags',
    { key: 'k', value: 'v' },
    { status: 201, body: { id: 'tag_1' } },
    { id: 'tag_1' },
  ],
  [
    'tags.add',
    (api) =>
      api.tags.add('instances', 'i', { id: 'of a tag that was read', key: 'k', value: 'v' } as TagRequest),
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
]);
