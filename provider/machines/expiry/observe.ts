// What is read to compare the end of a machine with the program.
import { shownSetting } from '../../../core/configuration';
import type { Collection } from '../../polling/collection';
import type { Call } from '../../run/call';
import { defaultEnd } from '../../run/defaultEnd';
import type { Run } from '../../run/run';
import type { PlanRequest } from '../../schema/plan';
import type { Machine } from '../machine';
import type { ExpiryInputs } from './schema';
import type { DeclaredExpiry } from './steps';
import { hasOtherExpiry } from './steps';

/** When a machine is compared with its end. */
export interface ObservedEnd {
  /** The time of the cloud, in ms since the epoch. */
  readonly now: number;
  /** Whether it is no preview any more. */
  readonly isUp: boolean;
  /** The setting of the stack that the duration comes from, perhaps. */
  readonly setting?: string;
}

/** A list may be older than the last change of the tag, so a machine that looks changed is read again. */
export async function observeEnd<T extends Machine>(
  { run }: Call,
  collection: Collection<T>,
  found: T,
  inputs: ExpiryInputs,
  declared: (found: T) => DeclaredExpiry,
  { isDeclared, of }: PlanRequest,
): Promise<{ readonly found: T; readonly end?: ObservedEnd }> {
  if (!isDeclared) return { found };
  const wanted = declared(found);
  const isOther = of === 'unchanged' && wanted !== 'unknown' && hasOtherExpiry(found, wanted);
  return {
    found: (isOther ? await collection.get(found.id) : undefined) ?? found,
    end: endNow(run, inputs),
  };
}

/** What the end of a machine with these inputs is compared with. */
export function endNow(run: Run, { maxRunDuration }: ExpiryInputs): ObservedEnd {
  const isOfStack = maxRunDuration !== undefined && defaultEnd(run).maxRunDuration === maxRunDuration;
  return {
    ...{ now: run.client.cloudTime(), isUp: run.phase.isUp },
    ...(isOfStack && { setting: shownSetting('maxRunDuration') }),
  };
}
