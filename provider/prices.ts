import type { ClusterType, InstanceType, LongTermPeriod, VolumeType } from '../api';
import { monthlyToHourly, priceOf } from '../api/catalogue';

/** What a machine of a type costs per hour, without its volumes. */
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

/** What so many GB of a volume type cost per hour. */
export function storagePrice(
  types: readonly VolumeType[],
  type: string,
  gigabytes: number,
): number | undefined {
  const monthly = priceOf(types.find((candidate) => candidate.type === type)?.price.price_per_month_per_gb);
  return monthly === undefined ? undefined : monthlyToHourly(monthly * gigabytes);
}
