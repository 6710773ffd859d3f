// What the end of a run says about orphans. It removes nothing: what carries a pending tag may be in state.
import type { Orphan, Thing } from '../../core/orphans';
import { andItsVolumes, describeThing, removalCommand } from '../../core/orphans';
import { belongsTo, isOurs } from '../../core/pendingTag';

/** The warning of a run that was over before lists could show all that an interrupted run had ordered. */
export const NOT_YET_LISTED =
  'An earlier run of this stack was interrupted, and what it ordered last may not be listed yet. In ten seconds, ' +
  '`npx pulumi-cloud-compute orphans` lists what is billed and in no state; so does the next `pulumi up`.';

/** What is known of a run at its end. */
export interface EndedRun {
  /** The id of the stack's owner. */
  readonly owner: string;
  /** Hash of the prefix of the stack's URNs. */
  readonly stackHash: string;
  /** The ids of the program's resources, and of the volumes that came with them. */
  readonly ids: ReadonlySet<string>;
  /** Whether all resources of the program have come to an id. */
  readonly isComplete: boolean;
}

/** The warnings about what carries a pending tag of this owner and is no resource of the program. */
export function namingOf(orphans: readonly Orphan[], run: EndedRun): string[] {
  const strange = orphans.filter(
    (thing) => thing.tag.owner === run.owner && !run.ids.has(thing.object.id) && !isPartOf(thing, run.ids),
  );
  const isOrdered = (thing: Orphan) => belongsTo(thing.tag, thing.object);
  const ours = strange.filter((thing) => isOurs(thing.tag, run.owner, run.stackHash) && isOrdered(thing));
  const others = strange.filter((thing) => !ours.includes(thing));
  return [...nameOurs(ours, run), ...nameOthers(others)];
}

/** A volume that came with a machine whose outputs do not name its volumes yet. */
const isPartOf = (thing: Orphan, ids: ReadonlySet<string>): boolean =>
  thing.collection === 'volumes' && thing.object.instances.some(({ id }) => ids.has(id));

function nameOurs(things: readonly Orphan[], { isComplete }: EndedRun): string[] {
  if (things.length === 0) return [];
  const lines = things.map(
    (thing) =>
      `  ${andItsVolumes(thing, describeThing(thing))}${thing.tag.whenOrphaned === 'keep' ? '; to be kept (protect, retainOnDelete)' : ''}`,
  );
  const reach = isComplete
    ? ''
    : ' This run did not reach all resources of the program: what it did not reach may be among them.';
  return [
    [
      'Ordered by this stack, billed, and not a resource of this program:',
      ...lines,
      'An interrupted run left them, or they left the program in this run and may still be in state.' + reach,
      'This command removes those that you do not need; it refuses what is in state:',
      `  ${removalCommand(things.map(({ object }) => object.id))}`,
    ].join('\n'),
  ];
}

/** They carry our owner and were ordered by a copy of this stack, or before it was renamed; or somebody copied the tag. */
function nameOthers(things: readonly Orphan[]): string[] {
  if (things.length === 0) return [];
  return [
    [
      'Billed, with a pending tag of a copy of this stack, of this stack before it was renamed, or that somebody copied:',
      ...things.map((thing) => `  ${andItsVolumes(thing, describeThing(thing))}`),
      'Look whose they are; nothing of this stack will remove them.',
    ].join('\n'),
  ];
}

/**
 * The warnings about volumes whose restore from the trash was interrupted, and which are no resources of the program.
 * What is restored carries no pending tag at first.
 *
 * @param restored the ids that the intent log names.
 */
export function namingOfRestored(
  things: readonly Thing[],
  restored: readonly string[],
  ids: ReadonlySet<string>,
): string[] {
  const volumes = things.filter(({ object: { id } }) => restored.includes(id) && !ids.has(id));
  if (volumes.length === 0) return [];
  return [
    [
      'Restored from the trash by an interrupted run, billed, and not a resource of this program:',
      ...volumes.map((volume) => `  ${describeThing(volume)}`),
      'Delete those that you do not need in the console, or declare them again with `restoreVolumeId`.',
    ].join('\n'),
  ];
}
