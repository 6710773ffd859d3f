import { TransportError } from '../../../../api';
import { numericFields } from '../../../../api/contract';
import { decode } from '../../../../api/http/decode';
import type { Expectation } from '../../../../api/http/handler';
import { request } from '../simulation';

const decoded = async (
  expects: Expectation,
  text: string,
  method: 'GET' | 'POST' = 'GET',
): Promise<unknown> => {
  const body = new TextEncoder().encode(text);
  const handle = decode(() => Promise.resolve({ status: 200, headers: { 'x-request-id': 'req-1' }, body }));
  return (await handle(request({ expects, method }))).body;
};

const ID = '3fa85f64-5717-4562-b3fc-2c963f66afa6';

test.each<[Expectation, string, unknown]>([
  ['id', JSON.stringify(ID), ID],
  ['id', ID, ID],
  ['id', `${ID}\n`, ID],
  ['id', JSON.stringify([ID]), ID],
  ['id', JSON.stringify({ id: ID }), ID],
  ['id', JSON.stringify([{ id: ID }]), ID],
  ['id', '12345678901234567890', '12345678901234567890'],
  ['list', '[]', []],
  ['list', '[{"id":"a","unknown":1}]', [{ id: 'a', unknown: 1 }]],
  ['object', '{"id":"a"}', { id: 'a' }],
  ['object', '[{"id":"a"}]', { id: 'a' }],
  ['boolean', 'true', true],
  ['boolean', 'False', false],
  ['results', '', []],
  ['results', '[{"status":"error"}]', [{ status: 'error' }]],
  ['nothing', '', undefined],
  ['nothing', 'OK', undefined],
  ['any', '', undefined],
  ['any', '"text"', 'text'],
  ['any', 'null', null],
  ['any', '\uFEFF{"bom":true}', { bom: true }],
  [
    'any',
    String.raw`{"name":"\ud83d\ude00 \ud83d","list":["\uDE00"]}`,
    { name: '😀 \uFFFD', list: ['\uFFFD'] },
  ],
])('an expected %s is decoded from %s', async (expects, text, value) => {
  expect(await decoded(expects, text)).toEqual(value);
});

test.each<[Expectation, string]>([
  ['id', ''],
  ['id', '"3fa85f64-57'],
  ['id', '[]'],
  ['id', '["a","b"]'],
  ['id', '{"id":null}'],
  ['id', '<html>'],
  ['id', 'an error of some kind'],
  ['list', ''],
  ['list', 'null'],
  ['list', '{}'],
  ['list', '[{"id":"a"},{"id"'],
  ['list', '[1]'],
  ['object', '[]'],
  ['object', '[{},{}]'],
  ['object', '"text"'],
  ['boolean', '"true"'],
  ['results', '{}'],
  ['any', '{"half":'],
])('an expected %s is not decoded from the incomplete response %s', async (expects, text) => {
  const error: unknown = await decoded(expects, text).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(TransportError);
  expect(error).toMatchObject({
    code: 'unreadable_body',
    status: 200,
    requestId: 'req-1',
    mayHaveArrived: false,
  });
});

test('text that is not declared as JSON is accepted only if any body is expected', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const handle = decode(() =>
    Promise.resolve({ status: 200, headers, body: new TextEncoder().encode('<h1>Docs</h1>') }),
  );
  expect((await handle(request({ expects: 'any' }))).body).toBe('<h1>Docs</h1>');
  await expect(handle(request({ expects: 'list' }))).rejects.toBeInstanceOf(TransportError);
});

test('a write whose response cannot be read has probably arrived', async () => {
  await expect(decoded('id', '"half', 'POST')).rejects.toMatchObject({
    mayHaveArrived: true,
    message:
      'POST /v1/instances was answered with 200, but the body is not an id (5 characters). The request took effect or may have.',
  });
});

test('a web page is reported as such, and a token request has no effect that could be lost', async () => {
  const body = new TextEncoder().encode('<html></html>');
  const handle = decode(() =>
    Promise.resolve({ status: 200, headers: { 'content-type': 'text/html' }, body }),
  );
  await expect(handle(request({ expects: 'object', method: 'POST', onlyReads: true }))).rejects.toThrow(
    /but the body is not an object \(13 characters\)\. It is a web page: is the address that of the API\?$/,
  );
});

test('numbers that are texts are numbers, also inside of lists, for each numeric field of the contract', async () => {
  const all = Object.fromEntries([...numericFields].map((field) => [field, '12.5']));
  const numbers = Object.fromEntries([...numericFields].map((field) => [field, 12.5]));
  expect(await decoded('list', JSON.stringify([{ nested: [all] }]))).toEqual([{ nested: [numbers] }]);
  expect(
    await decoded('object', JSON.stringify({ size: 'large', name: '12', tags: [{ value: '1' }] })),
  ).toEqual({
    ...{ size: 'large', name: '12', tags: [{ value: '1' }] },
  });
  expect(await decoded('object', '{"size":"0x10","amount":"-1.5e3","ram_gb":""}')).toEqual({
    ...{ size: '0x10', amount: -1500, ram_gb: '' },
  });
});
