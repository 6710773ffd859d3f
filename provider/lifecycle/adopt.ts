import { isGoing } from '../../core/statuses';
import type { Call } from '../session/call';
import { Catalogue, isRefusal } from '../checks/catalogue/catalogue';
import { isId } from '../checks/messages';
import type { BillableKind, Creatable, Created } from './createOnce/billable';
import type { Collection } from '../polling/collection';
import { fixedDifferences } from '../schema/mapping';
import type { ResourceSchema } from '../schema/resourceSchema';
import type { Session } from '../session/session';

/** What is to be taken over is not there, or is not what the program says. */
export class AdoptionError extends Error {
  override readonly name = 'AdoptionError';
}

/** The id of what is to be taken over, once it is known. */
function adoptIdIn(inputs: object): string | undefined {
  const { adoptId } = inputs as { adoptId?: unknown };
  return typeof adoptId === 'string' && isId(adoptId) ? adoptId : undefined;
}

/** The differences that stand in the way of an adoption, each in a clause. */
export const differencesFrom = (schema: ResourceSchema, found: object, inputs: object): string[] =>
  fixedDifferences(schema, found, inputs).map(({ path, is, said, input: { type, hiddenInMessages } }) => {
    if (hiddenInMessages) return `${path} is another one`;
    const unit = type.kind === 'integer' ? ` ${type.unit}` : '';
    return `${path} is ${JSON.stringify(is)}${unit}, the program says ${JSON.stringify(said)}${unit}`;
  });

/** Says what stands in the way of an adoption; throws if anything does. */
export function mustMatch(noun: string, id: string, differences: readonly string[]): void {
  if (differences.length === 0) return;
  throw new AdoptionError(
    `The ${noun} ${id} is not what the program says: ${differences.join('; ')}. ` +
      'Change the program to what exists, or leave adoptId out to have a new one made.',
  );
}

/**
 * Refuses to replace what adoptId names: it would be deleted, and nothing could take it over again.
 *
 * @param reason why it is to be replaced, in a sentence.
 */
export function mustNotReplaceAdopted(id: string, inputs: object, reason: string): void {
  if (adoptIdIn(inputs) !== id) return;
  throw new AdoptionError(
    `${reason} That cannot be done while adoptId names ${id}: a replacement deletes what it replaces, and nothing could ` +
      'take that over again. Take adoptId out of the program to have a new one made in its place.',
  );
}

/**
 * Refuses a delete of what the program names by adoptId. A forced replacement (`--replace`) asks no diff; where it
 * deletes first, nothing has taken the thing over yet, and nothing could after the delete.
 */
export function mustNotDeleteAdopted({ session }: Call, noun: string, id: string): void {
  if (!session.adopted.has(id)) return;
  throw new AdoptionError(
    `The ${noun} ${id} is not deleted, because adoptId names it: what replaces it could not take it over any more. ` +
      'Take adoptId out of the program, then replace it.',
  );
}

/** Notes what a new resource is to take over; the engine asks so again, without the old inputs, for a replacement. */
export function noteAdopted({ session }: Call, inputs: object): void {
  const adoptId = adoptIdIn(inputs);
  if (adoptId !== undefined) session.adopted.add(adoptId);
}

/** The name of what is to be taken over, by which it is known where the program gives none; undefined where it cannot be told. */
export async function nameOfAdopted(
  call: Call,
  inputs: object,
  nameOf: ((session: Session, id: string) => Promise<string | undefined>) | undefined,
): Promise<string | undefined> {
  const adoptId = adoptIdIn(inputs);
  if (!nameOf || adoptId === undefined) return undefined;
  try {
    return await Catalogue.of(call.session).ask(call, 'names', () => nameOf(call.session, adoptId));
  } catch (error) {
    // The checks of the resource, or its create, tell that.
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** What exists and is to be taken over; throws where it is not there, or is not what the program says. */
export async function adoptedAs<T>(
  schema: ResourceSchema,
  collection: Collection<T>,
  id: string,
  inputs: object,
): Promise<T> {
  const found = await collection.get(id);
  if (!found) throw nothingToAdopt(schema.noun, id);
  mustMatch(schema.noun, id, differencesFrom(schema, found, inputs));
  return found;
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
export async function adopt<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  id: string,
  differences: (found: T) => readonly string[],
): Promise<Created<T>> {
  const found = await kind.collection.get(id);
  if (!found || isGoing(found) || kind.hasFailed?.(found)) throw nothingToAdopt(kind.noun, id);
  mustMatch(kind.noun, id, differences(found));
  call.session.knownIds.add(id);
  return { id, found, at: call.session.clock.now() };
}
