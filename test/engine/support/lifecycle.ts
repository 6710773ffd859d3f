// The life cycle of a resource of each kind under the real engine.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { CloudComputeClient } from '../../../api';
import type { StateResource } from './stacks/stack';

/** The steps of one kind of resource. */
export interface Life {
  /** The class, e.g. `Volume`. */
  readonly kind: string;
  /** Its name in the program. */
  readonly name: string;
  /** Lists all objects of this kind in the cloud; absent if they are parts of other objects. */
  readonly list?: (cloud: CloudComputeClient) => Promise<object[]>;
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

const folder = path.join(__dirname, 'lives');

/** The lives of all kinds of resources, from the files in `lives`. */
export const lives: readonly Life[] = readdirSync(folder)
  .filter((file) => file !== 'index.ts')
  .flatMap((file) => Object.values(jest.requireActual<Record<string, Life>>(path.join(folder, file))));

/** Everything in the cloud that a stack can create. */
export async function everythingIn(cloud: CloudComputeClient): Promise<object[]> {
  return (await Promise.all(lives.flatMap(({ list }) => (list ? [list(cloud)] : [])))).flat();
}
