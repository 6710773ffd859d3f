import { CloudComputeError } from '../api/errors';
import type { Call } from './call';
import type { Collection } from './settle/collection';

const LOOKS = 4;
const GRACE_MS = 4_000;

/** What has to be known of an unbilled thing to create it once: it is found again by its name and content. */
export interface Named<T> {
  readonly noun: string;
  readonly collection: Collection<T>;
  /** Whether one of the collection is what this creation makes. */
  readonly isTwin: (object: T) => boolean;
  readonly post: () => Promise<string>;
}

/**
 * Creates an unbilled thing. It carries no mark: when the reply to its creation is lost, it is looked for by its
 * name and content among what was not there before.
 */
export async function createNamed<T extends { id: string }>(call: Call, named: Named<T>): Promise<string> {
  const before = new Set((await named.collection.list()).filter(named.isTwin).map(({ id }) => id));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const id = await named.post();
      named.collection.wrote();
      return id;
    } catch (error) {
      named.collection.wrote();
      if (!(error instanceof CloudComputeError && error.mayHaveArrived)) throw error;
      call.status(`the reply was lost; looking whether the ${named.noun} exists`);
      for (let look = 0; look < LOOKS; look += 1) {
        await call.session.clock.sleep(GRACE_MS / 2 ** (LOOKS - look), call.signal);
        const landed = (await named.collection.list({ fresh: true })).find(
          (object) => named.isTwin(object) && !before.has(object.id) && !call.session.met.has(object.id),
        );
        if (landed) return landed.id;
      }
      if (attempt === 3) throw error;
    }
  }
}
