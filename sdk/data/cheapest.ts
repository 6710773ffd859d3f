import { priceOf } from '../../core/prices';
import { NoCapacityError, NotFoundError } from '../../api/errors';
import type * as schema from '../../api/schema';
import { flag, listOf, oneOf, text, wholeNumber } from '../../core/validation/shape';
import { dataSource } from '../dataSource';
import { camelize } from '../words';
import type { InstanceType } from './catalogue';
import { notListed } from './unlisted';

/** What the machine has to have. */
export interface GetCheapestInstanceTypeArgs {
  /** Words of the model of its GPUs in any case, e.g. `H100` or `A100 80GB`. Default: any, also none. */
  gpuModel?: string;
  /** How many GPUs at least. Default: 0. */
  minGpus?: number;
  /** GB of GPU memory at least, all GPUs of the machine together. Default: 0. */
  minVram?: number;
  /** Where it may be, the preferred location first. Default: anywhere. */
  locationCodes?: string[];
  /** Whether it is to be a spot machine, by its price and by its room. Default: false. */
  spot?: boolean;
  /** In which currency the price is told. Default: `usd`. */
  currency?: schema.Currency;
}

/** A type of instance that there is room for now. */
export type CheapestInstanceType = InstanceType & {
  /** What it costs per hour, as a spot machine or otherwise, whichever was asked for. */
  price: number;
  /** The first of the locations that have room for it. */
  locationCode: string;
  /** All locations that have room for it, the preferred one first. */
  locationCodes: string[];
};

/**
 * The cheapest type of instance that has what is needed and that there is room for now. None is an error that says
 * whether there is no such type or no room for it.
 *
 * @example
 * const { instanceType, locationCode } = await getCheapestInstanceType({ gpuModel: 'H100', spot: true });
 */
export const getCheapestInstanceType = dataSource<GetCheapestInstanceTypeArgs, CheapestInstanceType>({
  name: 'getCheapestInstanceType',
  shape: 'object',
  args: {
    gpuModel: text(),
    minGpus: wholeNumber({ min: 0 }),
    minVram: wholeNumber({ min: 0, unit: 'GB' }),
    locationCodes: listOf(text()),
    spot: flag,
    currency: oneOf(['usd', 'eur']),
  },
  ask: async (api, args) => {
    const { spot = false, currency, locationCodes } = args;
    const [types, availability, locations] = await Promise.all([
      api.catalogue.instanceTypes({ currency }),
      api.catalogue.instanceAvailability({ isSpot: spot }),
      locationCodes ? api.catalogue.locations() : undefined,
    ]);
    const codes = locations?.map(({ code }) => code) ?? [];
    const stranger = locations && locationCodes?.find((code) => !codes.includes(code));
    if (stranger !== undefined) throw notListed(stranger, 'a location', codes);
    const suited = types.filter((type) => suits(type, args));
    if (suited.length === 0) throw noSuchType(types, args);
    const offers = suited
      .map((type) => ({
        type,
        price: priceOf(spot ? type.spot_price : type.price_per_hour),
        rooms: roomsFor(type.instance_type, availability, locationCodes),
      }))
      .sort(
        (a, b) => (a.price ?? 0) - (b.price ?? 0) || (a.type.instance_type < b.type.instance_type ? -1 : 1),
      );
    for (const { type, price, rooms } of offers) {
      const [locationCode] = rooms;
      if (price === undefined || locationCode === undefined) continue;
      return { ...camelize(type), price, locationCode, locationCodes: rooms };
    }
    throw noRoom(suited, availability, args);
  },
});

/** `getCheapestInstanceType` as an output. */
export const getCheapestInstanceTypeOutput = getCheapestInstanceType.output;

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean);

function suits(
  type: schema.InstanceType,
  { gpuModel = '', minGpus = 0, minVram = 0 }: GetCheapestInstanceTypeArgs,
): boolean {
  const model = wordsOf(type.model);
  return (
    wordsOf(gpuModel).every((word) => model.includes(word)) &&
    type.gpu.number_of_gpus >= minGpus &&
    type.gpu_memory.size_in_gigabytes >= minVram
  );
}

/** Where there is room for a type, in the order of preference. */
function roomsFor(
  type: string,
  availability: readonly schema.Availability[],
  locationCodes: readonly string[] | undefined,
): string[] {
  const rooms = availability
    .filter(({ availabilities }) => availabilities.includes(type))
    .map((room) => room.location_code);
  return locationCodes ? locationCodes.filter((code) => rooms.includes(code)) : rooms;
}

function asked({ gpuModel, minGpus, minVram }: GetCheapestInstanceTypeArgs): string {
  const wishes = [
    gpuModel === undefined ? undefined : `a ${gpuModel}`,
    minGpus === undefined ? undefined : `at least ${minGpus} GPUs`,
    minVram === undefined ? undefined : `at least ${minVram} GB of GPU memory`,
  ].filter((wish) => wish !== undefined);
  return wishes.length === 0 ? '' : ` with ${wishes.join(' and ')}`;
}

function noSuchType(types: readonly schema.InstanceType[], args: GetCheapestInstanceTypeArgs): NotFoundError {
  const models = [
    ...new Set(types.filter(({ gpu }) => gpu.number_of_gpus > 0).map(({ model }) => model)),
  ].sort();
  return new NotFoundError(
    `There is no instance type${asked(args)}. There are the models ${models.join(', ')}.`,
    {
      operation: '',
    },
  );
}

function noRoom(
  suited: readonly schema.InstanceType[],
  availability: readonly schema.Availability[],
  args: GetCheapestInstanceTypeArgs,
): NoCapacityError {
  const names = suited.map((type) => type.instance_type);
  const elsewhere = availability.flatMap(({ location_code: code, availabilities }) => {
    const there = availabilities.filter((type) => names.includes(type));
    return there.length === 0 ? [] : [`${code} (${there.join(', ')})`];
  });
  const where = args.locationCodes ? ` in ${args.locationCodes.join(', ')}` : '';
  return new NoCapacityError(
    `There is no room${where} now for any ${args.spot ? 'spot ' : ''}instance type${asked(args)}. ` +
      (elsewhere.length === 0
        ? 'Nor is there any elsewhere: try again later.'
        : `There is room in ${elsewhere.join(', ')}.`),
    { operation: '' },
  );
}
