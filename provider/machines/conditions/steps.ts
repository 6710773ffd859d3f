import type { PowerState } from '../power';
import { hashOf } from '../../../core/pendingTag';
import { same, sortKeys } from '../../schema/derived/same';
import type { Step } from '../../schema/plan';
import { hasUnknown } from '../../schema/unknown';
import type { ConditionInputs, ConditionOutputs, WaitCondition } from './schema';
import type { Awaited, Reachable } from './wait';
import { awaitConditions } from './wait';

interface Inputs extends ConditionInputs {
  readonly powerState?: PowerState;
  readonly awaitReady?: boolean;
}

/** What decides for which conditions a change waits. */
interface Before {
  readonly state: ConditionInputs;
  /** Whether all must hold: it is started now, or its create or its last update did not end. */
  readonly all: boolean;
}

const isNewIn = (condition: WaitCondition, before: readonly WaitCondition[] = []): boolean =>
  !before.some((other) => same(condition, other));

/** A hash of conditions: by it, a gate knows which conditions have held. Keys are left out: another key is no new condition. */
export const hashOfConditions = (conditions: readonly WaitCondition[]): string =>
  hashOf(JSON.stringify(conditions, hashed), 16);

const hashed = (key: string, value: unknown): unknown =>
  key === 'privateKey' || key === 'privateKeyFile' ? undefined : sortKeys(key, value);

/** The conditions for which a change waits. A machine that is off answers to none, and a gate waits for its machines. */
export function toAwait(
  { waitFor = [], powerState, awaitReady }: Inputs,
  { state, all }: Before,
): WaitCondition[] {
  if (powerState === 'offline' || awaitReady === false || hasUnknown(waitFor)) return [];
  return all ? waitFor : waitFor.filter((one) => isNewIn(one, state.waitFor));
}

/** The last step of a change of a machine: it waits for what must answer. */
export function conditionSteps<T extends Reachable>(
  inputs: Inputs,
  before: Before,
  awaited: Awaited<T>,
): Step<ConditionInputs, ConditionOutputs>[] {
  const { waitFor } = inputs;
  const conditions = toAwait(inputs, before);
  if (conditions.length === 0 && same(waitFor, before.state.waitFor)) return [];
  const sets = { waitFor };
  return [
    conditions.length === 0 ? { sets } : { sets, run: (call) => awaitConditions(call, awaited, conditions) },
  ];
}
