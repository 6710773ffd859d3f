// How many connections are open at once.
import { Turns } from '../../../../../provider/machines/conditions/turns';

const never = new AbortController().signal;

it('no more than the limit have a turn, and the others follow in their order', async () => {
  const turns = new Turns(2);
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const all = [1, 2, 3, 4].map(async (number) => {
    ends.push(await turns.take(never));
    begun.push(number);
  });
  await Promise.all(all.slice(0, 2));
  expect(begun).toEqual([1, 2]);
  ends[0]?.();
  await all[2];
  expect(begun).toEqual([1, 2, 3]);
  ends[1]?.();
  await all[3];
  expect(begun).toEqual([1, 2, 3, 4]);
});

it('an aborted user leaves the queue, and takes no turn', async () => {
  const turns = new Turns(1);
  const end = await turns.take(never);
  const aborted = new AbortController();
  const left = turns.take(aborted.signal);
  const next = turns.take(never);
  aborted.abort(new Error('no more'));
  await expect(left).rejects.toThrow('no more');
  end();
  expect(typeof (await next)).toBe('function');
});
