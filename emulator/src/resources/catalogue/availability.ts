import type { Availability } from '#contract';
import { clusterKinds, machineTypeByName, machineTypes, placeFor, places } from '../../model/catalogue';
import { notFound } from '../../model/errors';
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

const single = (capacity: Capacity, type: string, query: Query): boolean =>
  locationsOf(query).some((location) => capacity.left({ location, type, isSpot: isSpot(query) }) > 0);

function known(type: string, found: boolean, what: string): string {
  if (!found) throw notFound(`There is no ${what} type "${type}".`);
  return type;
}

const instanceTypeNamed = (type: string): string => known(type, machineTypeByName.has(type), 'instance');
const clusterTypeNamed = (type: string): string => known(type, clusterTypes.includes(type), 'cluster');

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
    body: single(capacity, instanceTypeNamed(path.instance_type), query),
  }),
  getInstanceAvailabilityDeprecated: ({ path, query }) => ({
    status: 200,
    body: single(capacity, instanceTypeNamed(path.instanceType), query),
  }),
  listClusterAvailability: ({ query }) => ({ status: 200, body: listed(capacity, clusterTypes, query) }),
  getClusterAvailability: ({ path, query }) => ({
    status: 200,
    body: single(capacity, clusterTypeNamed(path.cluster_type), query),
  }),
});
