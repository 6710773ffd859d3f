import type { Currency } from '#contract';
import { invalidRequest } from '../errors';
import { clusterImages, images, imagesByMachine } from './images';
import { machineTypeByName, machineTypes } from './machines';
import { places } from './places';
import type { ImageType } from './images';
import type { MachineType } from './machines';
import type { Place } from './places';

export * from './clusters';
export * from './images';
export * from './machines';
export * from './models';
export * from './places';
export * from './storage';

/** The price of one US dollar in a currency. */
export const exchangeRate: Record<Currency, number> = { usd: 1, eur: 0.86 };

/** The machine type of that name; 400 names the property that asked for an unknown one. */
export function machineTypeFor(property: string, name: string): MachineType {
  const type = machineTypeByName.get(name);
  if (type !== undefined) return type;
  throw invalidRequest(
    `${property}: there is no instance type "${name}". GET /v1/instance-types lists them, for example ${
      machineTypes[0]?.name ?? ''
    }.`,
  );
}

/** The type of a machine that exists. */
export function machineTypeOf({ id, type }: { id: string; type: string }): MachineType {
  const found = machineTypeByName.get(type);
  if (found === undefined) throw new Error(`Instance ${id} has the unknown type ${type}.`);
  return found;
}

/** Refuses an image that machines of the type do not boot. */
export function checkImage(image: string, machine: MachineType): void {
  const supported = imagesByMachine.get(machine.name) ?? [];
  if (supported.includes(image)) return;
  throw invalidRequest(`image: ${machine.name} does not boot "${image}". It boots ${supported.join(', ')}.`);
}

export function placeFor(property: string, code: string): Place {
  const place = places.find((candidate) => candidate.code === code);
  if (place !== undefined) return place;
  const codes = places.map((candidate) => candidate.code).join(', ');
  throw invalidRequest(`${property}: there is no location "${code}". The locations are ${codes}.`);
}

/** An image of machines, or of clusters, by its type. */
export const imageByType = (type: string): ImageType | undefined =>
  [...images, ...clusterImages].find((image) => image.type === type);
