import type { ClusterType, InstanceType, LongTermPeriod, VolumeType } from '../../../api';
import { monthlyToHourly, priceOf } from '../../../core/prices';
import type { Call } from '../../run/call';
import { catalogueOf } from '../catalogue/catalogue';

/** The size of an operating-system volume whose size is left out. The specification does not state it: a reading. */
export const DEFAULT_OS_GIGABYTES = 50;

/** The hourly price of a machine of this type, without its volumes. */
export function machinePrice(
  type: InstanceType | ClusterType,
  {
    isSpot = false,
    period,
  }: { readonly isSpot?: boolean; readonly period?: LongTermPeriod | undefined } = {},
): number | undefined {
  const full = priceOf(isSpot && 'spot_price' in type ? type.spot_price : type.price_per_hour);
  return full === undefined ? undefined : full * (1 - (period?.discount_percentage ?? 0) / 100);
}

/** The hourly price of a volume of this type and size. */
export function storagePrice(
  types: readonly VolumeType[],
  type: string,
  gigabytes: number,
): number | undefined {
  const monthly = priceOf(types.find((candidate) => candidate.type === type)?.price.price_per_month_per_gb);
  return monthly === undefined ? undefined : monthlyToHourly(monthly * gigabytes);
}

/** A volume that is created with a machine: its type, and its size in GB. */
export interface CreatedVolume {
  readonly type: string;
  readonly size: number;
}

/** The hourly price of the volumes that are created with a machine, and the currency of the account. */
export async function storageCost(
  call: Call,
  created: readonly CreatedVolume[],
): Promise<{ readonly hourly: number; readonly currency: string }> {
  const catalogue = catalogueOf(call.run);
  const [types, currency] = await Promise.all([
    created.length > 0 ? catalogue.volumeTypes(call) : undefined,
    catalogue.currency(call),
  ]);
  const prices = created.map(({ type, size }) => storagePrice(types ?? [], type, size) ?? 0);
  return { hourly: prices.reduce((sum, price) => sum + price, 0), currency };
}
