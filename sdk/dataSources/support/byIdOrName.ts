import { InvalidRequestError, NotFoundError } from '../../../api/errors';
import { text } from './argumentTypes';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The arguments of a data source that finds one object by its id or by its name. */
export const idOrName = {
  id: { type: text, doc: 'Its id. Give this or `name`.' },
  name: { type: text, doc: 'Its name, which must be unique in the project. Give this or `id`.' },
};

/**
 * Finds one object by its id or by its name.
 *
 * @param noun the kind of object, for error messages.
 * @param get fetches an object by its id; throws a NotFoundError.
 * @param list fetches all objects, to find one by its name.
 */
export async function byIdOrName<T extends Named>(
  noun: string,
  { id, name }: { readonly id?: string; readonly name?: string },
  get: (id: string) => Promise<T>,
  list: () => Promise<readonly T[]>,
): Promise<T> {
  if ((id === undefined) === (name === undefined))
    throw invalid(`Give either the id or the name of the ${noun}.`);
  if (id !== undefined) return await byId(noun, id, get, list);
  const all = await list();
  const [found, ...others] = all.filter((candidate) => candidate.name === name);
  const quoted = JSON.stringify(name);
  if (!found) {
    const names = all.map((candidate) => candidate.name).sort();
    throw new NotFoundError(
      `There is no ${noun} with the name ${quoted} in this project; there ${names.length === 0 ? 'is none at all' : `are ${names.join(', ')}`}.`,
      { operation: '', status: 404 },
    );
  }
  if (others.length > 0) {
    const ids = [found, ...others].map((duplicate) => duplicate.id).join(', ');
    throw invalid(
      `The name ${quoted} is not unique: it belongs to ${ids}. Give the id of the ${noun} instead.`,
    );
  }
  return found;
}

async function byId<T extends Named>(
  noun: string,
  id: string,
  get: (id: string) => Promise<T>,
  list: () => Promise<readonly T[]>,
): Promise<T> {
  try {
    return await get(id);
  } catch (error) {
    const isName = error instanceof NotFoundError && (await list()).some(({ name }) => name === id);
    if (!isName) throw error;
    throw invalid(
      `${JSON.stringify(id)} is the name of the ${noun}, not its id: use { name: ${JSON.stringify(id)} }.`,
    );
  }
}

const invalid = (message: string): InvalidRequestError => new InvalidRequestError(message, { operation: '' });
