import { atLeastOneOf, flag, nameOf, oneOf, text, wholeNumber } from './support/argumentTypes';
import { cheapestInstanceType } from './support/cheapest';
import { dataSource } from './support/describe';
import { hasCapacity } from './support/notListed';
import { clusterTypeNames, instanceTypeNames } from './support/typeNames';

const locationCode = {
  type: nameOf('SuggestedLocation'),
  doc: 'Only this location, e.g. `FIN-01`.',
  default: 'all',
};
const isSpot = { type: flag, doc: 'Capacity for spot instances.', default: 'false' };

export const getInstanceAvailability = dataSource({
  doc: 'The instance types with capacity now, by location.',
  operations: ['listInstanceAvailability'],
  args: { locationCode, isSpot },
  result: { list: 'Availability' },
  ask: (api, args) => api.catalogue.instanceAvailability(args),
});

export const getInstanceTypeAvailability = dataSource({
  doc: 'Whether there is capacity for one instance type now. An unknown type is an error.',
  operations: ['getInstanceAvailability', 'listInstanceTypes'],
  args: {
    instanceType: {
      type: nameOf('SuggestedInstanceType'),
      doc: 'The instance type, e.g. `1H100.80S.30V`.',
      required: true,
    },
    locationCode,
    isSpot,
  },
  result: { value: 'boolean' },
  ask: (api, { instanceType, ...args }) =>
    hasCapacity(
      api.catalogue.instanceTypeAvailability(instanceType, args),
      instanceType,
      'an instance type',
      () => instanceTypeNames(api),
    ),
});

export const getClusterAvailability = dataSource({
  doc: 'The cluster types with capacity now, by location.',
  operations: ['listClusterAvailability'],
  args: { locationCode },
  result: { list: 'Availability' },
  ask: (api, args) => api.catalogue.clusterAvailability(args),
});

export const getClusterTypeAvailability = dataSource({
  doc: 'Whether there is capacity for one cluster type now. An unknown type is an error.',
  operations: ['getClusterAvailability', 'listClusterTypes'],
  args: {
    clusterType: {
      type: nameOf('SuggestedClusterType'),
      doc: 'The cluster type, e.g. `16H100`.',
      required: true,
    },
    locationCode,
  },
  result: { value: 'boolean' },
  ask: (api, { clusterType, ...args }) =>
    hasCapacity(api.catalogue.clusterTypeAvailability(clusterType, args), clusterType, 'a cluster type', () =>
      clusterTypeNames(api),
    ),
});

export const getCheapestInstanceType = dataSource({
  doc: 'The cheapest instance type that fits and has capacity now. If there is none, the error says whether no type fits or no capacity is left.',
  operations: ['listInstanceTypes', 'listInstanceAvailability', 'listLocations'],
  args: {
    gpuModel: {
      type: text,
      doc: 'Words in the name of its GPU model, in upper or lower case, e.g. `H100` or `A100 80GB`.',
      default: 'any model, or no GPU',
    },
    minGpus: { type: wholeNumber({ min: 0 }), doc: 'The lowest number of GPUs.', default: '0' },
    minVram: {
      type: wholeNumber({ min: 0, unit: 'GB' }),
      doc: 'The least memory of all GPUs together, in GB.',
      default: '0',
    },
    locationCodes: {
      type: atLeastOneOf(nameOf('SuggestedLocation')),
      doc: 'The locations to consider, the preferred one first.',
      default: 'all',
    },
    spot: {
      type: flag,
      doc: 'Compares prices and capacity of spot instances.',
      default: 'false',
      parameter: 'is_spot',
    },
    currency: { type: oneOf('usd', 'eur'), doc: 'The currency of the prices.', default: '`usd`' },
  },
  result: {
    object: 'InstanceType',
    more: {
      price: { typescript: 'number', doc: 'The price per hour, of a spot instance with `spot`.' },
      locationCode: { typescript: 'string', doc: 'The first of the locations with capacity.' },
      locationCodes: { typescript: 'string[]', doc: 'All locations with capacity, the preferred one first.' },
    },
  },
  ask: cheapestInstanceType,
});
