import { LIST, answeringCloud, testService } from '../calls';

const here = answeringCloud();

testService(
  'audit',
  [
    [
      'audit.list',
      (api) =>
        api.audit.list({
          action: 'create',
          objectType: 'volume',
          startDate: 'a',
          endDate: 'b',
          pageSize: 3,
          cursor: 'c',
        }),
      'GET /v1/audit/log?action=create&object_type=volume&start_date=a&end_date=b&page_size=3&cursor=c',
      undefined,
      { body: { data: LIST } },
      { data: LIST },
    ],
    [
      'audit.export',
      (api) => api.audit.export({ action: 'delete' }),
      'POST /v1/audit/log/download',
      { action: 'delete' },
      { body: { url: 'u' } },
      { url: 'u' },
    ],
  ],
  ['all'],
  here,
);

test('audit.all follows the cursor to the last page, and reads no more than requested', async () => {
  const pages = [{ data: [{ id: 'log_1' }, { id: 'log_2' }], cursor: 'next' }, { data: [{ id: 'log_3' }] }];
  const before = here.cloud.of('GET /v1/audit/log').length;
  const seen: string[] = [];
  here.answer = { body: pages[0] };
  for await (const { id } of here.client.audit.all()) {
    seen.push(id);
    here.answer = { body: pages[1] };
  }
  expect(seen).toEqual(['log_1', 'log_2', 'log_3']);
  here.answer = { body: pages[0] };
  for await (const { id } of here.client.audit.all({ objectType: 'volume' })) if (id) break;
  expect(
    here.cloud
      .of('GET /v1/audit/log')
      .slice(before)
      .map(({ url }) => url),
  ).toEqual([
    '/v1/audit/log?page_size=100',
    '/v1/audit/log?page_size=100&cursor=next',
    '/v1/audit/log?object_type=volume&page_size=100',
  ]);
});
