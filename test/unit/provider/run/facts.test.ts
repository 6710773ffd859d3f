// What a run remembers. Each test names what a wrong writer would lose.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { intentLogIn } from '../../../../core/orphans/intentLog';
import { orderOf, pendingTag, postOf, readPendingTag } from '../../../../core/pendingTag';
import { Known } from '../../../../provider/run/known';
import { Moves, Written } from '../../../../provider/run/run';
import { Once } from '../../../../provider/run/once';
import { Phase } from '../../../../provider/run/phase';
import { Posts } from '../../../../provider/run/posts';
import { Program } from '../../../../provider/run/program';
import { Things } from '../../../../provider/run/things';

const ONE = 'urn:pulumi:dev::lab::cloud-compute:Instance::one';
const TWO = 'urn:pulumi:dev::lab::cloud-compute:Instance::two';
const use = (what: string, value: string, path = what) => ({ what, value, path });
const instance = (more: Partial<Parameters<Program['declare']>[1]> = {}) => ({
  type: 'Instance',
  inputs: {},
  olds: undefined,
  uses: [],
  ...more,
});

describe('program', () => {
  it('keeps the old inputs when the check of a replacement gets none: its price and what it frees follow from them', () => {
    const program = new Program();
    program.declare(ONE, instance({ olds: { size: 1 } }));
    expect(program.ofType('Instance')[0]?.[1].isNew).toBe(false);
    program.declare(ONE, instance());
    expect(program.oldInputs(ONE)).toEqual({ size: 1 });
    expect(program.ofType('Instance')[0]?.[1].isNew).toBe(true);
  });

  it('finds the first user of a value, also after a second check, so that exactly one machine is ordered with a volume', () => {
    const program = new Program();
    program.declare(ONE, instance({ uses: [use('volume', 'a')] }));
    program.declare(TWO, instance({ uses: [use('volume', 'a')] }));
    program.declare(ONE, instance({ uses: [use('volume', 'a')] }));
    expect(program.earlierUser(ONE, 'volume', 'a')).toBeUndefined();
    expect(program.earlierUser(TWO, 'volume', 'a')).toEqual({ urn: ONE, path: 'volume' });
    expect(program.isUsed('volume', 'a')).toBe(true);
    expect(program.isUsed('host', 'a')).toBe(false);
  });

  it('adopts only what a check without old inputs adopts: a later delete of the adopted object is allowed', () => {
    const program = new Program();
    program.declare(ONE, instance({ olds: {} }));
    expect(program.adopts('a')).toBe(false);
    program.declare(TWO, instance({ uses: [use('adopted volume', 'a', 'adoptId')] }));
    expect(program.adopts('a')).toBe(true);
  });

  it('runs only after a check: destroy and refresh run no program', () => {
    const program = new Program();
    expect([program.runs, program.existedBefore]).toEqual([false, false]);
    program.declare(ONE, instance({ olds: {} }));
    expect([program.runs, program.existedBefore, program.has(ONE)]).toEqual([true, true, true]);
  });
});

describe('posts', () => {
  const order = orderOf({ owner: 'me', urn: ONE });
  const noted = () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-home-'));
    afterAllOf.push(home);
    return intentLogIn({ PULUMI_HOME: home });
  };
  const afterAllOf: string[] = [];
  afterAll(() => {
    for (const home of afterAllOf) rmSync(home, { recursive: true });
  });

  it('gives each POST of a resource a time of its own, also after another process: a time that two share proves nothing', () => {
    const log = noted();
    const first = new Posts(log);
    expect([first.timeFor('me', order.resource, 5), first.timeFor('me', order.resource, 3)]).toEqual([5, 6]);
    first.add(pendingTag(order, 6).value, ONE);
    expect(new Posts(log).timeFor('me', order.resource, 6)).toBe(7);
    expect(new Posts(log).timeFor('me', 'other', 6)).toBe(6);
  });

  it('keeps an answer for later processes, and an open POST until then: a copy of the answer is never taken over', () => {
    const log = noted();
    const { value } = pendingTag(order, 5);
    const post = postOf(readPendingTag(value)) ?? '';
    const posts = new Posts(log);
    posts.add(value, ONE);
    expect([posts.isOpen(post), posts.idOf(post), log.hasOpenPosts('me')]).toEqual([true, undefined, true]);
    posts.answer(value, 'vol_1');
    const later = new Posts(log);
    expect(log.orderedUrns().get(order.resource)).toBe(ONE);
    expect([later.isOpen(post), later.idOf(post), log.hasOpenPosts('me')]).toEqual([false, 'vol_1', false]);
    // What rewrites a tag does not change its POST.
    expect(postOf(readPendingTag(value.replace('.drop.', '.saved.')))).toBe(post);
    expect(posts.tagOf('vol_1')).toBe(value);
  });

  it('takes an answer from state, on a computer without notes', () => {
    const { value } = pendingTag(order, 5);
    const post = postOf(readPendingTag(value)) ?? '';
    const posts = new Posts(intentLogIn({}));
    expect(posts.idOf(post)).toBeUndefined();
    posts.recall(value, 'vol_1');
    expect([posts.idOf(post), posts.isOpen(post)]).toEqual(['vol_1', false]);
  });

  it('drops a refused POST: nothing is made by it', () => {
    const log = noted();
    const { value } = pendingTag(order, 5);
    const posts = new Posts(log);
    posts.add(value, ONE);
    posts.refuse(value);
    expect(posts.isOpen(postOf(readPendingTag(value)) ?? '')).toBe(false);
    expect(log.hasOpenPosts('me')).toBe(false);
  });
});

describe('things', () => {
  it('keeps settings and tag keys when a create takes the object over: they decide how it is deleted', () => {
    const things = new Things();
    things.declare('a', { urn: ONE, settings: { deletePermanently: true }, tagKeys: ['team'] });
    things.declare('a', { urn: TWO });
    expect([things.urnOf('a'), things.settingsOf('a'), things.tagKeysOf('a')]).toEqual([
      TWO,
      { deletePermanently: true },
      ['team'],
    ]);
    expect([things.hasUrn(ONE), things.hasUrn(TWO), things.has('b')]).toEqual([false, true, false]);
  });

  it('finds kept volumes by the URN: the new machine of a replacement has another id', () => {
    const things = new Things();
    things.keep(ONE, ['a']);
    expect(things.keptBy(ONE)).toEqual(['a']);
    things.keep(ONE, []);
    expect([things.keptBy(ONE), things.keptBy(TWO)]).toEqual([[], undefined]);
  });
});

describe('known', () => {
  it('protects an object from the delete of another state, and from no delete of its own', () => {
    const known = new Known();
    known.claim('a', 'new');
    expect([known.has('a'), known.isClaimed('a')]).toEqual([true, true]);
    expect([known.isClaimedByOther('a', 'old'), known.isClaimedByOther('a', 'new')]).toEqual([true, false]);
  });

  it('claims nothing for a state that is only read: the engine may be about to delete it', () => {
    const known = new Known();
    known.add('a');
    known.claim('a', undefined);
    expect([known.has('a'), known.isClaimed('a'), known.isClaimedByOther('a', 'old')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('does not count ids of an old state as seen by this process: a create may take them over', () => {
    const known = new Known();
    known.addInState(['a']);
    expect([known.isInState('a'), known.has('a')]).toEqual([true, false]);
  });
});

describe('written', () => {
  it('collects the tag keys of all writes: a failed update records them all', () => {
    const written = new Written();
    written.addTagKey('a', 'team');
    written.addTagKey('a', 'cost');
    expect([...written.tagKeysOf('a')]).toEqual(['team', 'cost']);
    expect(written.tagKeysOf('b').size).toBe(0);
  });
});

describe('moves', () => {
  it('releases a volume until the last of several calls has ended, also by a failure', async () => {
    const moves = new Moves();
    let end: () => void = () => undefined;
    const first = moves.release(
      ['a'],
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    await expect(moves.release(['a'], () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(moves.isReleased('a')).toBe(true);
    end();
    await first;
    expect(moves.isReleased('a')).toBe(false);
  });
});

describe('phase', () => {
  it('delays work until an up is known, and never does it in a preview', () => {
    const phase = new Phase();
    const done: string[] = [];
    phase.onceUp(() => done.push('early'));
    expect(done).toEqual([]);
    phase.recordUp();
    phase.onceUp(() => done.push('late'));
    expect(done).toEqual(['early', 'late']);
  });

  it('does the work at the end once, and waits for what must finish, also if it fails', async () => {
    const phase = new Phase();
    let ends = 0;
    phase.atEnd.push(() => Promise.resolve(void (ends += 1)));
    await phase.finish();
    await phase.finish();
    expect(ends).toBe(1);
    await expect(phase.mustFinish(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await expect(phase.allFinished()).resolves.toBeUndefined();
  });

  it('says why writes are stopped', () => {
    const phase = new Phase();
    phase.stop(new Error('cancelled'), 'the run was cancelled');
    expect([phase.stopped.aborted, phase.whyStopped, phase.engineIsGone]).toEqual([
      true,
      'the run was cancelled',
      false,
    ]);
  });
});

describe('once', () => {
  it('makes a value for all calls, and makes it again after a promise that failed', async () => {
    const once = new Once();
    let loads = 0;
    const load = () => {
      loads += 1;
      return loads === 1 ? Promise.reject(new Error('refused')) : Promise.resolve(loads);
    };
    await expect(once.get('capacity', load)).rejects.toThrow('refused');
    await expect(Promise.all([once.get('capacity', load), once.get('capacity', load)])).resolves.toEqual([
      2, 2,
    ]);
  });

  it('keeps a value that is undefined', () => {
    const once = new Once();
    let loads = 0;
    const load = () => void (loads += 1);
    once.get('explained shared volumes', load);
    once.get('explained shared volumes', load);
    expect(loads).toBe(1);
  });
});
