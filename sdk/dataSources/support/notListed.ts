import { NotFoundError } from '../../../api/errors';
import { instead, quoted } from '../../../core/validation/suggestion';

/**
 * Adds a suggestion to the error about an unknown entry of a catalogue.
 *
 * @param value the requested entry; undefined when all entries were requested.
 * @param noun the word for the entry, with its article.
 * @param list fetches the existing entries; called only for an unknown entry.
 */
export async function suggestNearest<T>(
  answer: Promise<T>,
  value: string | undefined,
  noun: string,
  list: () => Promise<readonly string[]>,
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof NotFoundError) || value === undefined) throw error;
    throw notListed(value, noun, await list(), error);
  }
}

/**
 * Whether an entry of a catalogue has capacity. The API answers false also for an entry that it does not have, which
 * would hide a misspelled name: that is an error here.
 *
 * @param list fetches the existing entries; called only without capacity, or for an unknown entry.
 */
export async function hasCapacity(
  answer: Promise<boolean>,
  value: string,
  noun: string,
  list: () => Promise<readonly string[]>,
): Promise<boolean> {
  if (await suggestNearest(answer, value, noun, list)) return true;
  const candidates = await list();
  if (!candidates.includes(value)) throw notListed(value, noun, candidates);
  return false;
}

/** The error about an entry that a catalogue does not have. */
export const notListed = (
  value: string,
  noun: string,
  candidates: readonly string[],
  cause?: NotFoundError,
): NotFoundError =>
  new NotFoundError(`${quoted(value)} is not ${noun}${instead(value, { candidates })}`, {
    operation: cause?.operation ?? '',
    status: 404,
  });
