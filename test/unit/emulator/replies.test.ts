import { endpoints } from '../../../emulator/src/contract/document';
import { ReplyCheck } from '../../../emulator/src/contract/replies';

describe('the check of replies', () => {
  const endpoint = (id: string) => {
    const found = endpoints.find(({ operation }) => operation.operationId === id);
    if (found === undefined) throw new Error(`The contract has no ${id}.`);
    return found;
  };
  const headers = { 'ratelimit-policy': 'p', ratelimit: 'r' };
  const complaints = (id: string, status: number, body: unknown, given: object = headers): string[] => {
    const check = new ReplyCheck();
    check.check(endpoint(id), status, { ...given }, body === undefined ? undefined : JSON.stringify(body));
    return check.violations.map(({ message }) => message);
  };

  test.each([
    ['what the contract says', 'getBalance', 200, { amount: 1, currency: 'usd' }, []],
    ['an error', 'getBalance', 401, { code: 'unauthorized_request', message: 'm' }, []],
    ['no body where there is none', 'deleteVolume', 202, undefined, []],
    ['an optional body', 'performVolumeAction', 202, undefined, []],
    ['a missing field', 'getBalance', 200, { amount: 1 }, ['currency is required.']],
    [
      'a wrong type',
      'getBalance',
      200,
      { amount: '1', currency: 'usd' },
      ['amount has to be of type number.'],
    ],
    [
      'an added field',
      'getBalance',
      200,
      { amount: 1, currency: 'usd', debt: 0 },
      ['The value has no property "debt".'],
    ],
    ['a status that is not declared', 'getBalance', 418, {}, ['The status 418 is not declared.']],
    ['a body too many', 'deleteVolume', 202, {}, ['There is a body where none is declared.']],
    ['a body too few', 'getBalance', 200, undefined, ['There is no body where one is declared.']],
  ])('judges %s', (_, id, status, body, messages) => {
    expect(complaints(id, status, body)).toEqual(messages);
  });

  test('misses headers, those of the limits only where there are limits', () => {
    const body = { amount: 1, currency: 'usd' };
    expect(complaints('getBalance', 200, body, {})).toEqual(['The header ratelimit-policy is missing.']);
    const unlimited = new ReplyCheck('unlimited');
    unlimited.check(endpoint('getBalance'), 200, {}, JSON.stringify(body));
    unlimited.check(endpoint('listScripts'), 200, {}, '[]');
    expect(unlimited.violations).toMatchObject([
      { operationId: 'listScripts', message: 'The header x-page is missing.' },
    ]);
  });
});
