import { requestOf } from '../../../../api/http/request';

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
