import fc from 'fast-check';
import { TransportError } from '../../../../../api/errors';
import { DeadlineError } from '../../../../../provider/polling/deadline';
import { Failed, TestCloud } from '../testCloud';
import { randomCases } from '../../../../randomCases';

const details = { operation: 'GET /v1/instances' };

describe('random sequences of events', () => {
  const arrival = fc.record({
    at: fc.nat(120_000),
    settles: fc.nat(90_000),
    turns: fc.constantFrom('running', 'error', 'discontinued', 'never', 'vanishes'),
    lag: fc.nat(8_000),
    deadline: fc.integer({ min: 1, max: 150_000 }),
    abortAfter: fc.option(fc.nat(60_000), { freq: 4 }),
    kind: fc.constantFrom('deploying', 'deleting'),
  });

  it('end each wait exactly once and in time, with a limited number of lists, and without requests after the last wait', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arrival, { minLength: 1, maxLength: 25 }),
        fc.array(fc.boolean(), { maxLength: 30 }),
        async (arrivals, faults) => {
          const cloud = new TestCloud();
          let waiting = 0;
          const uncalledFor: number[] = [];
          cloud.beforeList = () => {
            if (waiting === 0) uncalledFor.push(cloud.clock.now());
            if (faults[cloud.lists.length]) throw new TransportError('no connection', details);
          };
          const ends = arrivals.map(async (wait, index) => {
            await cloud.clock.sleep(wait.at);
            const id = String(index);
            const begin = cloud.clock.now();
            cloud.behave(id, (now) => {
              if (now < begin + wait.settles || wait.turns === 'never') return 'provisioning';
              return wait.turns === 'vanishes' ? undefined : wait.turns;
            });
            cloud.unlisted.add(id);
            void cloud.clock.sleep(wait.lag).then(() => cloud.unlisted.delete(id));
            const stop = new AbortController();
            if (wait.abortAfter !== null) {
              void cloud.clock.sleep(wait.abortAfter).then(() => {
                stop.abort(new Error('enough'));
              });
            }
            waiting += 1;
            let ended = 0;
            const count = () => {
              ended += 1;
              waiting -= 1;
            };
            const promise = cloud.waitReady(id, {
              deadline: begin + wait.deadline,
              signal: stop.signal,
              kind: wait.kind,
            });
            promise.then(count, count);
            const [end] = await Promise.allSettled([promise]);
            const took = cloud.clock.now() - begin;
            expect(ended).toBe(1);
            expect(took).toBeLessThanOrEqual(Math.min(wait.deadline, wait.abortAfter ?? Infinity));
            if (end.status === 'fulfilled') {
              expect(wait.turns).toBe('running');
              expect(took).toBeGreaterThanOrEqual(wait.settles);
            } else if (end.reason instanceof Failed) {
              expect(['error', 'discontinued', 'vanishes']).toContain(wait.turns);
            } else if (end.reason instanceof DeadlineError) {
              expect(took).toBe(wait.deadline);
            } else {
              expect((end.reason as Error).message).toBe('enough');
            }
          });
          await cloud.clock.until(Promise.all(ends));
          const { length } = cloud.lists;
          await cloud.clock.pass(300_000);
          expect(cloud.clock.sleeping).toBe(0);
          expect(cloud.lists.length).toBe(length);
          expect(uncalledFor).toEqual([]);
          const inMinuteFrom = (start: number) =>
            cloud.lists.filter((at) => at >= start && at < start + 60_000).length;
          expect(Math.max(0, ...cloud.lists.map(inMinuteFrom))).toBeLessThanOrEqual(91);
        },
      ),
      randomCases(60),
    );
  }, 60_000);
});
