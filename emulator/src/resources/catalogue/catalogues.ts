import type {
  ClusterType,
  ContainerType,
  Currency,
  Image,
  InstanceType,
  LongTermPeriod,
  VolumeType,
} from '#contract';
import {
  clusterImages,
  clusterKinds,
  clusterPeriods,
  exchangeRate,
  hoursPerMonth,
  images,
  imagesByMachine,
  imagesOfWorker,
  instancePeriods,
  machineTypeByName,
  machineTypes,
  places,
  storageTypes,
} from '../../model/catalogue';
import { notFound } from '../../model/errors';
import { hardware, price } from '../shared/fields';
import type { ClusterKind, ImageType, MachineType, Period, StorageType } from '../../model/catalogue';
import type { Handlers } from '../../contract/handlers';

const amount = (dollars: number, currency: Currency): string => (dollars * exchangeRate[currency]).toFixed(4);

const image = ({ id, type, name, isDefault, isCluster, category, details }: ImageType): Image => ({
  id,
  image_type: type,
  name,
  is_default: isDefault,
  is_cluster: isCluster,
  category,
  details,
});

const period = ({ code, name, isEnabled, unit, count, discount }: Period): LongTermPeriod => ({
  code,
  name,
  is_enabled: isEnabled,
  unit_name: unit,
  unit_value: count,
  discount_percentage: discount,
});

const volumeType = (storage: StorageType, currency: Currency): VolumeType => {
  const perMonth = storage.pricePerMonthPerGigabyte * exchangeRate[currency];
  return {
    type: storage.type,
    price: {
      price_per_month_per_gb: price(perMonth),
      cps_per_gb: (perMonth * 100) / (hoursPerMonth * 3600),
      currency,
    },
    is_shared_fs: storage.isShared,
    burst_bandwidth: storage.burstBandwidth,
    continuous_bandwidth: storage.continuousBandwidth,
    internal_network_speed: storage.internalNetworkSpeed,
    iops: storage.iops,
    throughput_gbps: storage.throughput,
  };
};

const instanceType = (machine: MachineType, currency: Currency): InstanceType => {
  const { id, name, accelerator, gpus, cores, pricePerHour, spotPrice } = machine;
  const model = accelerator?.model ?? 'CPU Node';
  return {
    id,
    instance_type: name,
    name: accelerator === undefined ? `${cores} vCPU` : `${gpus}x ${accelerator.name}`,
    display_name: accelerator === undefined ? 'CPU Node' : accelerator.name,
    description: accelerator === undefined ? 'Dedicated CPU machine' : `Dedicated ${model} machine`,
    model,
    manufacturer: accelerator?.manufacturer ?? 'AMD',
    best_for: accelerator?.bestFor ?? ['Running services', 'Preparing data'],
    ...hardware(machine),
    storage: { description: 'dynamic' },
    p2p: gpus > 1 ? (accelerator?.p2p ?? '') : '',
    supported_os: imagesByMachine.get(name) ?? [],
    currency,
    price_per_hour: amount(pricePerHour, currency),
    spot_price: amount(spotPrice, currency),
    max_dynamic_price: amount(pricePerHour * 1.5, currency),
    dynamic_price: amount(pricePerHour, currency),
    ...(accelerator !== undefined && {
      serverless_price: amount(pricePerHour * 1.1, currency),
      serverless_spot_price: amount(spotPrice * 1.1, currency),
    }),
  };
};

const containerType = (machine: MachineType): ContainerType => ({
  id: machine.id.replace('-0001-', '-0005-'),
  model: machine.accelerator?.model ?? '',
  name: `${machine.gpus}x ${machine.accelerator?.name ?? ''}`,
  instance_type: machine.name,
  ...hardware(machine),
  serverless_price: amount(machine.pricePerHour * 1.1, 'usd'),
  serverless_spot_price: amount(machine.spotPrice * 1.1, 'usd'),
  currency: 'usd',
  manufacturer: machine.accelerator?.manufacturer ?? '',
});

const clusterType = ({
  id,
  name,
  worker,
  workers,
  serviceNodes,
  pricePerHour,
}: ClusterKind): ClusterType => ({
  id,
  model: worker.accelerator?.model ?? '',
  name: `${workers * worker.gpus}x ${worker.accelerator?.name ?? ''}`,
  cluster_type: name,
  ...hardware({
    ...worker,
    gpus: workers * worker.gpus,
    cores: workers * worker.cores,
    memory: workers * worker.memory,
  }),
  price_per_hour: amount(pricePerHour, 'usd'),
  currency: 'usd',
  manufacturer: worker.accelerator?.manufacturer ?? '',
  node_details: [
    `${workers} workers of ${worker.gpus} GPUs, ${worker.cores} CPU and ${worker.memory} GB RAM`,
    '1 jump host',
    `${serviceNodes} CPU service node`,
  ],
  supported_os: imagesOfWorker(worker).map(({ type }) => type),
});

/** Images of machines of that type, or of all; 404 when there is no such type. */
function imagesFor(name: string | undefined): readonly ImageType[] {
  if (name === undefined) return images;
  const machine = machineTypeByName.get(name);
  if (machine === undefined) throw notFound(`instance_type: there is no instance type "${name}".`);
  return images.filter((candidate) => candidate.supports(machine));
}

function clusterImagesFor(name: string | undefined): readonly ImageType[] {
  if (name === undefined) return clusterImages;
  const kind = clusterKinds.find((candidate) => candidate.name === name);
  if (kind === undefined) throw notFound(`instance_type: there is no cluster type "${name}".`);
  return imagesOfWorker(kind.worker);
}

const currencyOf = (query: { currency?: Currency }): Currency => query.currency ?? 'usd';

export const catalogueHandlers = (): Handlers<
  | 'listImages'
  | 'listClusterImages'
  | 'listLocations'
  | 'listVolumeTypes'
  | 'listInstanceTypes'
  | 'listInstanceTypesDeprecated'
  | 'listContainerTypes'
  | 'listClusterTypes'
  | 'listLongTermPeriods'
  | 'listInstanceLongTermPeriods'
  | 'listClusterLongTermPeriods'
  | 'getPriceHistory'
> => ({
  listImages: ({ query }) => ({ status: 200, body: imagesFor(query.instance_type).map(image) }),
  listClusterImages: ({ query }) => ({ status: 200, body: clusterImagesFor(query.instance_type).map(image) }),
  listLocations: () => ({
    status: 200,
    body: places.map(({ code, name, countryCode }) => ({ code, name, country_code: countryCode })),
  }),
  listVolumeTypes: ({ query }) => ({
    status: 200,
    body: storageTypes.map((storage) => volumeType(storage, currencyOf(query))),
  }),
  listInstanceTypes: ({ query }) => ({
    status: 200,
    body: machineTypes.map((machine) => instanceType(machine, currencyOf(query))),
  }),
  listInstanceTypesDeprecated: ({ query }) => ({
    status: 200,
    body: machineTypes.map((machine) => instanceType(machine, currencyOf(query))),
  }),
  listContainerTypes: () => ({
    status: 200,
    body: machineTypes.filter(({ gpus }) => gpus > 0).map(containerType),
  }),
  listClusterTypes: () => ({ status: 200, body: clusterKinds.map(clusterType) }),
  listLongTermPeriods: () => ({ status: 200, body: instancePeriods.map(period) }),
  listInstanceLongTermPeriods: () => ({ status: 200, body: instancePeriods.map(period) }),
  listClusterLongTermPeriods: () => ({ status: 200, body: clusterPeriods.map(period) }),
  getPriceHistory: () => ({ status: 200, body: [] }),
});
