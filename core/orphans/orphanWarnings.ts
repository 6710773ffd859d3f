// The warnings about orphans at the end of a run. Nothing is removed: a thing with a pending tag may be in state.
import type { IntentLog } from './intentLog';
import { LAG_MS } from './intentLog';
import type { Thing } from './billed';
import type { FoundOrphans, Orphan } from './orphans';
import {
  REASON_TO_KEEP,
  describeThing,
  hourlyPriceOf,
  orphansIn,
  removalCommand,
  volumesAmong,
  withItsVolumes,
} from './orphans';
import { attachedTo } from '../../api/services/volumes';
import type { PendingTag, WhenOrphaned } from '../pendingTag';
import { isOfStack } from '../pendingTag';

/** The warning of a run that ended before lists could show everything that an interrupted run had ordered. */
const NOT_YET_LISTED =
  'An earlier run of this stack was interrupted, and its last orders may not be listed yet. ' +
  `Wait ${String(LAG_MS / 1_000)} seconds, then run \`pulumi up\`: it names what this stack has ordered and no state has. ` +
  'So does `npx pulumi-cloud-compute orphans --state FILE`, without a run.';

/** The facts about a run at its end. */
export interface EndedRun {
  /** The id of the stack's owner. */
  readonly owner: string;
  /** Hash of the prefix of the stack's URNs. */
  readonly stackHash: string;
  /** The ids of the program's resources, and of the volumes that came with them. */
  readonly ids: ReadonlySet<string>;
  /** The ids of its machines whose outputs do not list their volumes yet. */
  readonly withoutVolumes: ReadonlySet<string>;
  /** Whether each resource of the program has an id. */
  readonly isComplete: boolean;
  /** Whether lists can show everything that an interrupted run has ordered. */
  readonly listsAreComplete: boolean;
  /** The notes of this computer. */
  readonly log: Pick<IntentLog, 'isInterrupted' | 'restoresOf' | 'posts'>;
}

/** All warnings at the end of a run about what is billed and no resource of the program. */
export const warningsAtEnd = ({ things, orphans }: FoundOrphans, run: EndedRun): string[] =>
  [
    ...orphanWarnings(orphans, things, run),
    ...warningAboutRestores(things, run),
    run.listsAreComplete ? [] : NOT_YET_LISTED,
  ].flat();

/** The warnings at the end of a destroy, which has removed or named what its stack had ordered. */
export const warningsAtDestroy = (
  things: readonly Thing[],
  run: Pick<EndedRun, 'owner' | 'stackHash' | 'ids' | 'log'>,
): string[] => [
  ...warningAboutForgotten(
    orphansIn(things, { posts: run.log.posts, gone: [] }).filter((orphan) => isForgotten(orphan, run)),
    blockWith(things, run.ids),
  ),
  ...warningAboutRestores(things, run),
];

/** Things with a pending tag that are no resources of the program, by what the user can do about them. */
interface GroupedOrphans {
  /** Ordered by this stack. */
  readonly ours: readonly Orphan[];
  /** Ordered on this computer for a stack of this name whose state had another owner. */
  readonly forgotten: readonly Orphan[];
  /** Of copies of this stack, or with copied tags. */
  readonly others: readonly Orphan[];
}

function groupedOrphans(orphans: readonly Orphan[], run: EndedRun): GroupedOrphans {
  const { owner, stackHash, ids, isComplete } = run;
  // A run that did not reach all resources does not name saved things: they may still be in state.
  const mayBeNamed = ({ whenOrphaned }: PendingTag) => isComplete || whenOrphaned !== 'saved';
  const named = orphans
    .filter(({ tag, object }) => !ids.has(object.id) && mayBeNamed(tag))
    .map(withoutIds(ids));
  const unknown = named.filter((orphan) => orphan.tag.owner === owner && !isUnlisted(orphan, run));
  const isOrderedHere = ({ tag, whose }: Orphan) => isOfStack(tag, owner, stackHash) && whose === 'ours';
  return {
    ours: unknown.filter(isOrderedHere),
    forgotten: named.filter((orphan) => isForgotten(orphan, run)),
    others: unknown.filter((orphan) => !isOrderedHere(orphan)),
  };
}

function orphanWarnings(orphans: readonly Orphan[], things: readonly Thing[], run: EndedRun): string[] {
  const blockOf = blockWith(things, run.ids);
  const { ours, forgotten, others } = groupedOrphans(orphans, run);
  const reach = run.isComplete
    ? ''
    : ' This run did not reach all resources of the program; this list may contain some of the others.';
  return [
    ...warningAbout(ours, [
      'Ordered by this stack, billed, and not a resource of this program:',
      ...ours.map((orphan) => blockOf(orphan, NOTES[orphan.tag.whenOrphaned])),
      'An interrupted run left them, or they are no longer in the program and may still be in state.' + reach,
      'This command removes them. Leave out the ids that you want to keep; ids that are in state are refused:',
      `  ${removalCommand(ours.map(({ object }) => object.id))}`,
    ]),
    ...warningAboutForgotten(forgotten, blockOf),
    ...warningAbout(others, [
      'Billed, with a pending tag of a copy of this stack, of this stack before it was renamed, or that somebody copied:',
      ...others.map((orphan) => blockOf(orphan)),
      'Check whose they are; this stack removes none of them.',
    ]),
  ];
}

/**
 * The warning about volumes whose restore from the trash was interrupted. They carry no pending tag, and a person may
 * have restored them, so they are only named.
 */
function warningAboutRestores(
  things: readonly Thing[],
  { ids, log, owner }: Pick<EndedRun, 'ids' | 'log' | 'owner'>,
): string[] {
  const restored = log.restoresOf(owner);
  const volumes = things.filter(({ object: { id } }) => restored.includes(id) && !ids.has(id));
  return warningAbout(volumes, [
    'Restored from the trash by an interrupted run, billed, and not a resource of this program:',
    ...volumes.map((volume) => `  ${describeThing(volume)}`),
    'Delete the volumes that you do not need in the console, or declare them again with `restoreVolumeId`.',
  ]);
}

/** The warning about orders that no state has: an older state was imported, or the stack was created anew. */
const warningAboutForgotten = (forgotten: readonly Orphan[], blockOf: (orphan: Orphan) => string): string[] =>
  warningAbout(forgotten, [
    'Ordered on this computer by an interrupted run of a stack of this name, whose state was another one, and billed:',
    ...forgotten.map((orphan) => blockOf(orphan)),
    'If no other stack has this name, this command removes them:',
    `  ${removalCommand(forgotten.map(({ object }) => object.id))}`,
  ]);

/** Whether this computer has ordered it for a stack of this name whose state had another owner, and got no answer. */
const isForgotten = (
  { tag, whose }: Orphan,
  { owner, stackHash, log }: Pick<EndedRun, 'owner' | 'stackHash' | 'log'>,
): boolean =>
  tag.owner !== owner &&
  tag.stack === stackHash &&
  whose === 'ours' &&
  log.isInterrupted(tag.owner, tag.resource);

/** Whether it is attached to a machine whose outputs do not list its volumes yet. */
const isUnlisted = (
  { collection, object }: Thing,
  { withoutVolumes }: Pick<EndedRun, 'withoutVolumes'>,
): boolean => collection === 'volumes' && object.instances.some(({ id }) => withoutVolumes.has(id));

const NOTES: Partial<Record<WhenOrphaned, string>> = {
  keep: `; ${REASON_TO_KEEP}: only \`--force\` removes it`,
  saved: '; the engine had its id: only `--force` removes it; make sure that no other stack has it now',
};

/** Without the volumes that resources of the program have adopted. */
const withoutIds =
  (ids: ReadonlySet<string>) =>
  (orphan: Orphan): Orphan => ({ ...orphan, volumeIds: orphan.volumeIds.filter((id) => !ids.has(id)) });

/**
 * A line about an orphan, and lines about the volumes that it holds, with the sum of the prices: all of that is billed.
 *
 * @param ids what the program has: it is not named.
 */
function blockWith(things: readonly Thing[], ids: ReadonlySet<string>) {
  const volumes = volumesAmong(things);
  return (orphan: Orphan, note = ''): string => {
    const { id } = orphan.object;
    const held = volumes
      .filter((one) => attachedTo(one).includes(id) && !ids.has(one.id))
      .map((object): Thing => ({ collection: 'volumes', object }));
    const prices = [orphan, ...held].map(hourlyPriceOf);
    const sum = prices.reduce<number>((total, price) => total + (price ?? 0), 0);
    return [
      `  ${withItsVolumes(orphan, describeThing(orphan))}${note}`,
      ...held.map((one) => `    holds the ${describeThing(one)}`),
      ...(held.length > 0 ? [`    together ${String(Number(sum.toPrecision(4)))} per hour`] : []),
    ].join('\n');
  };
}

const warningAbout = (things: readonly unknown[], lines: readonly string[]): string[] =>
  things.length === 0 ? [] : [lines.join('\n')];
