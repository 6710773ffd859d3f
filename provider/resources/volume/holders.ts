import type { Volume } from '../../../api';
import { attachedTo } from '../../../api/services/volumes';
import { nameAndId } from '../../checks/messages';
import { bootsFrom } from '../../machines/volumes/attachments';
import type { Call } from '../../run/call';
import { warn } from '../../run/progress';

/**
 * Warns at the end of a preview of machines that hold a volume which is replaced, and that this run does not have: nothing
 * detaches it there before the delete. Only then it is known which machines the run has.
 *
 * @param declared the machines that the volume itself declares.
 */
export function warnOfOtherHolders(
  call: Call,
  found: Volume,
  declared: readonly string[],
  allowShutdown: boolean | undefined,
): void {
  const { run } = call;
  const { phase, things } = run;
  const holders = attachedTo(found).filter((id) => !declared.includes(id));
  if (holders.length === 0 || call.keep) return;
  run.once(`machines that hold ${found.id}`, () =>
    phase.atEnd.push(async () => {
      for (const id of phase.isUp ? [] : holders.filter((holder) => !things.has(holder))) {
        const text = await effectOn(call, found, id, allowShutdown);
        // The process ends when this is done, also while a line is under way.
        if (text !== undefined) await warn(call.urn, text);
      }
    }),
  );
}

/** What the replacement does to a machine that holds the volume; undefined if it stops nothing. */
async function effectOn(
  { run }: Call,
  found: Volume,
  id: string,
  allowShutdown: boolean | undefined,
): Promise<string | undefined> {
  const cluster = await run.clusters.read(id);
  const instance = cluster ? undefined : await run.instances.read(id);
  if (cluster)
    return `It is attached to the cluster ${nameAndId(cluster)}, ${NOT_HERE}. ${FAILS} Delete the cluster first.`;
  if (!instance) return undefined;
  const where = `It is attached to the instance ${nameAndId(instance)}`;
  if (bootsFrom(instance, found)) return `${where}, which boots from it and ${NOT_HERE}. ${FAILS}`;
  if (instance.status !== 'running') return undefined;
  return allowShutdown
    ? `${where}, which is running and ${NOT_HERE}: it is shut down to detach the old volume, and started again.`
    : `${where}, which is running and ${NOT_HERE}. ${FAILS} Detach the volume there first.`;
}

const NOT_HERE = 'which this run does not have';

const FAILS = 'The replacement fails when it deletes the old volume, unless this run deletes that machine.';
