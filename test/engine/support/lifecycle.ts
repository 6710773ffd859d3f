// The life cycle of a resource of each kind under the real engine.
import type { CloudComputeClient } from '../../../api';
import type { StateResource } from './stack';

/** The steps of one kind of resource. */
export interface Life {
  /** The class, e.g. `Volume`. */
  readonly kind: string;
  /** Its name in the program. */
  readonly name: string;
  /** The program that creates it. */
  readonly program: string;
  /** The program with a change in place; absent where the API can change nothing. */
  readonly updated?: string;
  /** Checks the cloud after that change. */
  readonly afterUpdate?: (cloud: CloudComputeClient, id: string) => Promise<void>;
  /** The program with a change that replaces the resource. */
  readonly replaced: string;
  /** The warnings of the preview before that. */
  readonly replacedSays?: readonly string[];
  /** Changes the resource outside Pulumi. */
  readonly drift?: (cloud: CloudComputeClient, id: string, found: StateResource) => Promise<void>;
  /** Checks that the next `up` has undone that change. */
  readonly mended?: (cloud: CloudComputeClient, id: string) => Promise<void>;
  /** Deletes the resource outside Pulumi. */
  readonly vanish: (cloud: CloudComputeClient, id: string, found: StateResource) => Promise<void>;
  /** The number of other resources in the program. */
  readonly beside?: number;
}

/** Everything in the cloud that a stack can create. */
export async function everythingIn(cloud: CloudComputeClient): Promise<object[]> {
  const lists = await Promise.all([
    cloud.instances.list(),
    cloud.volumes.list(),
    cloud.clusters.list(),
    cloud.sshKeys.list(),
    cloud.scripts.list(),
    cloud.instanceGroups.list(),
    ...(await cloud.privateNetworks.list()).flatMap(({ id }) => [
      cloud.privateNetworks.addressMappings.list(id),
      cloud.privateNetworks.endpointBindings.list(id),
    ]),
  ]);
  return lists.flat();
}
