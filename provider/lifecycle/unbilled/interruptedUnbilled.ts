// What interrupted runs have made of unbilled things: they carry no tag, so only the notes of this computer tell.
import { ConflictError } from '../../../api/errors';
import { LAG_MS } from '../../../core/orphans/intentLog';
import type {
  UnbilledKind,
  UnbilledNote,
  UnbilledOrder,
  UnbilledThing,
} from '../../../core/orphans/unbilled';
import {
  UNBILLED_KINDS,
  contentHashOf,
  fieldsOf,
  leftUnbilled,
  madeBy,
} from '../../../core/orphans/unbilled';
import { removalCommand } from '../../../core/orphans/orphans';
import { resourceHashOf } from '../../../core/pendingTag';
import { unlessGone } from '../../../core/statuses';
import { waitForOtherRun } from '../waiting/uncertainOrders';
import { UserFacingError } from '../../run/errors';
import type { Call, CallContext } from '../../run/call';
import type { Run } from '../../run/run';
import { isAutomaticName } from '../../schema/resourceSchema';
import type { Collection } from '../../polling/collection';

/** How to create an unbilled object exactly once: it is recognized by its content. */
export interface Creation<T> {
  readonly noun: string;
  /** Its name; undefined if it has none. */
  readonly name?: string | undefined;
  readonly collection: Collection<T>;
  /** The body of the request, with the fields of the API. */
  readonly body: object;
  /** Whether an object of the collection is the result of this create. */
  readonly matches: (object: T) => boolean;
  readonly post: () => Promise<string>;
  /** Deletes an object. */
  readonly remove: (object: T) => Promise<void>;
}

/** The kind of this noun. */
export function kindOf(noun: string): UnbilledKind {
  const kind = UNBILLED_KINDS[noun];
  if (!kind) throw new Error(`${noun} is no unbilled kind.`);
  return kind;
}

/** The note of an order that is about to be sent. */
export interface OrderNote {
  /** The order has made the thing of this id. The note stays until the run has ended, and the engine has saved its state. */
  answered(id: string): void;
  /** The order has surely made nothing. */
  refused(): void;
}

/** Notes an order before it is sent. @param listed everything of its kind. */
export function noteOrder<T extends UnbilledThing>(
  call: Call,
  { noun, name, body }: Creation<T>,
  listed: readonly T[],
): OrderNote {
  const { intentLog, client } = call.run;
  const order: UnbilledOrder = {
    ...{ noun, name, urn: call.urn, keep: call.keep },
    isGenerated: name !== undefined && isAutomaticName(call.name, name),
    content: contentHashOf(kindOf(noun), fieldsOf(body)),
    before: listed.map(({ id }) => id),
    orderedAt: Math.round(client.cloudTime()),
    isDated: client.hasCloudTime(),
  };
  const file = intentLog.addUnbilled(call.owner, resourceHashOf(call.urn), order);
  return {
    answered: (id) => {
      intentLog.answerUnbilled(file, order, id);
      removeAtEnd(call.run, file);
    },
    refused: () => {
      intentLog.removeUnbilled(file);
    },
  };
}

/** At the end of a run that nobody interrupts, the engine has saved what was made. */
function removeAtEnd(run: Run, file: string): void {
  const files = run.once('end of unbilled orders', () => {
    const answered: string[] = [];
    run.phase.atEnd.push(() => {
      if (!run.phase.stopped.aborted) for (const one of answered) run.intentLog.removeUnbilled(one);
      return Promise.resolve();
    });
    return answered;
  });
  files.push(file);
}

/** Whether there were notes before this run wrote any: otherwise hundreds of creates would read those of each other. */
const hasEarlierNotes = (run: Run): boolean =>
  run.once('unbilled orders of earlier runs', () => run.intentLog.unbilled().length > 0);

/** The generated name of the interrupted order of a resource: the next create of it finds by that name what was made. */
export function orderedName(run: Run, { owner, urn }: CallContext, noun: string): string | undefined {
  if (!(noun in UNBILLED_KINDS) || !hasEarlierNotes(run)) return undefined;
  const resource = resourceHashOf(urn);
  return interruptedNotes(run, owner, noun)
    .filter((note) => note.resource === resource && note.isGenerated)
    .at(-1)?.name;
}

/** A state has a thing, or it is gone: no later run needs the note of its order. */
export function forgetOrder({ run }: Call, noun: string, id: string): void {
  if (noun in UNBILLED_KINDS && hasEarlierNotes(run)) run.intentLog.forgetUnbilled(id);
}

/** Whether a thing was surely made by an interrupted run of this stack: a create takes it over, or removes it. */
export function isLeftUnbilled(
  call: Call,
  noun: string,
  listed: readonly UnbilledThing[],
  id: string,
): boolean {
  const all = call.run.intentLog.unbilled();
  return interruptedNotes(call.run, call.owner, noun).some((note) => {
    const { things, isSure } = madeBy(note, listed, all, isInState(call.run));
    return isSure && things.some((thing) => thing.id === id);
  });
}

/** Of one owner and kind, the oldest first. */
const interruptedNotes = ({ intentLog }: Run, owner: string, noun?: string): UnbilledNote[] =>
  intentLog
    .unbilled()
    .filter(
      (note) => note.isInterrupted && note.owner === owner && (noun === undefined || note.noun === noun),
    )
    .sort((one, other) => one.orderedAt - other.orderedAt);

const isInState =
  ({ known }: Run) =>
  (id: string): boolean =>
    known.has(id) || known.isInState(id);

/** Waits until lists show what the orders of these notes have made. */
async function waitUntilShown(call: Call, notes: readonly UnbilledNote[]): Promise<void> {
  const { run, signal } = call;
  const latest = Math.max(...notes.map(({ notedAt }) => notedAt)) + LAG_MS;
  const left = Math.min(latest - Date.now(), LAG_MS);
  if (left <= 0) return;
  call.status('an earlier run was interrupted: waiting until its orders are listed');
  await run.clock.sleep(left, signal);
}

/**
 * Takes over what an interrupted create of this resource has surely made, if it is equal to what the program declares.
 * Otherwise it is removed if it has the name or the address that this create needs, and named if not.
 *
 * @throws UserFacingError if a group in the way has instances.
 */
export async function takeOverUnbilled<T extends UnbilledThing>(
  call: Call,
  creation: Creation<T>,
): Promise<T | undefined> {
  const { run } = call;
  if (!hasEarlierNotes(run)) return undefined;
  const resource = resourceHashOf(call.urn);
  await waitForOtherRun(call, () =>
    run.intentLog
      .unbilled()
      .some((note) => note.owner === call.owner && note.resource === resource && note.isUnderWay),
  );
  const notes = interruptedNotes(run, call.owner, creation.noun);
  if (notes.length === 0) return undefined;
  await waitUntilShown(call, notes);
  const listed = await creation.collection.list({ fresh: true });
  const { place } = kindOf(creation.noun);
  const isInTheWay = (thing: T) =>
    place?.(fieldsOf(thing)) === place?.(fieldsOf(creation.body)) && place !== undefined;
  const all = run.intentLog.unbilled();
  const done: string[] = [];
  let taken: T | undefined;
  for (const note of notes) {
    const { things, isSure } = madeBy(note, listed, all, isInState(run));
    const left = things.filter(({ id }) => !isInState(run)(id));
    // The order of a resource that has another name by now.
    const isOfOther = note.resource !== resource;
    if (isOfOther && !(isSure && left.some(isInTheWay))) continue;
    let isDone = true;
    for (const thing of left) {
      const outcome = isSure ? await settle(call, creation, thing, { taken, isInTheWay }) : 'named';
      if (outcome === 'taken') taken = thing;
      if (outcome === 'named') {
        call.warn(aboutLeft(creation.noun, thing, isSure));
        isDone = !isSure && isDone;
      }
    }
    if (isDone) done.push(note.file);
  }
  if (taken) {
    run.known.add(taken.id);
    noteOrder(call, creation, listed).answered(taken.id);
  }
  for (const file of done) run.intentLog.removeUnbilled(file);
  if (!taken) return undefined;
  call.warn(`Took over the ${creation.noun} ${taken.id}, which an interrupted run had created.`);
  return taken;
}

/** What becomes of a thing that an interrupted order has surely made. */
async function settle<T extends UnbilledThing>(
  call: Call,
  { matches, remove, noun }: Creation<T>,
  thing: T,
  { taken, isInTheWay }: { readonly taken: T | undefined; readonly isInTheWay: (thing: T) => boolean },
): Promise<'taken' | 'removed' | 'named'> {
  if (matches(thing) && !taken) return 'taken';
  if (!matches(thing) && !isInTheWay(thing)) return 'named';
  if (hasMembers(thing))
    throw new UserFacingError(
      `The ${noun} ${thing.id}, which an interrupted run has created, has instances and differs from the program. Adopt ` +
        `it with adoptId: ${JSON.stringify(thing.id)}, or remove its instances and run \`pulumi up\` again.`,
    );
  await remove(thing);
  call.warn(`Removed the ${noun} ${thing.id}, which an interrupted run had created.`);
  return 'removed';
}

const hasMembers = (thing: UnbilledThing): boolean => {
  const { instances, size } = fieldsOf(thing);
  return (Array.isArray(instances) && instances.length > 0) || Number(size ?? 0) > 0;
};

function aboutLeft(noun: string, { id, name }: UnbilledThing, isSure: boolean): string {
  const thing = `The ${noun} ${name === undefined ? id : `${JSON.stringify(name)} (${id})`}`;
  return isSure
    ? `${thing}, which an interrupted run had created, differs from the program, and stays. Remove it with \`${removalCommand([id])}\`.`
    : `${thing} may be of an interrupted run, or of another stack or a person. It stays. If nobody needs it, remove it in the console.`;
}

/** Removes at the end of a stack what its interrupted runs have surely made, and names what it leaves. */
export async function removeLeftUnbilled(call: Call, owner: string): Promise<void> {
  const { run } = call;
  const notes = interruptedNotes(run, owner);
  if (notes.length === 0) return;
  await waitUntilShown(call, notes);
  const left = await leftUnbilled(run.client, notes, run.intentLog.unbilled(), isInState(run), call.requests);
  for (const note of notes) {
    for (const { thing, isSure } of left.filter(
      (one) => one.note === note && !run.known.isDeleted(one.thing.id),
    )) {
      const reason = note.keep
        ? 'It is kept because of retainOnDelete or protect.'
        : isSure
          ? await removeThing(call, kindOf(note.noun), thing)
          : 'It may be of another stack or a person.';
      call.warn(
        reason === undefined
          ? `Removed the ${note.noun} ${thing.id}, which an interrupted run had created.`
          : `The ${note.noun} ${thing.id} stays. ${reason} If nobody needs it, remove it in the console.`,
      );
    }
    run.intentLog.removeUnbilled(note.file);
  }
}

/** @returns why it stays; undefined if it is gone. */
async function removeThing(
  call: Call,
  kind: UnbilledKind,
  thing: UnbilledThing,
): Promise<string | undefined> {
  try {
    await unlessGone(kind.remove(call.run.client, thing, call.requests));
    call.run.known.addDeleted(thing.id);
    return undefined;
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    return `The cloud refuses to delete it: ${error.message}.`;
  }
}
