import { nameOf, oneOf, text } from './support/argumentTypes';
import { dataSource } from './support/describe';
import { suggestNearest } from './support/notListed';
import { clusterTypeNames, instanceTypeNames } from './support/typeNames';

const currency = { type: oneOf('usd', 'eur'), doc: 'The currency of the prices.', default: '`usd`' };

export const getImages = dataSource({
  doc: 'The images that instances can be deployed from. An unknown instance type is an error.',
  operations: ['listImages'],
  args: {
    instanceType: {
      type: nameOf('SuggestedInstanceType'),
      doc: 'Only images that this instance type supports, e.g. `1H100.80S.30V`.',
      default: 'all',
    },
  },
  result: { list: 'Image' },
  ask: (api, args) =>
    suggestNearest(api.catalogue.images(args), args.instanceType, 'an instance type', () =>
      instanceTypeNames(api),
    ),
});

export const getClusterImages = dataSource({
  doc: 'The images that clusters can be deployed from. An unknown cluster type is an error.',
  operations: ['listClusterImages'],
  args: {
    clusterType: {
      type: nameOf('SuggestedClusterType'),
      doc: 'Only images that this cluster type supports, e.g. `16H100`.',
      default: 'all',
      parameter: 'instance_type',
    },
  },
  result: { list: 'Image' },
  ask: (api, args) =>
    suggestNearest(api.catalogue.clusterImages(args), args.clusterType, 'a cluster type', () =>
      clusterTypeNames(api),
    ),
});

export const getLocations = dataSource({
  doc: 'The locations of the cloud.',
  operations: ['listLocations'],
  args: {},
  result: { list: 'Location' },
  ask: (api) => api.catalogue.locations(),
});

export const getInstanceTypes = dataSource({
  doc: 'The instance types with their prices. Needs no credentials.',
  operations: ['listInstanceTypes'],
  args: { currency },
  result: { list: 'InstanceType' },
  ask: (api, args) => api.catalogue.instanceTypes(args),
});

export const getVolumeTypes = dataSource({
  doc: 'The types of volumes with their prices. Needs no credentials.',
  operations: ['listVolumeTypes'],
  args: { currency },
  result: { list: 'VolumeType' },
  ask: (api, args) => api.catalogue.volumeTypes(args),
});

export const getContainerTypes = dataSource({
  doc: 'The types of containers with their prices. Needs no credentials.',
  operations: ['listContainerTypes'],
  args: {},
  result: { list: 'ContainerType' },
  ask: (api) => api.catalogue.containerTypes(),
});

export const getClusterTypes = dataSource({
  doc: 'The cluster types with their prices. Needs no credentials.',
  operations: ['listClusterTypes'],
  args: {},
  result: { list: 'ClusterType' },
  ask: (api) => api.catalogue.clusterTypes(),
});

export const getLongTermPeriods = dataSource({
  doc: 'The periods of long-term contracts with their discounts. Needs no credentials.',
  operations: ['listInstanceLongTermPeriods', 'listClusterLongTermPeriods'],
  args: {
    of: {
      type: oneOf('instances', 'clusters'),
      doc: 'The kind of machine: `instances` or `clusters`.',
      default: '`instances`',
    },
  },
  result: { list: 'LongTermPeriod' },
  ask: (api, { of = 'instances' }) => api.catalogue.longTermPeriods(of),
});

export const getInferenceModels = dataSource({
  doc: "The models that are served, with their prices in the account's currency.",
  operations: ['listInferenceModels'],
  args: {},
  result: { list: 'InferenceModel' },
  ask: (api) => api.inference.models(),
});

export const getInferenceModel = dataSource({
  doc: 'One model. An unknown code is an error.',
  operations: ['getInferenceModel'],
  args: { code: { type: text, doc: 'The code of the model.', required: true } },
  result: { object: 'InferenceModel' },
  ask: (api, { code }) => api.inference.model(code),
});
