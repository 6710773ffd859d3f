// What can be ordered, where, and for how much; the account; the contract itself.
import type { Entry } from './entry';
import { args, at, because } from './entry';

const room = {
  location_code: 'getInstanceAvailability(locationCode)',
  is_spot: 'getInstanceAvailability(isSpot)',
  locationCode: because('an older word for `location_code`'),
  isSpot: because('an older word for `is_spot`'),
};

export const catalogue: Readonly<Record<string, Entry>> = {
  getBalance: { by: 'getBalance, client().account.balance' },
  listImages: { by: 'getImages, client().catalogue.images', request: args('getImages', 'instance_type') },
  listClusterImages: {
    by: 'getClusterImages, client().catalogue.clusterImages',
    request: { instance_type: 'getClusterImages(clusterType)' },
  },
  listLocations: { by: 'getLocations, client().catalogue.locations' },
  listVolumeTypes: {
    by: 'getVolumeTypes, client().catalogue.volumeTypes',
    request: args('getVolumeTypes', 'currency'),
  },
  listInstanceTypes: {
    by: 'getInstanceTypes, getCheapestInstanceType, client().catalogue.instanceTypes',
    request: args('getInstanceTypes', 'currency'),
  },
  listContainerTypes: { by: 'getContainerTypes, client().catalogue.containerTypes' },
  listClusterTypes: { by: 'getClusterTypes, client().catalogue.clusterTypes' },
  listInstanceLongTermPeriods: { by: 'getLongTermPeriods, client().catalogue.longTermPeriods' },
  listClusterLongTermPeriods: {
    by: at('getLongTermPeriods(of), client().catalogue.longTermPeriods', '`clusters`'),
  },
  listInstanceAvailability: {
    by: 'getInstanceAvailability, getCheapestInstanceType, client().catalogue.instanceAvailability',
    request: room,
  },
  getInstanceAvailability: {
    by: 'getInstanceTypeAvailability, client().catalogue.instanceTypeAvailability',
    request: {
      ...room,
      location_code: 'getInstanceTypeAvailability(locationCode)',
      is_spot: 'getInstanceTypeAvailability(isSpot)',
    },
  },
  listClusterAvailability: {
    by: 'getClusterAvailability, client().catalogue.clusterAvailability',
    request: args('getClusterAvailability', 'location_code'),
  },
  getClusterAvailability: {
    by: 'getClusterTypeAvailability, client().catalogue.clusterTypeAvailability',
    request: args('getClusterTypeAvailability', 'location_code'),
  },
  listInferenceModels: { by: 'getInferenceModels, client().inference.models' },
  getInferenceModel: { by: 'getInferenceModel, client().inference.model' },
  listLongTermPeriods: { by: because('deprecated: GET /v1/long-term/periods/instances does it') },
  listInstanceTypesDeprecated: { by: because('deprecated: GET /v1/instance-types does it') },
  getInstanceAvailabilityDeprecated: {
    by: because('deprecated: GET /v1/instance-availability/{instance_type} does it'),
  },
  getPriceHistory: { by: because('the service supports it no longer') },
  getSchema: { by: at('request', 'the contract itself, for people and tools') },
  getDocs: { by: because('a page for people, to be opened in a browser') },
};
