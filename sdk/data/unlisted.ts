import { NotFoundError } from '../../api/errors';
import { instead, quoted } from '../../core/validation/suggestion';

/**
 * The answer to a question about an entry of a catalogue; that there is no such entry is told with the nearest one.
 *
 * @param value the entry that was asked about; undefined when the question was about all.
 * @param noun what it is, with its article.
 * @param list asks for what there is; only when there is no such entry.
 */
export async function orNearest<T>(
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

/** A catalogue has no such entry. */
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
