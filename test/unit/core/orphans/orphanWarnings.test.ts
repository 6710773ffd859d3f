import type { Volume } from '../../../../api';
import type { EndedRun } from '../../../../core/orphans/orphanWarnings';
import { warningsAtEnd } from '../../../../core/orphans/orphanWarnings';
import type { Orphan } from '../../../../core/orphans/orphans';
import { NO_POSTS } from '../../../../core/orphans/originals';
import { orphansIn, whyKept } from '../../../../core/orphans/orphans';
import type { WhenOrphaned } from '../../../../core/pendingTag';
import { orderOf, pendingTag, resourceHashOf, stackHashOf } from '../../../../core/pendingTag';

const MINE = { owner: 'feedc0ffee00', urn: 'urn:pulumi:dev::test::a:b:C::data' };
const CREATED = '2026-03-01T12:00:00.000Z';

/** The orphans of a list with one volume, whose tag says this. */
const orphansWith = (whenOrphaned: WhenOrphaned) => {
  const { key, value } = pendingTag(orderOf(MINE, { whenOrphaned }), Date.parse(CREATED));
  const volume: Partial<Volume> = {
    ...{ id: 'vol_1', name: 'data', status: 'detached', size: 10, created_at: CREATED, instances: [] },
    tags: [{ id: 'tag_1', key, value }],
  };
  return orphansIn([{ collection: 'volumes', object: volume as Volume }]);
};

const RUN: EndedRun = {
  ...{ owner: MINE.owner, stackHash: stackHashOf(MINE.urn), isComplete: true },
  ...{
    ids: new Set(),
    withoutVolumes: new Set(),
    existingVolumes: new Set<string>(),
    listsAreComplete: true,
    log: { isInterrupted: () => false, restoresOf: () => [], posts: NO_POSTS },
  },
};

const warningsAbout = (orphans: Orphan[], run: EndedRun) => warningsAtEnd({ things: [], orphans }, run);

/** The warnings about it of a run that does not know it. */
const warnings = (whenOrphaned: WhenOrphaned, isComplete: boolean) =>
  warningsAbout(orphansWith(whenOrphaned), { ...RUN, isComplete });

describe('the end of a run', () => {
  it('names what is no resource of the program, also if the run did not reach all of them', () => {
    expect(warnings('drop', true)).toEqual([expect.stringContaining('volume data (vol_1)')]);
    expect(warnings('drop', false)).toEqual([expect.stringContaining('did not reach all resources')]);
  });

  it('names what an earlier run has saved only if it has reached all resources', () => {
    expect(warnings('saved', true)).toEqual([
      expect.stringMatching(/data \(vol_1\).*; the engine had its id: only `--force` removes it/),
    ]);
    expect(warnings('saved', false)).toEqual([]);
  });

  it('does not count a volume of the program to the volumes of an orphan', () => {
    const [orphan] = orphansWith('drop');
    const cluster = { ...orphan, volumeIds: ['vol_2', 'vol_3'] } as Orphan;
    const [warning] = warningsAbout([cluster], { ...RUN, ids: new Set(['vol_3']) });
    expect(warning).toContain('vol_2');
    expect(warning).not.toContain('vol_3');
  });

  it('does not name a volume of a machine whose volumes state does not list yet, also after the stack was renamed', () => {
    const [orphan] = orphansWith('drop');
    const object = { ...orphan?.object, instances: [{ id: 'machine' }] };
    const volume = { ...orphan, object } as unknown as Orphan;
    const renamed = { ...RUN, stackHash: stackHashOf('urn:pulumi:renamed::test') };
    expect(warningsAbout([volume], renamed)).toHaveLength(1);
    const withoutVolumes = new Set(['machine']);
    expect(warningsAbout([volume], { ...renamed, withoutVolumes })).toEqual([]);
    expect(warningsAbout([volume], { ...RUN, withoutVolumes })).toEqual([]);
  });

  it('names what this computer has ordered for another owner of the stack, if no run has its answer', () => {
    const isInterrupted = (owner: string, resource: string) =>
      owner === MINE.owner && resource === resourceHashOf(MINE.urn);
    const run = { ...RUN, owner: 'another', log: { ...RUN.log, isInterrupted } };
    expect(warningsAbout(orphansWith('drop'), run)).toEqual([
      expect.stringMatching(/^Ordered on this computer.*data \(vol_1\).*orphans remove.*vol_1/s),
    ]);
    expect(warningsAbout(orphansWith('drop'), { ...run, stackHash: 'of another stack' })).toEqual([]);
    expect(warningsAbout(orphansWith('drop'), { ...run, log: RUN.log })).toEqual([]);
  });
});

it('what an earlier run has saved is not removed as an orphan', () => {
  const [orphan] = orphansWith('saved');
  expect(orphan && whyKept(orphan, MINE.owner, stackHashOf(MINE.urn))).toContain('may be in state');
});
