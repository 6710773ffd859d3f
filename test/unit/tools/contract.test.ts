import { Contract } from '../../../tools/src/contract/document';
import { stepsOf } from '../../../tools/src/contract/steps';

const get = { operationId: 'listThings' };

test('the contract has the operations of its paths', () => {
  expect(new Contract({ paths: { '/v1/things': { get } } }).operations).toEqual([
    {
      id: 'listThings',
      method: 'GET',
      path: '/v1/things',
      isOpen: false,
      pointer: '/paths/~1v1~1things/get',
    },
  ]);
});

test('the contract refuses a key of a path that is no method, and names it', () => {
  expect(() => new Contract({ paths: { '/v1/things': { 'x-not-in-spec': {}, get } } })).toThrow(
    '/v1/things of the contract has x-not-in-spec beside its methods: write it into each operation.',
  );
});

test('an example or operation without a place of its own is sent after the one before it, and a delete last', () => {
  const examples = (...names: string[]) => ({
    'application/json': { examples: Object.fromEntries(names.map((name) => [name, { value: {} }])) },
  });
  const perform = {
    operationId: 'performVolumeAction',
    requestBody: { content: examples('resize', 'relabel', 'clone') },
  };
  const contract = new Contract({
    paths: {
      '/v1/volumes': { put: perform },
      '/v1/volumes/{id}/label': { get: { operationId: 'getLabel' } },
      '/v1/things': { post: { operationId: 'createThing' } },
      '/v1/things/{id}': { get: { operationId: 'getThing' }, delete: { operationId: 'deleteThing' } },
      '/v1/things/{id}/tags': { post: { operationId: 'createThingTag' } },
      '/v1/things/{id}/tags/{tagId}': { delete: { operationId: 'deleteThingTag' } },
    },
  });
  const sent = stepsOf(contract).map(({ operation, example }) =>
    example === undefined ? operation : `${operation} ${example}`,
  );
  const first = sent.indexOf('performVolumeAction resize');
  expect(sent.slice(first, first + 3)).toEqual([
    'performVolumeAction resize',
    'performVolumeAction relabel',
    'performVolumeAction clone',
  ]);
  const label = sent.indexOf('getLabel');
  expect(sent.slice(label - 1, label + 6)).toEqual([
    'performVolumeAction clone',
    ...['getLabel', 'createThing', 'getThing', 'createThingTag', 'deleteThingTag', 'deleteThing'],
  ]);
});

test('an operation follows a delete that has its place right after the one before it', () => {
  const tags = { post: { operationId: 'createVolumeTag' } };
  const contract = new Contract({
    paths: {
      '/v1/volumes/{id}/tags': tags,
      '/v1/volumes/{id}/tags/{tagId}': { delete: { operationId: 'deleteVolumeTag' } },
      '/v1/things': { post: { operationId: 'createThing' } },
    },
  });
  const sent = stepsOf(contract).map(({ operation }) => operation);
  const first = sent.indexOf('createVolumeTag');
  expect(sent.slice(first, first + 3)).toEqual(['createVolumeTag', 'deleteVolumeTag', 'createThing']);
});
