// What is billed in a project: the objects of each collection with tags, and how to list them.
import type { CloudComputeClient } from '../../api/client';
import type { CallOptions } from '../../api/options';
import type { Cluster, Instance, Volume } from '../../api/schema';
import type { TaggedCollection } from '../../api/services/tags';

interface Objects {
  readonly instances: Instance;
  readonly clusters: Cluster;
  readonly volumes: Volume;
}

/** Something billed, and the collection that it is in. */
export type Thing = {
  [C in TaggedCollection]: { readonly collection: C; readonly object: Objects[C] };
}[TaggedCollection];

type Lists = {
  readonly [C in TaggedCollection]: (
    client: CloudComputeClient,
    options: CallOptions | undefined,
    tags: readonly string[] | undefined,
  ) => Promise<readonly Objects[C][]>;
};

const lists: Lists = {
  // Only instances can be filtered by a tag.
  instances: ({ instances }, options, tags) => instances.list({ ...(tags && { tags }) }, options),
  clusters: ({ clusters }, options) => clusters.list(options),
  volumes: ({ volumes }, options) => volumes.list({}, options),
};

/**
 * Everything billed, also what is being deleted: one list for each collection.
 *
 * @param tags leaves out instances without these tags.
 */
export async function listBilled(
  client: CloudComputeClient,
  options?: CallOptions,
  collections: readonly TaggedCollection[] = Object.keys(lists) as TaggedCollection[],
  tags?: readonly string[],
): Promise<Thing[]> {
  const things = collections.map(async (collection) =>
    (await lists[collection](client, options, tags)).map((object) => ({ collection, object }) as Thing),
  );
  return (await Promise.all(things)).flat();
}
