import type { Problem } from '../../../core/validation/shape';
import type { Collection } from '../../polling/collection';
import type { PlannedResource } from '../plan';
import type { Referred } from '../messages';
import { billOf } from './bill';

/**
 * Adds an adopted object to the bill: it is billed already.
 *
 * @param outputsOf its outputs that hold the price.
 */
export async function billAdopted<T extends Referred>(
  plan: PlannedResource<{ adoptId: string }>,
  noun: string,
  collection: Collection<T>,
  outputsOf: (found: T) => Promise<object> | object,
): Promise<Problem[]> {
  const id = plan.text('adoptId');
  const answer = id === undefined ? undefined : await plan.find(`${noun}s`, collection, id);
  if (answer?.found) billOf(plan.call.run).exists(plan.call.urn, await outputsOf(answer.found));
  return [];
}
