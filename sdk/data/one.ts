import { required, text } from '../../core/validation/shape';
import { InvalidRequestError, NotFoundError } from '../../api/errors';

/** One of many, by its id or by its name. */
export interface OneArgs {
  /** Its id. Give this or `name`. */
  id?: string;
  /** Its name, which only one may have. Give this or `id`. */
  name?: string;
}

/** The shapes of `OneArgs`. */
export const oneShapes = { id: text(), name: text() };

/** The shapes of arguments that are one id. */
export const idShapes = { id: required(text()) };

/**
 * The one that is meant.
 *
 * @param noun the word for it in sentences.
 * @param get asks for one by its id; throws a NotFoundError.
 * @param list asks for all, to find one by its name.
 */
export async function one<T extends { readonly id: string; readonly name: string }>(
  noun: string,
  { id, name }: OneArgs,
  get: (id: string) => Promise<T>,
  list: () => Promise<readonly T[]>,
): Promise<T> {
  if ((id === undefined) === (name === undefined))
    throw wrong(`Give either the id or the name of the ${noun}.`);
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
    const ids = [found, ...others].map((twin) => twin.id).join(', ');
    throw wrong(`The name ${quoted} is that of several: ${ids}. Give the id of the ${noun} instead.`);
  }
  return found;
}

async function byId<T extends { readonly id: string; readonly name: string }>(
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
    throw wrong(
      `${JSON.stringify(id)} is the name of the ${noun}, not its id: give { name: ${JSON.stringify(id)} }.`,
    );
  }
}

const wrong = (message: string): InvalidRequestError => new InvalidRequestError(message, { operation: '' });
