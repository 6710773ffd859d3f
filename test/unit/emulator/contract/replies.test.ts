import { endpoints } from '../../../../emulator/src/contract/document';
import { ReplyCheck } from '../../../../emulator/src/contract/replies';

describe('the check of replies', () => {
  const endpoint = (id: string) => {
    const found = endpoints.find(({ operation }) => operation.operationId === id);
    if (found === undefined) throw new Error(`The contract has no ${id}.`);
    return found;
  };
  const headers = {
    'ratelimit-policy': 'project;q=500;w=60, endpoint;q=60;w=60',
    ratelimit: 'project;r=499;t=60, endpoint;r=59;t=60',
    'content-type': 'application/json; charset=utf-8',
  };
  const violationsOf = (id: string, status: number, body: unknown, given: object = headers): string[] => {
    const check = new ReplyCheck();
    check.check(endpoint(id), status, { ...given }, body === undefined ? undefined : JSON.stringify(body));
    return check.violations.map(({ message }) => message);
  };

  test.each([
    ['a reply as in the contract', 'getBalance', 200, { amount: 1, currency: 'usd' }, []],
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
  ])('accepts or reports %s', (_, id, status, body, messages) => {
    expect(violationsOf(id, status, body)).toEqual(messages);
  });

  test.each([
    ['ratelimit', 'project;r=-1;t=60', 'ratelimit must match pattern'],
    ['x-page', '4.03e+29', 'x-page has to be <= 1000000000.'],
    ['x-page', 'first', 'x-page has to be of type integer.'],
    ['x-total-count', 3, undefined],
    ['content-type', 'text/plain', 'The content type of the body is not JSON.'],
  ])('reports the header %s: %s', (name, value, words) => {
    const paged = { ...headers, 'x-page': '1', 'x-page-size': '10', 'x-total-count': '0' };
    const [complaint, ...more] = violationsOf('listScripts', 200, [], { ...paged, [name]: value });
    expect(more).toEqual([]);
    if (words === undefined) expect(complaint).toBeUndefined();
    else expect(complaint).toContain(words);
  });

  test('reports missing headers', () => {
    const body = { amount: 1, currency: 'usd' };
    expect(violationsOf('getBalance', 200, body, {})).toEqual(['The header ratelimit-policy is missing.']);
    expect(violationsOf('listScripts', 200, [], headers)).toEqual(['The header x-page is missing.']);
  });
});
