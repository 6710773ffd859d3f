import type { VolumeTypeName } from '#contract';

/** A kind of block or shared storage. Prices are US dollars. */
export interface StorageType {
  type: VolumeTypeName;
  pricePerMonthPerGigabyte: number;
  /** Whether several machines can mount it at the same time. */
  isShared: boolean;
  /** Whether it can still be created or resized. */
  isOffered: boolean;
  burstBandwidth: number;
  continuousBandwidth: number;
  internalNetworkSpeed: number;
  iops: string;
  /** GB/s. */
  throughput: number;
}

type Row = [
  type: VolumeTypeName,
  price: number,
  isShared: boolean,
  burst: number,
  continuous: number,
  network: number,
  iops: string,
  throughput: number,
];

const rows: Row[] = [
  ['HDD', 0.05, false, 500, 250, 10, '300', 0.25],
  ['NVMe', 0.2, false, 2000, 2000, 50, '100k', 2],
  ['HDD_Shared', 0.05, true, 500, 250, 10, '300', 0.25],
  ['NVMe_Shared', 0.2, true, 2000, 2000, 50, '100k', 2],
  ['NVMe_Local_Storage', 0.1, false, 7000, 7000, 100, '1000k', 7],
  ['NVMe_Shared_Cluster', 0.2, true, 10000, 10000, 200, '500k', 10],
  ['NVMe_OS_Cluster', 0.2, false, 2000, 2000, 50, '100k', 2],
];

export const storageTypes: readonly StorageType[] = rows.map(
  ([type, price, isShared, burst, continuous, network, iops, throughput]) => ({
    type,
    pricePerMonthPerGigabyte: price,
    isShared,
    isOffered: !type.startsWith('HDD'),
    burstBandwidth: burst,
    continuousBandwidth: continuous,
    internalNetworkSpeed: network,
    iops,
    throughput,
  }),
);

const byName = new Map(storageTypes.map((storage) => [storage.type, storage]));

export function storageType(type: VolumeTypeName): StorageType {
  const found = byName.get(type);
  if (found === undefined) throw new Error(`The catalogue has no volume type ${type}.`);
  return found;
}

/** Months are billed as 730 hours. */
export const hoursPerMonth = 730;

/** US dollars a month of a volume. */
export const monthlyPrice = (type: VolumeTypeName, gigabytes: number): number =>
  storageType(type).pricePerMonthPerGigabyte * gigabytes;
