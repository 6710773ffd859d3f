// Catalogues with capacity and prices, the account, and the contract itself.
import type { Entry } from '../entry';
import { at, because } from '../entry';

const olderNames = {
  locationCode: because('an older word for `location_code`'),
  isSpot: because('an older word for `is_spot`'),
};

export const catalogue: Readonly<Record<string, Entry>> = {
  listImages: { by: 'client().catalogue.images' },
  listClusterImages: { by: 'client().catalogue.clusterImages' },
  listVolumeTypes: { by: 'client().catalogue.volumeTypes' },
  listInstanceTypes: { by: 'client().catalogue.instanceTypes' },
  listClusterLongTermPeriods: {
    by: at('client().catalogue.longTermPeriods', '`clusters`'),
  },
  listInstanceAvailability: {
    by: 'client().catalogue.instanceAvailability',
    request: olderNames,
  },
  getInstanceAvailability: {
    by: 'client().catalogue.instanceTypeAvailability',
    request: olderNames,
  },
  listClusterAvailability: { by: 'client().catalogue.clusterAvailability' },
  getClusterAvailability: { by: 'client().catalogue.clusterTypeAvailability' },
  listLongTermPeriods: { by: because('deprecated: use GET /v1/long-term/periods/instances') },
  listInstanceTypesDeprecated: { by: because('deprecated: use GET /v1/instance-types') },
  getInstanceAvailabilityDeprecated: {
    by: because('deprecated: use GET /v1/instance-availability/{instance_type}'),
  },
  getPriceHistory: { by: because('the service no longer supports it') },
  getSchema: { by: at('client().request', 'the contract itself, for people and tools') },
  getDocs: { by: because('a page for people, to be opened in a browser') },
};
