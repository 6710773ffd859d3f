import { CloudComputeError } from '../../../api/errors';
import type { Call } from '../../run/call';
import { ATTEMPTS, lookAfterLostReply } from '../waiting/lostReply';
import { waitUntilListed } from '../waiting/readRecent';
import { PartialCreate } from '../../schema/define';
import type { Collection } from '../../polling/collection';

/** How to create an unbilled object exactly once: it is recognized by its content. */
export interface Creation<T> {
  readonly noun: string;
  readonly collection: Collection<T>;
  /** Whether an object of the collection is the result of this create. */
  readonly matches: (object: T) => boolean;
  readonly post: () => Promise<string>;
}

/**
 * Creates an unbilled object and returns it as the cloud shows it. It has no pending tag: after a lost reply it is
 * recognized by its content, name included, among the objects that did not exist before.
 */
export async function createUnbilled<T extends { id: string }>(
  call: Call,
  creation: Creation<T>,
): Promise<T> {
  const id = await postOnce(call, creation);
  const { collection, noun } = creation;
  try {
    const found = await waitUntilListed(call, collection, id);
    if (found) return found;
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
async function postOnce<T extends { id: string }>(call: Call, creation: Creation<T>): Promise<string> {
  const before = new Set((await creation.collection.list()).filter(creation.matches).map(({ id }) => id));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const id = await creation.post();
      creation.collection.invalidate();
      return id;
    } catch (error) {
      creation.collection.invalidate();
      if (!(error instanceof CloudComputeError && error.mayHaveArrived)) throw error;
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
