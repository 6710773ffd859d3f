import { LIST, testService } from './calls';

testService('inference', [
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
]);
