// The present cost of the project.
import type { CloudComputeClient } from '../../api/client';
import type { LongTerm, Tag } from '../../api/schema';
import { isMachine, isOn } from '../../core/expired';
import type { Thing } from '../../core/orphans/billed';
import { listBilled } from '../../core/orphans/billed';
import { hourlyPriceOf, nounOf } from '../../core/orphans/orphans';
import { hourlyToMonthly } from '../../core/prices';
import { isBilled } from '../../core/statuses';

/** Something billed, with its price in the account's currency. */
export interface Item {
  /** E.g. `instance`. */
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly status: string;
  /** E.g. `PAY_AS_YOU_GO`; null if the API does not show it. */
  readonly contract: string | null;
  /** End of a long-term contract, ISO 8601; null without one. */
  readonly contractEnd: string | null;
  /** Null if the API does not show it. */
  readonly pricePerHour: number | null;
  /** For 730 hours. */
  readonly pricePerMonth: number | null;
  readonly tags: Readonly<Record<string, string>>;
  /** The id of the machine that boots from the volume, or that it was created with; null if there is none. */
  readonly createdWith: string | null;
}

/** A sum of prices. */
export interface Sum {
  /** How many items it counts. */
  readonly count: number;
  readonly pricePerHour: number;
  readonly pricePerMonth: number;
}

/** The sum of the items with one value of a tag. */
export interface TagSum extends Sum {
  /** Null: the items without the tag. */
  readonly value: string | null;
}

/** Everything that is billed, also if it is offline, detached or being deleted. The trash costs nothing. */
export async function itemsOf(client: CloudComputeClient): Promise<Item[]> {
  const things = await listBilled(client);
  // The price of a machine does not contain its volumes; its contract is shown by its operating-system volume.
  const contracts = new Map(
    things.flatMap(({ collection, object }) =>
      collection === 'volumes' && object.long_term ? [[object.id, object.long_term] as const] : [],
    ),
  );
  const billed = things.filter(({ object }) => isBilled(object));
  const items = billed.map((one) => itemOf(one, contracts, machineOf(one, billed)));
  return items.sort((one, other) => (other.pricePerHour ?? 0) - (one.pricePerHour ?? 0));
}

function termOf(
  { collection, object }: Thing,
  contracts: ReadonlyMap<string, LongTerm>,
): LongTerm | undefined {
  if (collection === 'volumes') return contracts.get(object.id);
  // The cloud may show the contract of an earlier machine that had the volume.
  return collection === 'instances' && object.contract === 'LONG_TERM'
    ? contracts.get(object.os_volume_id ?? '')
    : undefined;
}

/** How long before and after its machine, in ms, the cloud may create a volume that the order of the machine names. */
const [BEFORE_MS, AFTER_MS] = [1_000, 10_000];

/** The machine of a volume: what it costs is a part of what that costs. A cloud shows which volumes a machine has, but not which of them were created with it. */
function machineOf(thing: Thing, billed: readonly Thing[]): string | null {
  if (thing.collection !== 'volumes') return null;
  const volume = thing.object;
  const machine = billed.filter(isMachine).find((one) => isOn(volume, one));
  if (!machine) return null;
  const afterMs = Date.parse(volume.created_at) - Date.parse(machine.object.created_at);
  const isCreated = volume.is_os_volume || (afterMs >= -BEFORE_MS && afterMs <= AFTER_MS);
  return isCreated ? machine.object.id : null;
}

function itemOf(thing: Thing, contracts: ReadonlyMap<string, LongTerm>, createdWith: string | null): Item {
  const { collection, object } = thing;
  const hourly = hourlyPriceOf(thing);
  return {
    kind: nounOf(collection),
    name: 'hostname' in object ? object.hostname : object.name,
    id: object.id,
    status: object.status,
    contract: ('contract' in object && object.contract) || null,
    contractEnd: termOf(thing, contracts)?.end_date ?? null,
    pricePerHour: hourly ?? null,
    pricePerMonth: hourly === undefined ? null : hourlyToMonthly(hourly),
    tags: Object.fromEntries(object.tags.map(({ key, value }: Tag) => [key, value])),
    createdWith,
  };
}

/** The sum of some items. Those without a price count as 0. */
export function sumOf(items: readonly Item[]): Sum {
  const hourly = items.reduce((sum, { pricePerHour }) => sum + (pricePerHour ?? 0), 0);
  return {
    count: items.length,
    pricePerHour: Number(hourly.toFixed(6)),
    pricePerMonth: hourlyToMonthly(hourly),
  };
}

/**
 * The sums by the values of a tag, the highest first; the items without the tag come last. A volume without it has the tag
 * of the machine that it was created with: the order of a machine cannot tag its operating-system volume.
 */
export function sumsByTag(items: readonly Item[], key: string): TagSum[] {
  // The API stores keys in lower case.
  const lowerKey = key.toLowerCase();
  const ownValue = (item?: Item): string | null =>
    item && Object.hasOwn(item.tags, lowerKey) ? (item.tags[lowerKey] ?? null) : null;
  const byId = new Map(items.map((item) => [item.id, item]));
  const valueOf = (item: Item): string | null => ownValue(item) ?? ownValue(byId.get(item.createdWith ?? ''));
  return [...new Set(items.map(valueOf))]
    .map((value) => ({ value, ...sumOf(items.filter((item) => valueOf(item) === value)) }))
    .sort((one, other) =>
      (one.value === null) === (other.value === null)
        ? other.pricePerHour - one.pricePerHour
        : Number(one.value === null) - Number(other.value === null),
    );
}
