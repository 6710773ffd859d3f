import { LIST, testService } from '../calls';

testService('sshKeys', [
  ['sshKeys.list', (api) => api.sshKeys.list(), 'GET /v1/ssh-keys', undefined, { body: LIST }, LIST],
  ['sshKeys.get', (api) => api.sshKeys.get('k'), 'GET /v1/ssh-keys/k', undefined, { body: LIST }, LIST[0]],
  [
    'sshKeys.create',
    (api) => api.sshKeys.create({ name: 'n', key: 'k' }),
    'POST /v1/ssh-keys',
    { name: 'n', key: 'k' },
    { status: 201, body: 'k-1' },
    'k-1',
  ],
  ['sshKeys.delete', (api) => api.sshKeys.delete('k'), 'DELETE /v1/ssh-keys/k', undefined, {}, undefined],
  [
    'sshKeys.deleteMany',
    (api) => api.sshKeys.deleteMany(['k', 'l']),
    'DELETE /v1/ssh-keys',
    { keys: ['k', 'l'] },
    {},
    undefined,
  ],
]);
