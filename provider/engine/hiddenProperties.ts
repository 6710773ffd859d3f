// How the dynamic protocol carries the context of a call: in hidden inputs and outputs.
import type { HiddenInputs, HiddenOutputs } from '../../core/hiddenProperties';
import { CONTEXT, isHidden, splitOwner } from '../../core/hiddenProperties';
import { wholeUrn } from '../../core/urn';
import { UNKNOWN } from '../schema/unknown';
import type { CallContext, Recorded } from '../run/call';
import { timeoutMilliseconds } from '../../core/values/duration';

export type Properties = Record<string, unknown>;

/** Properties of the resource itself, and hidden properties. */
export interface Separated {
  readonly own: Properties;
  readonly hidden: HiddenInputs & HiddenOutputs;
}

/** Separates hidden properties from the resource's own. Null means absent, and `__provider` belongs to Pulumi. */
export function separate(properties: Properties): Separated {
  const { [CONTEXT]: context, ...others } = properties;
  const entries = Object.entries<unknown>({ ...others, ...(context as Properties | undefined) }).filter(
    ([key, value]) => key !== '__provider' && value !== null && value !== undefined,
  );
  return {
    own: Object.fromEntries(entries.filter(([key]) => !isHidden(key))),
    hidden: Object.fromEntries(entries.filter(([key]) => isHidden(key))),
  };
}

/** The hidden inputs that state keeps: without the hash of the account, and without anything of a single run. */
export function keptInputs(hidden: HiddenInputs, before: HiddenInputs = {}): HiddenInputs {
  const { __ignoreChanges, __deleteFirst, __preview, __parallel, ...rest } = hidden;
  const { owner } = splitOwner(hidden.__owner);
  if (owner === undefined) return rest;
  // A preview does not wait for the owner; an existing resource has it in its state.
  return { ...rest, __owner: owner === UNKNOWN ? (before.__owner ?? owner) : owner };
}

/** The hidden inputs in state. */
export function hiddenInputsOf(state: HiddenInputs): Properties {
  const { __urn, __owner, __timeouts, __keep, __replaceOn } = state;
  return { __urn, __owner, __timeouts, __keep, __replaceOn };
}

/** The context of a call with these hidden inputs and this state. */
export function contextOf(
  resource: string,
  verb: 'create' | 'update' | 'delete',
  inputs: HiddenInputs,
  state?: HiddenOutputs,
): CallContext {
  const {
    __urn = '',
    __owner,
    __keep = false,
    __replaceOn = [],
    __timeouts,
    __deleteFirst = false,
    __preview,
    __parallel,
    __get,
  } = inputs;
  const { owner = '', account } = splitOwner(__owner);
  const timeout = __timeouts?.[verb];
  return {
    urn: wholeUrn(__urn, resource),
    owner,
    accountOfOwner: account,
    keep: __keep,
    deletesFirst: __deleteFirst,
    timeout: timeout === undefined ? undefined : timeoutMilliseconds(timeout),
    replaceOn: __replaceOn,
    isPreview: __preview ?? false,
    parallel: __parallel,
    isGet: __get ?? false,
    recorded: state ? recordedIn(state) : {},
  };
}

/** The record of a verb, from the hidden outputs in state. */
export const recordedIn = (state: HiddenOutputs): Recorded => ({
  account: state.__account,
  // An import adds none.
  claim: state.__claim ?? 'none',
  createdAt: state.__createdAt,
  orderTag: state.__orderTag,
  refreshed: state.__refreshed,
  unfinished: state.__unfinished,
  accepted: state.__accepted,
  vanished: state.__vanished,
});

/** The hidden outputs for the record of a verb. */
export const hiddenOutputs = (recorded: Recorded): Properties =>
  Object.fromEntries(
    Object.entries(recorded).map(([name, value]) => [HIDDEN_OUTPUTS[name as keyof Recorded], value]),
  );

export const HIDDEN_OUTPUTS: { readonly [K in keyof Required<Recorded>]: keyof HiddenOutputs } = {
  account: '__account',
  claim: '__claim',
  createdAt: '__createdAt',
  pendingTagId: '__pendingTagId',
  orderTag: '__orderTag',
  refreshed: '__refreshed',
  unfinished: '__unfinished',
  accepted: '__accepted',
  vanished: '__vanished',
};
