import { ConfigurationError, InvalidRequestError } from '../../../api';
import { baseUrlOf } from '../../../api/http/transport/baseUrl';
import { requestOf } from '../../../api/http/request';
import { path } from '../../../api/http/path';

describe('the base URL', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com/v1/', 'https://api.example.com'],
    ['https://example.com/cloud/v1', 'https://example.com/cloud'],
    ['http://127.0.0.1:4010/v1', 'http://127.0.0.1:4010'],
    ['http://localhost:4010', 'http://localhost:4010'],
    ['http://[::1]:4010', 'http://[::1]:4010'],
  ])('%s is %s', (given, meant) => {
    expect(baseUrlOf(given)).toBe(meant);
  });

  test.each([
    ['api.example.com', 'The base URL "api.example.com" does not begin with https://.'],
    ['localhost:8080', 'The base URL "localhost:8080" does not begin with https://.'],
    ['user:canary@api.example.com', 'The base URL does not begin with https://.'],
    ['api.example.com?token=canary', 'The base URL does not begin with https://.'],
    ['https://', 'The base URL "https://" is not an address.'],
    ['http://api.example.com', 'not https'],
    ['http://127.0.0.1.example.com', 'not https'],
    ['ftp://localhost', 'not https'],
    ['https://user:canary@api.example.com', 'must not hold a user name or a password'],
    ['https://api.example.com?token=canary', 'must not have a query'],
  ])('%s is refused: %s', (given, reason) => {
    const refused = () => baseUrlOf(given);
    expect(refused).toThrow(ConfigurationError);
    expect(refused).toThrow(reason);
    expect(refused).not.toThrow(/canary/);
    expect(refused).toThrow('Set cloudCompute:baseUrl (or CLOUD_COMPUTE_BASE_URL)');
  });
});

describe('a path', () => {
  test('holds its ids encoded', () => {
    expect(path`/v1/instances/${'a b/c?d#é'}/tags/${'t'}`).toBe(
      '/v1/instances/a%20b%2Fc%3Fd%23%C3%A9/tags/t',
    );
    expect(path`/v1/instances`).toBe('/v1/instances');
  });

  test.each(['', ' ', '.', '..', undefined as unknown as string])(
    '%j is no id: it would lead elsewhere',
    (id) => {
      const refused = () => path`/v1/instances/${id}`;
      expect(refused).toThrow(InvalidRequestError);
      expect(refused).toThrow('/v1/instances/… was not sent');
    },
  );

  test.each(['v1/balance', 'https://elsewhere.example.com', '/v1/instances?status=running', '/v1/a b', ''])(
    '%j is refused',
    (given) => {
      expect(() =>
        requestOf({ method: 'GET', path: given, expects: 'any' }, new AbortController().signal),
      ).toThrow(InvalidRequestError);
    },
  );
});

test.each([
  ['GET', '/v1/instance-types', true],
  ['GET', '/v1/volume-types', true],
  ['GET', '/v1/container-types', true],
  ['GET', '/v1/cluster-types', true],
  ['GET', '/v1/long-term/periods', true],
  ['GET', '/v1/long-term/periods/clusters', true],
  ['GET', '/v1/openapi.json', true],
  ['GET', '/v1/instance-types/price-history', false],
  ['GET', '/v1/instances', false],
  ['POST', '/v1/instance-types', false],
] as const)('%s %s is open: %s', (method, to, open) => {
  expect(requestOf({ method, path: to, expects: 'any' }, new AbortController().signal).open).toBe(open);
});

test('reads are not stopped with the writes', () => {
  const writes = new AbortController().signal;
  const stopOf = (method: 'GET' | 'POST', onlyReads?: boolean) =>
    requestOf(
      { method, path: '/v1/x', expects: 'any', ...(onlyReads !== undefined && { onlyReads }) },
      writes,
    ).stop;
  expect(stopOf('GET')).toBeUndefined();
  expect(stopOf('POST', true)).toBeUndefined();
  expect(stopOf('POST')).toBe(writes);
});
