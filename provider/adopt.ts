import type { Call } from './call';
import type { Billed, Created } from './createOnce';

/** What is to be taken over is not there, or is not what the program says. */
export class AdoptionError extends Error {
  override readonly name = 'AdoptionError';
}

/** Says what stands in the way of an adoption; throws if anything does. */
export function mustMatch(noun: string, id: string, differences: readonly string[]): void {
  if (differences.length === 0) return;
  throw new AdoptionError(
    `The ${noun} ${id} is not what the program says: ${differences.join('; ')}. ` +
      'Change the program to what exists, or leave adoptId out to have a new one made.',
  );
}

/** A thing that is to be taken over is not there. */
export const nothingToAdopt = (noun: string, id: string): AdoptionError =>
  new AdoptionError(
    `There is no ${noun} with the id ${JSON.stringify(id)} to take over (adoptId) in this project.`,
  );

/**
 * Takes over a billed thing that exists: it takes the place of `pulumi import`, which dynamic providers cannot have.
 *
 * @param differences what cannot become what the program says.
 */
export async function adopt<T extends { id: string }>(
  call: Call,
  kind: Billed<T>,
  id: string,
  differences: (found: T) => readonly string[],
): Promise<Created<T>> {
  const found = await kind.collection.get(id);
  if (!found || kind.isGone(found) || kind.hasFailed(found)) throw nothingToAdopt(kind.noun, id);
  mustMatch(kind.noun, id, differences(found));
  call.session.met.add(id);
  return { id, found, at: call.session.clock.now() };
}
