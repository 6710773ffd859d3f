import { CloudComputeError } from '../../../api/errors';
import type { Call } from '../../run/call';
import { ATTEMPTS, lookAfterLostReply } from '../waiting/uncertainOrders';
import { waitUntilListed } from '../waiting/readRecent';
import { PartialCreate } from '../../schema/define';
import { isAutomaticName } from '../../schema/resourceSchema';
import type { UnbilledThing } from '../../../core/orphans/unbilled';
import type { Creation, OrderNote } from './interruptedUnbilled';
import { kindOf, noteOrder, takeOverUnbilled } from './interruptedUnbilled';

/**
 * Creates an unbilled object and returns it as the cloud shows it. It has no pending tag: after a lost reply, and after a
 * run that was interrupted, it is recognized by its content, name included, among the objects that did not exist before.
 */
export async function createUnbilled<T extends UnbilledThing>(call: Call, creation: Creation<T>): Promise<T> {
  const taken = await takeOverUnbilled(call, creation);
  if (taken) return taken;
  const { collection, noun } = creation;
  const listed = await collection.list();
  const before = new Set(listed.filter(creation.matches).map(({ id }) => id));
  const note = noteOrder(call, creation, listed);
  const id = await postOnce(call, creation, before, note);
  call.run.known.add(id);
  note.answered(id);
  try {
    const found = await waitUntilListed(call, collection, id);
    if (found) {
      await handleDoubles(call, creation, before.add(id));
      return found;
    }
  } catch (error) {
    throw new PartialCreate(id, {}, (error as Error).message, { cause: error });
  }
  throw new PartialCreate(
    id,
    {},
    `The ${noun} ${id} was created, but the cloud does not show it. Run \`pulumi up\` again to continue.`,
  );
}

class MissingError extends Error {
  override readonly name = 'MissingError';
}

/** Reads an object that is in state. Waits for it as long as reads may lag behind. */
export async function mustBeShown<T>(
  call: Call,
  { collection, noun }: Pick<Creation<T>, 'collection' | 'noun'>,
  id: string,
): Promise<T> {
  const found = (await collection.get(id)) ?? (await waitUntilListed(call, collection, id));
  if (found) return found;
  throw new MissingError(
    `There is no ${noun} ${id} in this project any more. Run \`pulumi refresh\`, then \`pulumi up\`.`,
  );
}

/** Sends the create once, and returns the id of the new object. */
async function postOnce<T extends UnbilledThing>(
  call: Call,
  creation: Creation<T>,
  before: ReadonlySet<string>,
  note: OrderNote,
): Promise<string> {
  let wasLost = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const id = await creation.post();
      creation.collection.invalidate();
      return id;
    } catch (error) {
      creation.collection.invalidate();
      if (!(error instanceof CloudComputeError && error.mayHaveArrived)) {
        if (!wasLost) note.refused();
        throw error;
      }
      wasLost = true;
      const created = await lookAfterLostReply(call, creation.noun, async () =>
        (await creation.collection.list({ fresh: true })).find(
          (object) => creation.matches(object) && !before.has(object.id) && !call.run.known.has(object.id),
        ),
      );
      if (created) return created.id;
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * A request may be carried out twice, for example by a proxy. Only if the name was generated for this create, an equal
 * object is certainly its double; any other one may be of another stack or a person, and is named.
 */
async function handleDoubles<T extends UnbilledThing>(
  call: Call,
  { collection, matches, name, noun, remove }: Creation<T>,
  others: ReadonlySet<string>,
): Promise<void> {
  // The cloud refuses a second one of the same name or address.
  if (kindOf(noun).place) return;
  const { clock, known } = call.run;
  const listed = await collection.list({ startedAfter: clock.now() });
  const isDouble = (one: T) => matches(one) && !others.has(one.id) && !known.has(one.id);
  for (const double of listed.filter(isDouble)) {
    const { id } = double;
    known.add(id);
    if (name !== undefined && isAutomaticName(call.name, name)) {
      await remove(double);
      call.warn(`The request was carried out twice, so the second ${noun} ${id} was removed.`);
    } else
      call.warn(
        `Another ${noun} with the same name and content appeared (${id}). It may be of another stack or a person, or the ` +
          'request was carried out twice. It stays. If nobody needs it, remove it in the console.',
      );
  }
}
