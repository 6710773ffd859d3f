import fc from 'fast-check';
import { InvalidRequestError, ServerError } from '../../../../api/errors';
import { BulkDelete } from '../../../../provider/polling/bulkDelete';
import type { BulkDeleteOptions } from '../../../../provider/polling/bulkDelete';
import { TestClock } from './testClock';
import { randomCases } from '../../../randomCases';

const details = { operation: 'PUT /v1/instances' };
const refused = () => new InvalidRequestError('refused', { ...details, status: 400 });

interface Item {
  readonly id: number;
  readonly key: string;
}

/** A bulk delete with recorded requests; `answer` gives the result of each item, or throws. */
function bulk(
  answer: (items: readonly Item[]) => readonly (Error | undefined)[] = (items) => items.map(() => undefined),
  options: Partial<BulkDeleteOptions<Item>> = {},
) {
  const clock = new TestClock();
  const sent: { at: number; ids: number[]; key: string }[] = [];
  const begin = clock.now();
  const deletes = new BulkDelete<Item>({
    clock,
    windowMs: 10,
    maxWindowMs: 100,
    keyOf: ({ key }) => key,
    send: (items, key) => {
      sent.push({ at: clock.now() - begin, ids: items.map(({ id }) => id), key });
      return Promise.resolve().then(() => answer(items));
    },
    ...options,
  });
  /** Adds `count` items, one every `everyMs` ms. */
  const addAll = (count: number, everyMs: number, key = '') =>
    Promise.allSettled(
      Array.from({ length: count }, async (_, id) => {
        await clock.sleep(id * everyMs);
        await deletes.add({ id, key });
      }),
    );
  return { clock, sent, deletes, addAll };
}

const fulfilled = (outcomes: readonly PromiseSettledResult<void>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length;

describe('a bulk delete', () => {
  it('sends items that arrive together as one request', async () => {
    const { clock, sent, addAll } = bulk();
    expect(fulfilled(await clock.until(addAll(300, 0)))).toBe(300);
    expect(sent.length).toBe(1);
    expect(sent[0]?.ids.length).toBe(300);
  });

  it('does not delay a single item noticeably', async () => {
    const { clock, sent, addAll } = bulk();
    await clock.until(addAll(1, 0));
    expect(sent).toEqual([{ at: 10, ids: [0], key: '' }]);
  });

  it('collects items while more arrive, for at most a tenth of a second', async () => {
    const { clock, sent, addAll } = bulk();
    await clock.until(addAll(60, 5));
    expect(sent.map(({ ids }) => ids.length)).toEqual([21, 21, 18]);
    // Item n was added after 5 n ms.
    expect(Math.max(...sent.map(({ at, ids }) => at - 5 * (ids[0] ?? 0)))).toBe(100);
  });

  it('waits longer for the next item when items come slowly', async () => {
    const arrivals = async (...gaps: number[]) => {
      const { clock, sent, deletes } = bulk();
      const add = async () => {
        const adding = [deletes.add({ id: 0, key: '' })];
        for (const [index, gap] of gaps.entries()) {
          await clock.sleep(gap);
          adding.push(deletes.add({ id: index + 1, key: '' }));
        }
        await Promise.all(adding);
      };
      await clock.until(add());
      return sent.map(({ ids }) => ids);
    };
    expect(await arrivals(8, 20)).toEqual([[0, 1, 2]]);
    expect(await arrivals(2, 20)).toEqual([[0, 1], [2]]);
  });

  it('starts a new group after a pause', async () => {
    const { clock, sent, addAll } = bulk();
    await clock.until(addAll(3, 11));
    expect(sent.map(({ ids }) => ids)).toEqual([[0], [1], [2]]);
  });

  it('never sends an empty request, even if the time for the first item is over before it is added', async () => {
    let time = 0;
    const busy = { now: () => (time += 20), sleep: () => Promise.resolve() };
    const { sent, deletes } = bulk(undefined, { clock: busy });
    await deletes.add({ id: 7, key: '' });
    expect(sent.map(({ ids }) => ids)).toEqual([[7]]);
  });

  it('sends items with different keys separately', async () => {
    const { clock, sent, deletes } = bulk();
    await clock.until(Promise.all(['a', 'b', 'a'].map((key, id) => deletes.add({ id, key }))));
    expect(sent.map(({ ids, key }) => ({ ids, key }))).toEqual([
      { ids: [0, 2], key: 'a' },
      { ids: [1], key: 'b' },
    ]);
  });

  it('gives each item its own result', async () => {
    const { clock, sent, addAll } = bulk((items) =>
      items.map(({ id }) => (id === 1 ? new Error('in use') : undefined)),
    );
    const outcomes = await clock.until(addAll(3, 0));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({ reason: { message: 'in use' } });
    expect(sent.length).toBe(1);
  });

  it('finds the refused item of a request with few requests', async () => {
    const { clock, sent, addAll } = bulk((items) => {
      if (items.some(({ id }) => id === 123)) throw refused();
      return items.map(() => undefined);
    });
    const outcomes = await clock.until(addAll(300, 0));
    expect(fulfilled(outcomes)).toBe(299);
    expect(outcomes[123]).toMatchObject({ reason: { message: 'refused' } });
    expect(sent.length).toBeLessThan(25);
  });

  it('sends single requests if the cloud accepts no others', async () => {
    const { clock, sent, addAll } = bulk((items) => {
      if (items.length > 1) throw refused();
      return [undefined];
    });
    expect(fulfilled(await clock.until(addAll(300, 0)))).toBe(300);
    expect(sent.length).toBeLessThan(1.25 * 300);
  });

  it('does not repeat a request that may have had an effect', async () => {
    const { clock, sent, addAll } = bulk(() => {
      throw new ServerError('a fault of the cloud', { ...details, status: 500, mayHaveArrived: true });
    });
    const outcomes = await clock.until(addAll(3, 0));
    expect(
      outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as Error).message),
    ).toEqual(Array(3).fill('a fault of the cloud'));
    expect(sent.length).toBe(1);
  });

  it('rejects a response with a wrong number of results', async () => {
    const { clock, addAll } = bulk(() => [undefined]);
    const outcomes = await clock.until(addAll(2, 0));
    expect(outcomes).toMatchObject([
      { reason: { message: 'A bulk delete of 2 was answered for 1.' } },
      { reason: { message: 'A bulk delete of 2 was answered for 1.' } },
    ]);
  });

  it('gives every item exactly one result, and the right result, in every case', async () => {
    const item = fc.record({
      at: fc.nat(400),
      key: fc.constantFrom('a', 'b'),
      behaviour: fc.constantFrom('ok', 'ok', 'ok', 'fails', 'spoils'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 60 }), async (items) => {
        const behaviourOf = (id: number) => items[id]?.behaviour;
        const deleted: number[] = [];
        const { clock, sent, deletes } = bulk((batch) => {
          if (batch.some(({ id }) => behaviourOf(id) === 'spoils')) throw refused();
          deleted.push(...batch.filter(({ id }) => behaviourOf(id) === 'ok').map(({ id }) => id));
          return batch.map(({ id }) => (behaviourOf(id) === 'fails' ? new Error('fails') : undefined));
        });
        const outcomes = await clock.until(
          Promise.all(
            items.map(async ({ at, key }, id) => {
              await clock.sleep(at);
              const [outcome] = await Promise.allSettled([deletes.add({ id, key })]);
              return outcome.status === 'fulfilled' ? 'ok' : (outcome.reason as Error).message;
            }),
          ),
        );
        expect(outcomes).toEqual(
          items.map(({ behaviour }) => (behaviour === 'spoils' ? 'refused' : behaviour)),
        );
        expect(deleted.sort((a, b) => a - b)).toEqual(
          items.flatMap(({ behaviour }, id) => (behaviour === 'ok' ? [id] : [])),
        );
        expect(sent.every(({ ids, key }) => ids.every((id) => items[id]?.key === key))).toBe(true);
        expect(clock.sleeping).toBe(0);
      }),
      randomCases(100),
    );
  });
});
