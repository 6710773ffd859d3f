import type { Availability } from '#contract';
import { clusterKinds, machineTypes, placeFor, places } from '../../model/catalogue';
import type { Capacity } from '../../model/capacity';
import type { World } from '../../model/world';
import type { Handlers } from '../../contract/handlers';

type Flag = 'true' | 'false';

interface Query {
  location_code?: string;
  locationCode?: string;
  is_spot?: Flag;
  isSpot?: Flag;
}

const instanceTypes = machineTypes.map(({ name }) => name);
const clusterTypes = clusterKinds.map(({ name }) => name);

/** The location of the query, or all locations. */
function locationsOf({ location_code, locationCode }: Query): string[] {
  const code = location_code ?? locationCode;
  return code === undefined ? places.map((place) => place.code) : [placeFor('location_code', code).code];
}

/** The contract fills in `false` for is_spot, so that the alias decides when it is sent. */
const isSpot = ({ is_spot, isSpot: alias }: Query): boolean => (alias ?? is_spot) === 'true';

const listed = (capacity: Capacity, types: readonly string[], query: Query): Availability[] =>
  locationsOf(query).map((location) => ({
    location_code: location,
    availabilities: capacity.available(types, location, isSpot(query)),
  }));

/** False for an unknown type, which has no capacity anywhere. */
const single = (capacity: Capacity, types: readonly string[], type: string, query: Query): boolean =>
  locationsOf(query).some(
    (location) => types.includes(type) && capacity.left({ location, type, isSpot: isSpot(query) }) > 0,
  );

export const availabilityHandlers = ({
  capacity,
}: World): Handlers<
  | 'listInstanceAvailability'
  | 'getInstanceAvailability'
  | 'getInstanceAvailabilityDeprecated'
  | 'listClusterAvailability'
  | 'getClusterAvailability'
> => ({
  listInstanceAvailability: ({ query }) => ({
    status: 200,
    body: listed(capacity, instanceTypes, query),
  }),
  getInstanceAvailability: ({ path, query }) => ({
    status: 200,
    body: single(capacity, instanceTypes, path.instance_type, query),
  }),
  getInstanceAvailabilityDeprecated: ({ path, query }) => ({
    status: 200,
    body: single(capacity, instanceTypes, path.instanceType, query),
  }),
  listClusterAvailability: ({ query }) => ({ status: 200, body: listed(capacity, clusterTypes, query) }),
  getClusterAvailability: ({ path, query }) => ({
    status: 200,
    body: single(capacity, clusterTypes, path.cluster_type, query),
  }),
});
