// `orphans remove`: removes orphans by their ids, and refuses orphans that somebody may need.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudComputeClient } from '../../api/client';
import type { Volume } from '../../api/schema';
import type { TaggedCollection } from '../../api/services/tags';
import { intentLogIn } from '../../core/orphans/intentLog';
import type { LeftUnbilled } from '../../core/orphans/unbilled';
import { UNBILLED_KINDS, leftOnThisComputer } from '../../core/orphans/unbilled';
import type { Aged } from '../../core/orphans/originals';
import type { ListedOrphan } from '../../core/orphans/orphans';
import {
  describeThing,
  holderOf,
  nameOf,
  nounOf,
  orphansOf,
  whyNotOurs,
  withItsVolumes,
} from '../../core/orphans/orphans';
import { removeOrphan } from '../../core/orphans/removeOrphan';
import { PENDING } from '../../core/pendingTag';
import { unlessGone } from '../../core/statuses';
import { withClient } from '../client';
import { canAsk, confirm } from '../confirm';
import { ProgressLine } from './progressLine';
import type { Report } from './report';
import { reportOn } from './report';
import type { IdsInState } from './state';
import { idsInState, inState, postsKnownTo, whatIsHidden } from './state';
import { UsageError } from '../usageError';
import { jsonOf } from '../json';
import { linesAbout } from '../volumeLines';

export interface RemoveOptions {
  readonly state?: readonly string[];
  readonly yes?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

const HOUR_MS = 3_600_000;
const KEPT = 'is protected or retained on delete. Add --force if nobody needs it.';

export async function removeOrphans(
  ids: readonly string[],
  { state: files, yes = false, force = false, json = false }: RemoveOptions,
): Promise<void> {
  if (files === undefined && !force) {
    throw new UsageError(
      'Without --state the command cannot check which resources are in state. Run `pulumi stack export --file state.json` and add `--state state.json`, or skip the check with --force.',
    );
  }
  if (!yes && !canAsk(json))
    throw new UsageError(
      'The command cannot ask for confirmation without a terminal, or with --json. Check the list of orphans first, then add --yes.',
    );
  const state = idsInState(files);
  const hidden = state && whatIsHidden(state);
  if (hidden !== undefined && !force)
    throw new UsageError(`Nothing was removed. ${hidden}. --force skips this check, and others too.`);
  await withClient(async (client) => {
    const log = intentLogIn(process.env);
    const unbilled = (await leftOnThisComputer(client, log.unbilled(), inState(state))).filter(({ thing }) =>
      ids.includes(thing.id),
    );
    mustBeRemovable(unbilled, force);
    const orphans = plannedRemoval(
      ids.filter((id) => !unbilled.some(({ thing }) => thing.id === id)),
      await orphansOf(client, postsKnownTo(state), inState(state)),
      state,
      client.cloudTime(),
      force,
    );
    const all = orphans.flatMap(({ object, volumeIds }) => [object.id, ...volumeIds]);
    const leftBy = ({ otherVolumes }: ListedOrphan) => otherVolumes.filter(({ id }) => !all.includes(id));
    const copies = await linesAboutCopies(client, orphans);
    (json ? process.stderr : process.stdout).write(copies);
    if (!yes && !(await isWanted(orphans, unbilled, orphans.flatMap(leftBy)))) {
      process.stdout.write('Nothing was removed.\n');
      return;
    }
    // Machines first: the API refuses to delete attached volumes.
    const isVolume = ({ collection }: ListedOrphan) => collection === 'volumes';
    const inOrder = [...orphans.filter((one) => !isVolume(one)), ...orphans.filter(isVolume)];
    const removed: string[] = [];
    try {
      for (const [index, orphan] of inOrder.entries()) {
        await removeOne(client, orphan, `Removing ${String(index + 1)} of ${String(inOrder.length)}`);
        removed.push(orphan.object.id, ...orphan.volumeIds);
        if (!json) process.stdout.write(`Removed the ${withItsVolumes(orphan, nameOf(orphan))}.\n`);
        const left = linesAbout(leftBy(orphan), 'Its other volumes were detached from it and stay billed:');
        (json ? process.stderr : process.stdout).write(left);
      }
      for (const { note, thing } of unbilled) {
        await unlessGone(UNBILLED_KINDS[note.noun]?.remove(client, thing) ?? Promise.resolve());
        log.removeUnbilled(note.file);
        removed.push(thing.id);
        if (!json) process.stdout.write(`Removed the ${nameOfUnbilled({ note, thing })}.\n`);
      }
    } finally {
      // Also after an error: a script must know what is gone.
      if (json) process.stdout.write(jsonOf(removed));
    }
  });
}

/**
 * The orphans with these ids. Volumes that go with a machine of the list need no removal of their own.
 *
 * @throws UsageError that names all ids which must not be removed, and why.
 */
function plannedRemoval(
  ids: readonly string[],
  known: readonly ListedOrphan[],
  state: IdsInState | undefined,
  now: number,
  force: boolean,
): ListedOrphan[] {
  const withMachines = new Set(
    known.flatMap(({ object, volumeIds }) => (ids.includes(object.id) ? volumeIds : [])),
  );
  const named = [...new Set(ids)].filter((id) => !withMachines.has(id));
  const asked = named.map((id) => ({ id, orphan: known.find(({ object }) => object.id === id) }));
  const refusals = asked.flatMap(({ id, orphan }) => {
    const reason = orphan
      ? (whyRefused(orphan, reportOn(orphan, now, state), now, force) ?? whyAttached(orphan, named))
      : whyUnknown(id, known);
    return reason === undefined ? [] : [`  ${orphan ? nameOf(orphan) : id}: ${reason}`];
  });
  mustBeEmpty(refusals);
  return asked.flatMap(({ orphan }) => orphan ?? []);
}

/** Both objects of each copy with their times of creation: only a person can tell a copy from a request carried out twice. */
async function linesAboutCopies(
  client: CloudComputeClient,
  orphans: readonly ListedOrphan[],
): Promise<string> {
  const copies = orphans.filter(({ whose }) => whose === 'copy');
  const lines = await Promise.all(
    copies.map(async ({ collection, object, originalId }) => {
      const original =
        originalId === undefined ? undefined : await originalOf(client, collection, originalId);
      const of = original
        ? `as ${nounOf(collection)} ${original.id}, created ${original.created_at}`
        : 'as something that is gone, or is not known on this computer';
      return `The ${nounOf(collection)} ${object.id}, created ${object.created_at}, has the same order in its tag ${PENDING} ${of}.\n`;
    }),
  );
  return lines.join('');
}

const originalOf = (
  client: CloudComputeClient,
  collection: TaggedCollection,
  id: string,
): Promise<Aged | undefined> => {
  const found: Promise<Aged> = client[collection].get(id);
  return unlessGone(found);
};

/** Removes an orphan, and shows on a terminal how long that takes. */
async function removeOne(client: CloudComputeClient, orphan: ListedOrphan, step: string): Promise<void> {
  const progress = new ProgressLine(`${step}: ${nameOf(orphan)}`);
  try {
    await removeOrphan(client, orphan, {
      sleep: async (ms) => {
        progress.show();
        await sleep(ms);
      },
    });
  } finally {
    progress.clear();
  }
}

/** Why something is not removed, and what to do instead; undefined if it may be removed. */
function whyRefused(orphan: ListedOrphan, report: Report, now: number, force: boolean): string | undefined {
  if (report.inState)
    return `is in the state, in ${report.inState}. Use \`pulumi destroy --target\` with that URN.`;
  if (report.namedInState)
    return (
      `is named in the state, by ${report.namedInState}. Remove it from the arguments of that resource. If the program ` +
      'does not name it, run `pulumi up` and export the state again.'
    );
  if (force) return undefined;
  if (report.isItsOwnTag === false) return `is not removed. ${whyNotOurs(orphan)}`;
  if (report.isToBeKept) return KEPT;
  if (report.isSaved) return 'was in the state of a stack. Add --force if no state has it any more.';
  if (report.isWithoutMachine)
    return 'was ordered with a machine that may be in a state. Add --force if nobody needs it.';
  if (report.isItsOwnTag === null)
    return 'was ordered by another version of the package, so its stack is not known. Add --force if it is yours.';
  const ordered = Date.parse(report.orderedAt ?? report.createdAt);
  if (!(now - ordered >= HOUR_MS))
    return 'was ordered less than an hour ago: the run may still be under way. Add --force if it is not.';
  return undefined;
}

function whyAttached(orphan: ListedOrphan, ids: readonly string[]): string | undefined {
  const holder = holderOf(orphan, ids);
  return (
    holder &&
    `is attached to the ${holder}. If the instance is an orphan too, name both. Otherwise, shut the instance ` +
      'down and detach the volume in the console first. If an update added it to that instance, it is deleted with the instance.'
  );
}

function whyUnknown(id: string, known: readonly ListedOrphan[]): string {
  const machine = known.find(({ volumeIds }) => volumeIds.includes(id));
  return machine
    ? `was created with the ${nameOf(machine)}, and is removed with it. Name the ${nounOf(machine.collection)} instead.`
    : 'has no pending tag, or is not in this project. `npx pulumi-cloud-compute orphans` lists the orphans.';
}

/** @throws UsageError that names what somebody may need, and why. */
function mustBeRemovable(unbilled: readonly LeftUnbilled[], force: boolean): void {
  if (force) return;
  const refusals = unbilled.flatMap((one) => {
    const reason = one.note.keep
      ? KEPT
      : one.isSure
        ? undefined
        : 'may be of another stack or a person. Add --force if nobody needs it.';
    return reason === undefined ? [] : [`  ${nameOfUnbilled(one)}: ${reason}`];
  });
  mustBeEmpty(refusals);
}

function mustBeEmpty(refusals: readonly string[]): void {
  if (refusals.length > 0) throw new UsageError(['Nothing was removed.', ...refusals].join('\n'));
}

const nameOfUnbilled = ({ note, thing }: Pick<LeftUnbilled, 'note' | 'thing'>): string =>
  `${note.noun} ${thing.name === undefined ? thing.id : `${thing.name} (${thing.id})`}`;

async function isWanted(
  orphans: readonly ListedOrphan[],
  unbilled: readonly LeftUnbilled[],
  left: readonly Volume[],
): Promise<boolean> {
  const lines = [
    ...orphans.map((orphan) => `  ${withItsVolumes(orphan, describeThing(orphan))}\n`),
    ...unbilled.map((one) => `  ${nameOfUnbilled(one)}\n`),
  ];
  process.stdout.write(
    `These will be removed:\n${lines.join('')}` +
      linesAbout(left, 'These other volumes on them will be detached, and stay billed:'),
  );
  return confirm('Remove them?');
}
