import { RequestLog } from '../../../../emulator/src/http/requestLog';

describe('the log of requests', () => {
  const logOf = (count: number): RequestLog => {
    const log = new RequestLog();
    for (let n = 1; n <= count; n += 1)
      log.add({
        at: n,
        method: 'GET',
        url: `/v1/instances/${n}`,
        operationId: n % 2 === 0 ? 'getInstance' : undefined,
        clientId: 'emulator',
        status: 200,
        began: n,
        milliseconds: 1,
        faults: undefined,
      });
    return log;
  };

  test('lists its entries in order, with readable times', () => {
    expect(logOf(2).list()).toEqual([
      expect.objectContaining({ url: '/v1/instances/1', at: '1970-01-01T00:00:00.001Z' }),
      expect.objectContaining({ url: '/v1/instances/2', at: '1970-01-01T00:00:00.002Z' }),
    ]);
  });

  test('keeps the latest ten thousand entries and counts all', () => {
    const log = logOf(25_004);
    const urls = log.list().map(({ url }) => url);
    expect(urls).toHaveLength(10_000);
    expect([urls[0], urls.at(-1)]).toEqual(['/v1/instances/15005', '/v1/instances/25004']);
    expect(log.counts()).toEqual({ getInstance: 12_502, unknown: 12_502 });
  });

  test('lists the latest entries with their numbers', () => {
    const places = (log: RequestLog) => log.latest(2).map(({ place, entry }) => [place, entry.url]);
    expect(places(logOf(1))).toEqual([[0, '/v1/instances/1']]);
    expect(places(logOf(25_004))).toEqual([
      [25_002, '/v1/instances/25003'],
      [25_003, '/v1/instances/25004'],
    ]);
  });

  test('is empty again once it is reset', () => {
    const log = logOf(10_001);
    log.reset();
    expect([log.list(), log.counts()]).toEqual([[], {}]);
    log.add({
      at: 0,
      method: 'GET',
      url: '/',
      operationId: undefined,
      clientId: undefined,
      status: null,
      began: 0,
      milliseconds: null,
      faults: undefined,
    });
    expect(log.list()).toHaveLength(1);
  });
});
