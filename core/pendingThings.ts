// What carries a pending tag, and how it is named to the user: by the program, by the provider and by the command.
import type { TaggedCollection } from '../api/services/tags';
import type { CloudComputeClient } from '../api/client';
import { priceOf } from './prices';
import type { CallOptions } from '../api/options';
import type { Cluster, Instance, Volume } from '../api/schema';
import type { PendingTag } from './pendingTag';
import { PENDING, pendingTagOf } from './pendingTag';

/** Something billed, and the collection that it is in. */
export type Thing =
  | { readonly collection: 'instances'; readonly object: Instance }
  | { readonly collection: 'clusters'; readonly object: Cluster }
  | { readonly collection: 'volumes'; readonly object: Volume };

/** Something that carries a pending tag. */
export type PendingThing = Thing & { readonly tag: PendingTag };

const GONE: readonly string[] = ['deleting', 'discontinued', 'notfound', 'deleted', 'canceling', 'canceled'];

/** The list of each collection. Only instances can be filtered by a tag. */
const LISTS: {
  readonly [Collection in TaggedCollection]: (
    client: CloudComputeClient,
    options: CallOptions | undefined,
  ) => Promise<Thing[]>;
} = {
  instances: async (client, options) =>
    (await client.instances.list({ tags: [PENDING] }, options)).map((object) => ({
      collection: 'instances',
      object,
    })),
  clusters: async (client, options) =>
    (await client.clusters.list(options)).map((object) => ({ collection: 'clusters', object })),
  volumes: async (client, options) =>
    (await client.volumes.list({}, options)).map((object) => ({ collection: 'volumes', object })),
};

/** What may carry a pending tag, by one list for each collection; nothing that is on its way out. */
export async function listThings(
  client: CloudComputeClient,
  collections: readonly TaggedCollection[] = ['instances', 'clusters', 'volumes'],
  options?: CallOptions,
): Promise<Thing[]> {
  const lists = await Promise.all(collections.map((collection) => LISTS[collection](client, options)));
  return lists.flat().filter(({ object }) => !GONE.includes(object.status));
}

/** Those of the things that carry a pending tag, of whatever owner, the oldest first. */
export const pendingOf = (things: readonly Thing[]): PendingThing[] =>
  things
    .flatMap((thing) => {
      const tag = pendingTagOf(thing.object);
      return tag ? [{ ...thing, tag }] : [];
    })
    .sort((one, other) => (one.object.created_at < other.object.created_at ? -1 : 1));

/** The price of a thing, in the account's currency; undefined where the API does not say. */
export const hourlyPriceOf = (thing: Thing): number | undefined =>
  priceOf(thing.collection === 'volumes' ? thing.object.base_hourly_cost : thing.object.price_per_hour);

/** How a thing is named to the user, e.g. `instance trainer (3f2a…)`. */
export const nameOf = ({ collection, object }: Thing): string =>
  `${collection.slice(0, -1)} ${'hostname' in object ? object.hostname : object.name} (${object.id})`;

/** With what it costs, and since when: e.g. `instance trainer (3f2a…), 1.98 per hour, since 2026-01-31T12:00:00Z`. */
export function describeThing(thing: Thing): string {
  const price = hourlyPriceOf(thing);
  const cost = price === undefined ? '' : `, ${Number(price.toPrecision(4))} per hour`;
  return `${nameOf(thing)}${cost}, since ${thing.object.created_at}`;
}

/** The command that removes things by their ids. It asks first, and refuses what is in the state. */
export const removalCommand = (ids: readonly string[]): string =>
  `pulumi stack export --file state.json && npx pulumi-cloud-compute orphans remove --state state.json ${ids.join(' ')}`;
