// What is billed in the simulated cloud, and how the API shows it.
export interface TagLike {
  id: string;
  key: string;
  value: string;
}
export type NewTag = { key: string; value?: string | null };

/** Anything that is billed while it exists. */
export interface Thing {
  readonly id: string;
  readonly collection: 'instances' | 'volumes' | 'clusters';
  /** The name in the order; a volume can be renamed and grown later. */
  name: string;
  size: number;
  readonly ordered: Record<string, unknown>;
  readonly createdAt: number;
  readonly readyAt: number;
  readonly tags: TagLike[];
  /** The machine or the cluster that it is attached to. */
  holder?: string | undefined;
  /** Whether it is the operating-system volume of a machine. */
  isOs?: boolean;
  goneAt?: number;
}

/** A machine that was just ordered does not show its operating-system volume for this long, in ms. */
const SHOWS_OS_AFTER = 4_000;

/** The object of the API for a thing. @param things everything that there has ever been. */
export function shownThing(
  thing: Thing,
  status: string,
  now: number,
  things: ReadonlyMap<string, Thing>,
): object {
  const { id, collection, name, size, ordered, tags, createdAt } = thing;
  const created_at = new Date(createdAt).toISOString();
  const common = { id, status, created_at, tags: tags.map((tag) => ({ ...tag })) };
  if (collection === 'volumes') {
    const place = { type: ordered['type'], location: 'FIN-01', monthly_price: 1, ssh_key_ids: [] };
    const holder = things.get(thing.holder ?? '');
    const instances = holder?.collection === 'instances' ? [{ id: holder.id, hostname: holder.name }] : [];
    const instance_id = instances[0]?.id ?? null;
    return { ...common, ...place, instances, instance_id, is_os_volume: thing.isOs ?? false, name, size };
  }
  const held = [...things.values()].filter((other) => other.holder === id);
  const counts = { number_of_cores: 1, number_of_gpus: 1, size_in_gigabytes: 1 };
  const part = { description: '', model: null, ...counts };
  const machine = {
    ...common,
    ...{ cpu: part, gpu: part, gpu_memory: part, memory: part, storage: part, price_per_hour: 1 },
    ...{ hostname: name, location: 'FIN-01', image: ordered['image'], contract: 'PAY_AS_YOU_GO' },
    ssh_key_ids: ordered['ssh_key_ids'] ?? [],
    startup_script_id: null,
  };
  if (collection === 'clusters') {
    const shared = held.map((volume) => ({ ...volume, size_in_gigabytes: volume.size }));
    return { ...machine, cluster_type: ordered['cluster_type'], worker_nodes: [], shared_volumes: shared };
  }
  const shows = now >= createdAt + SHOWS_OS_AFTER;
  const os = shows ? held.find(({ isOs }) => isOs) : undefined;
  return {
    ...machine,
    instance_type: ordered['instance_type'],
    is_spot: false,
    os_volume_id: os?.id ?? null,
    volume_ids: held.map((volume) => volume.id),
  };
}
