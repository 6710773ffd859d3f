import type { CloudComputeClient } from '../../../api';
import { NoCapacityError, NotFoundError } from '../../../api/errors';
import type { Availability, Currency, InstanceType } from '../../../api/schema';
import { priceOf } from '../../../core/prices';
import { notListed } from './notListed';

/** The requirements of the machine. */
interface Requirements {
  readonly gpuModel?: string;
  readonly minGpus?: number;
  readonly minVram?: number;
  readonly locationCodes?: readonly string[];
  readonly spot?: boolean;
  readonly currency?: Currency;
}

type Offer = InstanceType & { price: number; location_code: string; location_codes: string[] };

/** Finds the cheapest instance type that meets the requirements and has capacity. */
export async function cheapestInstanceType(
  api: CloudComputeClient,
  requirements: Requirements,
): Promise<Offer> {
  const { spot = false, currency, locationCodes } = requirements;
  const [types, availability, locations] = await Promise.all([
    api.catalogue.instanceTypes({ currency }),
    api.catalogue.instanceAvailability({ isSpot: spot }),
    locationCodes ? api.catalogue.locations() : undefined,
  ]);
  const codes = locations?.map(({ code }) => code) ?? [];
  const unknownCode = locations && locationCodes?.find((code) => !codes.includes(code));
  if (unknownCode !== undefined) throw notListed(unknownCode, 'a location', codes);
  const candidates = types.filter((type) => meets(type, requirements));
  if (candidates.length === 0) throw noSuchType(types, requirements);
  const offers = candidates
    .map((type) => ({
      type,
      price: priceOf(spot ? type.spot_price : type.price_per_hour),
      codes: locationsWith(type.instance_type, availability, locationCodes),
    }))
    .sort(
      (a, b) => (a.price ?? 0) - (b.price ?? 0) || (a.type.instance_type < b.type.instance_type ? -1 : 1),
    );
  for (const { type, price, codes: available } of offers) {
    const [first] = available;
    if (price === undefined || first === undefined) continue;
    return { ...type, price, location_code: first, location_codes: available };
  }
  throw noCapacity(candidates, availability, requirements);
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter(Boolean);

function meets(type: InstanceType, { gpuModel = '', minGpus = 0, minVram = 0 }: Requirements): boolean {
  const model = wordsOf(type.model);
  return (
    wordsOf(gpuModel).every((word) => model.includes(word)) &&
    type.gpu.number_of_gpus >= minGpus &&
    type.gpu_memory.size_in_gigabytes >= minVram
  );
}

/** The locations with capacity for a type, in the order of preference. */
function locationsWith(
  type: string,
  availability: readonly Availability[],
  locationCodes: readonly string[] | undefined,
): string[] {
  const available = availability
    .filter(({ availabilities }) => availabilities.includes(type))
    .map((location) => location.location_code);
  return locationCodes ? locationCodes.filter((code) => available.includes(code)) : available;
}

function inWords({ gpuModel, minGpus, minVram }: Requirements): string {
  const parts = [
    gpuModel === undefined ? undefined : `a ${gpuModel}`,
    minGpus === undefined ? undefined : `at least ${minGpus} GPUs`,
    minVram === undefined ? undefined : `at least ${minVram} GB of GPU memory`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : ` with ${parts.join(' and ')}`;
}

function noSuchType(types: readonly InstanceType[], requirements: Requirements): NotFoundError {
  const models = [
    ...new Set(types.filter(({ gpu }) => gpu.number_of_gpus > 0).map(({ model }) => model)),
  ].sort();
  return new NotFoundError(
    `There is no instance type${inWords(requirements)}. Available models: ${models.join(', ')}.`,
    { operation: '' },
  );
}

function noCapacity(
  candidates: readonly InstanceType[],
  availability: readonly Availability[],
  requirements: Requirements,
): NoCapacityError {
  const names = candidates.map((type) => type.instance_type);
  const elsewhere = availability.flatMap(({ location_code: code, availabilities }) => {
    const there = availabilities.filter((type) => names.includes(type));
    return there.length === 0 ? [] : [`${code} (${there.join(', ')})`];
  });
  const where = requirements.locationCodes ? ` in ${requirements.locationCodes.join(', ')}` : '';
  return new NoCapacityError(
    `There is no capacity${where} now for any ${requirements.spot ? 'spot ' : ''}instance type${inWords(requirements)}. ` +
      (elsewhere.length === 0
        ? 'No other location has capacity either: try again later.'
        : `There is capacity in ${elsewhere.join(', ')}.`),
    { operation: '' },
  );
}
