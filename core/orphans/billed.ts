// What is billed in a project: the objects of each collection with tags, and how to list them.
import type { CloudComputeClient } from '../../api/client';
import { taggedCollections } from '../../api/contract';
import type { CallOptions } from '../../api/options';
import type { TaggedCollection } from '../../api/services/tags';

/** An object of a collection, as the client lists it. */
export type ObjectOf<C extends TaggedCollection> = Awaited<ReturnType<CloudComputeClient[C]['list']>>[number];

/** Something billed, and the collection that it is in. */
export type Thing = {
  [C in TaggedCollection]: { readonly collection: C; readonly object: ObjectOf<C> };
}[TaggedCollection];

/** Lists a collection. The compiler asks for a case of its own if the list takes other arguments. */
function list(
  client: CloudComputeClient,
  collection: TaggedCollection,
  options: CallOptions | undefined,
  tags: readonly string[] | undefined,
): Promise<readonly Thing['object'][]> {
  // Only instances can be filtered by a tag.
  if (collection === 'instances') return client.instances.list({ ...(tags && { tags }) }, options);
  if (collection === 'volumes') return client.volumes.list({}, options);
  return client[collection].list(options);
}

/**
 * Everything billed, also what is being deleted: one list for each collection.
 *
 * @param tags leaves out instances without these tags.
 */
export async function listBilled(
  client: CloudComputeClient,
  options?: CallOptions,
  collections: readonly TaggedCollection[] = taggedCollections,
  tags?: readonly string[],
): Promise<Thing[]> {
  const things = collections.map(async (collection) =>
    (await list(client, collection, options, tags)).map((object) => ({ collection, object }) as Thing),
  );
  return (await Promise.all(things)).flat();
}
