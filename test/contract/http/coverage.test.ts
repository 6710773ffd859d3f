import { coverageOf } from '../../../tools/src/contract/coverage';
import { Contract } from '../../../tools/src/contract/document';
import { acceptedSteps } from '../../../tools/src/contract/sendSteps';
import { ReplyCheck } from '../../../tools/src/contract/replyCheck';
import { stepsOf } from '../../../tools/src/contract/steps';
import { Visitor } from '../../../tools/src/contract/visitor';
import { useCloud } from '../support/caller';

const contract = Contract.read();
const ids = contract.operations.map(({ id }) => id);
const served = new Set(ids);

const ok = { status: 200, complaint: undefined };
const allCalled = new Map(ids.map((id) => [id, [ok]]));

describe('the coverage of the contract', () => {
  const cloud = useCloud({ control: true, rateLimits: true });

  test('is complete: every operation is served and answers a valid request according to the contract', async () => {
    const visitor = new Visitor(cloud.emulator.url, contract, new ReplyCheck(contract));
    expect(await acceptedSteps(visitor)).toBe(stepsOf(contract).length);
    const { body } = await cloud.owner.get<{ operationId: string }[]>('/_emulator/operations');
    const coverage = coverageOf(
      contract.operations,
      new Set(body.map(({ operationId }) => operationId)),
      visitor.calls,
    );
    expect(coverage.table.filter((line) => !line.endsWith('  ok'))).toEqual([]);
    expect(coverage).toMatchObject({ summary: `operations ${ids.length}/${ids.length}`, isComplete: true });
    expect(ids.length).toBeGreaterThan(70);
  });
});

describe('an operation', () => {
  const result = (line: string | undefined): string => line?.split('  ').at(-1) ?? '';

  test('does not count if it is not served', () => {
    const { table, summary, isComplete } = coverageOf(contract.operations, new Set(ids.slice(1)), allCalled);
    expect({ result: result(table[0]), summary, isComplete }).toEqual({
      result: 'not served',
      summary: `operations ${ids.length - 1}/${ids.length}`,
      isComplete: false,
    });
  });

  test('does not count if it was not called', () => {
    const { table, isComplete } = coverageOf(contract.operations, served, new Map([...allCalled].slice(1)));
    expect({ result: result(table[0]), isComplete }).toEqual({ result: 'not called', isComplete: false });
  });

  test('does not count if one of its replies was wrong', () => {
    const calls = new Map([
      ...allCalled,
      [ids[0] ?? '', [ok, { status: 200, complaint: 'the body is missing' }]],
    ]);
    const { table, isComplete } = coverageOf(contract.operations, served, calls);
    expect({ result: result(table[0]), isComplete }).toEqual({
      result: 'the body is missing',
      isComplete: false,
    });
  });
});

describe('the check of a reply', () => {
  const replies = new ReplyCheck(contract);
  const limits = { 'RateLimit-Policy': 'project;q=500;w=60', RateLimit: 'project;r=1;t=1' };
  const json = { ...limits, 'content-type': 'application/json' };

  const complaint = (id: string, status: number, headers: Record<string, string>, text: string) =>
    replies.complaint(contract.operation(id), { status, headers: new Headers(headers), text });

  const balance = '{"amount":1,"currency":"usd"}';

  test.each([
    ['an error', 400, json, '{"code":"invalid_request","message":"No."}', /refused.*No\./],
    ['a status that is not declared', 299, json, balance, /not declared/],
    [
      'a reply without the headers of the limits',
      200,
      { 'content-type': 'application/json' },
      balance,
      /RateLimit-Policy/,
    ],
    ['a reply without a body', 200, json, '', /missing/],
    [
      'a reply of another content type',
      200,
      { ...limits, 'content-type': 'text/plain' },
      balance,
      /text\/plain/,
    ],
    ['a reply of another shape', 200, json, '{"amount":"1","currency":"usd"}', /amount/],
  ])('reports %s', (_, status, headers, text, words) => {
    expect(complaint('getBalance', status, headers, text)).toMatch(words);
  });

  test('reports a body where none is declared', () => {
    expect(complaint('deleteScript', 200, json, '{}')).toMatch(/none is declared/);
  });

  test('accepts a reply that matches the contract', () => {
    expect(complaint('getBalance', 200, json, balance)).toBeUndefined();
    expect(complaint('deleteScript', 200, limits, '')).toBeUndefined();
    expect(complaint('performVolumeAction', 202, limits, '')).toBeUndefined();
  });
});
