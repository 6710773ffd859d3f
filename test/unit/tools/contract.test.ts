import { Contract } from '../../../tools/src/contract/document';

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
