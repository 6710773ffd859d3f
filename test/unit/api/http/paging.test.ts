import { allPages } from '../../../../api/http/paging';
import type { Call, Reply } from '../../../../api/http/send';

interface Item {
  readonly id: string;
}

const items = (from: number, to: number): Item[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ id: `s-${from + index}` }));

/** A list in pages; `change` alters it before each page. */
function pages(
  list: Item[],
  { announces = true, cap = 100, change = (_page: number): void => undefined } = {},
) {
  const asked: Call['query'][] = [];
  const send = (call: Call): Promise<Reply<never>> => {
    asked.push(call.query);
    change(asked.length);
    const page = Number(call.query?.['page']);
    const size = Math.min(cap, Number(call.query?.['pageSize']));
    const body = list.slice((page - 1) * size, page * size);
    const headers: Record<string, string> = announces ? { 'x-total-count': String(list.length) } : {};
    return Promise.resolve({ body: body as never, headers });
  };
  return { asked, read: () => allPages<Item>(send, { path: '/v1/scripts', query: { name: 'a' } }) };
}

test.each([0, 1, 99, 100, 101, 250])(
  'the client reads %i items in as few pages as possible',
  async (count) => {
    const list = items(1, count);
    const { asked, read } = pages(list);
    expect(await read()).toEqual(list);
    expect(asked).toHaveLength(Math.max(1, Math.ceil(count / 100)));
    expect(asked[0]).toEqual({ name: 'a', page: 1, pageSize: 100 });
  },
);

test('without a count, a page that is not full is the last one', async () => {
  expect(await pages(items(1, 250), { announces: false }).read()).toHaveLength(250);
  expect(await pages(items(1, 200), { announces: false }).read()).toHaveLength(200);
});

test('the client accepts smaller pages than requested', async () => {
  expect(await pages(items(1, 35), { cap: 10 }).read()).toHaveLength(35);
});

test('the client starts again with the first page after an item was deleted, so that no other item is missed', async () => {
  const list = items(1, 150);
  const { asked, read } = pages(list, { change: (page) => page === 2 && list.shift() });
  expect(await read()).toEqual(items(2, 150));
  expect(asked).toHaveLength(4);
});

test('the client stops when the announced count is never reached', async () => {
  const send = (): Promise<Reply<never>> =>
    Promise.resolve({ body: items(1, 3) as never, headers: { 'x-total-count': '9' } });
  expect(await allPages<Item>(send, { path: '/v1/scripts' })).toEqual(items(1, 3));
});
