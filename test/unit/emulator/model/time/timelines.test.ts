import { Clock } from '../../../../../emulator/src/model/time/clock';
import { internal } from '../../../../../emulator/src/model/events';
import { finalStatus, statusOf, Timelines } from '../../../../../emulator/src/model/time/timelines';
import type { Living } from '../../../../../emulator/src/model/time/timelines';

describe('timelines', () => {
  const setUp = () => {
    const clock = new Clock(() => 0, { start: 0 });
    const before: number[] = [];
    const timelines = new Timelines(clock, (_, at, enter) => {
      before.push(at);
      enter();
    });
    const table = new Map<string, Living>();
    const entered: string[] = [];
    timelines.follow(table, ({ id }, { status, at }) =>
      entered.push(`${id} ${status} ${at} ${timelines.now()}`),
    );
    const add = (id: string): Living => {
      const living: Living = { id, phases: [], entered: 0 };
      table.set(id, living);
      return living;
    };
    return { clock, before, timelines, table, entered, add };
  };
  const cause = internal('test');

  test('enter the phases of all resources in order, each at its instant', () => {
    const { clock, before, timelines, entered, add } = setUp();
    timelines.plan(add('a'), cause, [{ status: 'new' }, { status: 'old', after: 3 }]);
    timelines.plan(add('b'), cause, [
      { status: 'new', after: 1 },
      { status: 'old', after: 1 },
    ]);
    clock.advance(10_000);
    timelines.catchUp();
    expect(entered).toEqual(['a new 0 0', 'b new 1000 1000', 'b old 2000 2000', 'a old 3000 3000']);
    expect(before).toEqual([0, 1000, 2000, 3000]);
  });

  test('do nothing before a phase is due', () => {
    const { clock, timelines, add } = setUp();
    const a = add('a');
    timelines.plan(a, cause, [{ status: 'new' }, { status: 'old', after: 3 }]);
    clock.advance(2999);
    timelines.catchUp();
    expect([statusOf(a), finalStatus(a)]).toEqual(['new', 'old']);
    clock.advance(1);
    timelines.catchUp();
    expect(statusOf(a)).toBe('old');
  });

  test('replace planned phases, and keep past phases', () => {
    const { clock, timelines, entered, add } = setUp();
    const a = add('a');
    timelines.plan(a, cause, [{ status: 'one' }, { status: 'two', after: 5 }]);
    timelines.plan(a, cause, [{ status: 'three', after: 1 }]);
    clock.advance(60_000);
    timelines.catchUp();
    expect(entered).toEqual(['a one 0 0', 'a three 1000 1000']);
    expect(a.phases.map(({ status }) => status)).toEqual(['one', 'three']);
  });

  test('include phases that an effect plans, from the instant of the effect', () => {
    const clock = new Clock(() => 0, { start: 0 });
    const timelines = new Timelines(clock, (_, __, enter) => {
      enter();
    });
    const table = new Map<string, Living>([['a', { id: 'a', phases: [], entered: 0 }]]);
    timelines.follow(table, (living, { status }) => {
      if (status === 'one') timelines.plan(living, cause, [{ status: 'two', after: 2 }]);
    });
    const a = table.get('a') as Living;
    timelines.plan(a, cause, [{ status: 'one', after: 1 }]);
    clock.advance(3000);
    timelines.catchUp();
    expect(a.phases).toMatchObject([
      { status: 'one', at: 1000 },
      { status: 'two', at: 3000 },
    ]);
    expect(statusOf(a)).toBe('two');
  });

  test.each([
    ['as they were planned', false],
    ['after the tables were searched again', true],
  ])('enter phases of one instant in the order of the tables and their rows, %s', (_, isReloaded) => {
    const { clock, timelines, entered, add } = setUp();
    const other = new Map<string, Living>();
    timelines.follow(other, ({ id }, { status }) => entered.push(`${id} ${status}`));
    const [a, b, c] = [add('a'), add('b'), add('c')];
    const z: Living = { id: 'z', phases: [], entered: 0 };
    other.set('z', z);
    for (const resource of [a, z, b, c]) timelines.plan(resource, cause, [{ status: 'new' }]);
    if (isReloaded) timelines.reload();
    entered.length = 0;
    timelines.plan(z, cause, [{ status: 'old', after: 1 }]);
    timelines.plan(c, cause, [{ status: 'old', after: 1 }]);
    timelines.plan(a, cause, [{ status: 'old', after: 1 }]);
    clock.advance(1000);
    timelines.catchUp();
    expect(entered).toEqual(['a old 1000 1000', 'c old 1000 1000', 'z old']);
  });

  test('drop the plans of a resource that was removed or replaced', () => {
    const { clock, timelines, table, entered, add } = setUp();
    for (const id of ['a', 'b']) timelines.plan(add(id), cause, [{ status: 'new', after: 1 }]);
    table.delete('a');
    const b = structuredClone(table.get('b')) as Living;
    table.set('b', b);
    timelines.plan(b, cause, [{ status: 'other', after: 2 }]);
    clock.advance(3000);
    timelines.catchUp();
    expect(entered).toEqual(['b other 2000 2000']);
  });

  test('keep the next phases of all when a resource is planned very often', () => {
    const { clock, timelines, entered, add } = setUp();
    const [a, b] = [add('a'), add('b')];
    timelines.plan(b, cause, [{ status: 'new', after: 5 }]);
    for (let time = 0; time < 3000; time += 1) {
      timelines.plan(a, cause, [{ status: `plan ${time}`, after: 5 }]);
    }
    clock.advance(5000);
    timelines.catchUp();
    expect(entered).toEqual(['a plan 2999 5000 5000', 'b new 5000 5000']);
  });

  test('apply the fault plan of a request to its own plans and to no other plan', () => {
    const { clock, timelines, add } = setUp();
    const [a, b] = [add('a'), add('b')];
    timelines.withFaultPlan(
      (steps) => steps.slice(0, 1),
      () => {
        timelines.plan(a, cause, [{ status: 'one' }, { status: 'two', after: 1 }]);
      },
    );
    timelines.plan(b, cause, [{ status: 'one' }, { status: 'two', after: 1 }]);
    clock.advance(5000);
    timelines.catchUp();
    expect([statusOf(a), statusOf(b)]).toEqual(['one', 'two']);
  });

  test('give no status to a resource without a history', () => {
    expect(() => statusOf({ id: 'x', phases: [], entered: 0 })).toThrow(/x has no history/);
  });
});
