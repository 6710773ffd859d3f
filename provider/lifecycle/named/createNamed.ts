import { CloudComputeError } from '../../../api/errors';
import { LAG_MS } from '../../../core/intentLog';
import type { Call } from '../../session/call';
import { waitUntilListed } from '../waiting/readRecent';
import { PartialCreate } from '../../schema/define';
import type { Collection } from '../../polling/collection';

/** How often it is looked for after a lost reply, while lists may lag behind. */
const LOOKS = 5;

/** What has to be known of an unbilled thing to create it once: it is found again by its name and content. */
export interface Named<T> {
  readonly noun: string;
  readonly collection: Collection<T>;
  /** Whether an object of the collection is what this creation makes. */
  readonly matches: (object: T) => boolean;
  readonly post: () => Promise<string>;
}

/**
 * Creates an unbilled thing, and returns it as the cloud shows it. It carries no pending tag: when the reply to its
 * creation is lost, it is looked for by its name and content among what was not there before.
 */
export async function createNamed<T extends { id: string }>(call: Call, named: Named<T>): Promise<T> {
  const id = await ordered(call, named);
  const { collection, noun } = named;
  try {
    const found = await waitUntilListed(call, collection, id);
    if (found) return found;
  } catch (error) {
    throw new PartialCreate(id, {}, (error as Error).message, { cause: error });
  }
  throw new PartialCreate(
    id,
    {},
    `The ${noun} ${id} was created, but the cloud does not show it. Run \`pulumi up\` again to go on with it.`,
  );
}

/** Something that is in state is not there when it is to be changed. */
class MissingError extends Error {
  override readonly name = 'MissingError';
}

/** What is in state, as the cloud shows it; waited for as long as reads may lag behind. */
export async function mustBeShown<T>(
  call: Call,
  { collection, noun }: Pick<Named<T>, 'collection' | 'noun'>,
  id: string,
): Promise<T> {
  const found = (await collection.get(id)) ?? (await waitUntilListed(call, collection, id));
  if (found) return found;
  throw new MissingError(
    `There is no ${noun} ${id} in this project any more. Run \`pulumi refresh\`, then \`pulumi up\`.`,
  );
}

/** Sends the order once, and answers the id of what came of it. */
async function ordered<T extends { id: string }>(call: Call, named: Named<T>): Promise<string> {
  const before = new Set((await named.collection.list()).filter(named.matches).map(({ id }) => id));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const id = await named.post();
      named.collection.invalidate();
      return id;
    } catch (error) {
      named.collection.invalidate();
      if (!(error instanceof CloudComputeError && error.mayHaveArrived)) throw error;
      call.status(`the reply was lost; looking whether the ${named.noun} exists`);
      for (let look = 0; look < LOOKS; look += 1) {
        await call.session.clock.sleep(LAG_MS / 2 ** (LOOKS - look), call.signal);
        const landed = (await named.collection.list({ fresh: true })).find(
          (object) =>
            named.matches(object) && !before.has(object.id) && !call.session.knownIds.has(object.id),
        );
        if (landed) return landed.id;
      }
      if (attempt === 3) throw error;
    }
  }
}
