// What happens to a resource of each kind under the real engine.
import type { CloudComputeClient } from '../../../api';
import type { StateResource } from './stack';

/** What happens to one kind of resource in its life. */
export interface Life {
  /** The class, e.g. `Volume`. */
  readonly kind: string;
  /** Its name in the program. */
  readonly name: string;
  /** The program that makes it. */
  readonly program: string;
  /** The same with a change that is had in place; left out where the API can change nothing. */
  readonly updated?: string;
  /** What the cloud holds after that change. */
  readonly afterUpdate?: (cloud: CloudComputeClient, id: string) => Promise<void>;
  /** The same with a change that needs a new one. */
  readonly replaced: string;
  /** What is said before that. */
  readonly replacedSays?: readonly string[];
  /** A change that somebody makes outside. */
  readonly drift?: (cloud: CloudComputeClient, id: string, found: StateResource) => Promise<void>;
  /** That the next `up` undid it. */
  readonly mended?: (cloud: CloudComputeClient, id: string) => Promise<void>;
  /** A deletion that somebody makes outside. */
  readonly vanish: (cloud: CloudComputeClient, id: string, found: StateResource) => Promise<void>;
  /** Resources that the program has beside it. */
  readonly beside?: number;
}

/** Everything that a stack can leave behind in the cloud. */
export async function everythingIn(cloud: CloudComputeClient): Promise<object[]> {
  const lists = await Promise.all([
    cloud.instances.list(),
    cloud.volumes.list(),
    cloud.clusters.list(),
    cloud.sshKeys.list(),
    cloud.scripts.list(),
    cloud.instanceGroups.list(),
  ]);
  return lists.flat();
}
