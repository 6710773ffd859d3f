import { isGoing } from '../../core/statuses';
import type { Call } from '../run/call';
import { catalogueOf, isSettingsError } from '../checks/catalogue/catalogue';
import { isId } from '../checks/messages';
import type { BillableKind, Creatable, Created } from './createOnce/billable';
import type { Collection } from '../polling/collection';
import { fixedDifferences, inWords } from '../schema/derived/mapping';
import type { ResourceSchema } from '../schema/resourceSchema';
import type { Run } from '../run/run';

/** The object to adopt does not exist, or does not match the program. */
export class AdoptionError extends Error {
  override readonly name = 'AdoptionError';
}

/** The `adoptId` of the inputs, once it is known. */
function adoptIdIn(inputs: object): string | undefined {
  const { adoptId } = inputs as { adoptId?: unknown };
  return typeof adoptId === 'string' && isId(adoptId) ? adoptId : undefined;
}

/** The differences that prevent an adoption, one clause each. */
export const differencesFrom = (schema: ResourceSchema, found: object, inputs: object): string[] =>
  fixedDifferences(schema, found, inputs).map(({ path, is, declared, input }) =>
    input.hiddenInMessages
      ? `${path} is different`
      : `${path} is ${inWords(input, is)}, the program says ${inWords(input, declared)}`,
  );

/** Throws when differences prevent an adoption. */
export function mustMatch(noun: string, id: string, differences: readonly string[]): void {
  if (differences.length === 0) return;
  throw new AdoptionError(
    `The ${noun} ${id} does not match the program: ${differences.join('; ')}. ` +
      'Change the program to match it, or leave adoptId out to create a new one.',
  );
}

/**
 * Refuses to replace an adopted object: the replacement would delete it, and nothing could adopt it again.
 *
 * @param reason why it would be replaced, as a sentence.
 * @param first what to do after `adoptId` is removed, if the inputs are those of the last run.
 */
export function mustNotReplaceAdopted(id: string, inputs: object, reason: string, first = ''): void {
  if (adoptIdIn(inputs) !== id) return;
  throw new AdoptionError(
    `${reason} That cannot be done while adoptId names ${id}: a replacement deletes it, and nothing could ` +
      `adopt it again. Remove adoptId from the program to create a new one in its place.${first}`,
  );
}

/**
 * Refuses to delete an object that the program adopts. A forced replacement (`--replace`) calls no diff. When it
 * deletes first, nothing has adopted the object yet, and nothing could do so after the delete.
 */
export function mustNotDeleteAdopted({ run }: Call, noun: string, id: string): void {
  if (!run.program.adopts(id)) return;
  throw new AdoptionError(
    `The ${noun} ${id} is not deleted, because adoptId names it: its replacement could not adopt it any more. ` +
      'Remove adoptId from the program, then replace it.',
  );
}

/** The name of the object to adopt, used when the program gives no name; undefined when it cannot be read. */
export async function nameOfAdopted(
  call: Call,
  inputs: object,
  nameOf: ((run: Run, id: string) => Promise<string | undefined>) | undefined,
): Promise<string | undefined> {
  const adoptId = adoptIdIn(inputs);
  if (!nameOf || adoptId === undefined) return undefined;
  try {
    return await catalogueOf(call.run).ask(call, 'names', () => nameOf(call.run, adoptId));
  } catch (error) {
    // The checks or the create of the resource report that error.
    if (isSettingsError(error)) return undefined;
    throw error;
  }
}

/** Reads the object to adopt. Throws when it does not exist or does not match the inputs. */
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

export const nothingToAdopt = (noun: string, id: string): AdoptionError =>
  new AdoptionError(
    `There is no ${noun} with the id ${JSON.stringify(id)} to adopt (adoptId) in this project.`,
  );

/**
 * Adopts an existing billed object. It replaces `pulumi import`, which dynamic providers do not support.
 *
 * @param differences properties that cannot be changed to match the program.
 */
export async function adopt<T extends Creatable>(
  call: Call,
  kind: BillableKind<T>,
  id: string,
  differences: (found: T) => readonly string[] | Promise<readonly string[]>,
): Promise<Created<T>> {
  const found = await kind.collection.get(id);
  if (!found || isGoing(found) || kind.hasFailed?.(found)) throw nothingToAdopt(kind.noun, id);
  mustMatch(kind.noun, id, await differences(found));
  call.run.known.add(id);
  return { id, found, at: call.run.clock.now() };
}
