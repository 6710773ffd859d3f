import type { Thing } from './orphans';
import { describeThing } from './orphans';

/**
 * The warning about volumes whose restore from the trash was interrupted. They carry no pending tag, and a person may have
 * restored them, so they are only named; undefined if there are none.
 *
 * @param restored the ids in the intent log.
 * @param known the ids of resources, and of things that are named otherwise.
 */
export function restoreWarning(
  things: readonly Thing[],
  restored: readonly string[],
  known: ReadonlySet<string>,
): string | undefined {
  const volumes = things.filter(({ object: { id } }) => restored.includes(id) && !known.has(id));
  if (volumes.length === 0) return undefined;
  return [
    'Restored from the trash by an interrupted run, billed, and not a resource of this program:',
    ...volumes.map((volume) => `  ${describeThing(volume)}`),
    'Delete the volumes that you do not need in the console, or declare them again with `restoreVolumeId`.',
  ].join('\n');
}
