import { isGone } from '../../../core/statuses';
import { pick } from '../../../core/values/omitUndefined';
import { Bill } from '../../checks/cost/bill';
import { replacementReason } from '../../machines/create/deploymentFailed';
import { mustNotReplaceAdopted } from '../../lifecycle/adopt';
import { rememberAlive } from '../../lifecycle/claims';
import {
  actualState,
  changedByInterrupted,
  forgetUpdate,
  isUnchanged,
} from '../../lifecycle/interruptedUpdates/interruptedUpdates';
import { removePendingTags } from '../../lifecycle/createOnce/pendingTagsInState';
import { mustNotBeReplaced } from '../../lifecycle/otherAccount';
import { collectionOf, declaredTagKeys, missingTags } from '../../lifecycle/tags';
import type { ResourceDefinition, State } from '../../schema/define';
import type { Change } from '../../schema/rules';
import { onlyStored } from '../../schema/rules';
import { hasUnknown } from '../../schema/unknown';
import type { Call, CallContext } from '../../session/call';
import { callOf } from './call';
import { refusedChange, refusals, replacingInputs, settingsOf, unsatisfiedChanges } from './changes';

export interface ResourceDiff {
  readonly changes: boolean;
  /** The changed inputs. */
  readonly changed: readonly string[];
  /** The inputs whose change replaces the resource. */
  readonly replaces: readonly string[];
  /** Why it is replaced if no input replaces it. */
  readonly replacedFor?: 'vanished' | 'unfinished';
  /** Why it cannot change in place, although no change replaces it: the program must change, or ask for a replacement. */
  readonly refusal?: string;
  readonly deleteBeforeReplace: boolean;
}

interface Compared<I extends object, O extends object> {
  readonly definition: ResourceDefinition<I, O>;
  readonly call: Call;
  readonly id: string;
  readonly state: State<I, O>;
  readonly inputs: I;
}

/** @param recordedState the inputs of the last update, and the outputs. */
export async function diff<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  context: CallContext,
  id: string,
  recordedState: State<I, O>,
  inputs: I,
): Promise<ResourceDiff> {
  const call = callOf(definition, 'update', context, inputs);
  const recorded = { definition, call, id, state: recordedState, inputs };
  const { changes: rules, noun } = definition;
  if (isDeclared(call)) await noteDeclared(recorded);
  removePendingTags(call, definition.name, id, recordedState);
  const { vanished } = call.recorded;
  if (vanished) return replacement('vanished', vanished, recorded);
  const found = isDeclared(call) ? await foundState(recorded) : recordedState;
  const state = found === recordedState ? found : withInterruptedChanges(recorded, found);
  const compared = { ...recorded, state };
  const replacing = replacingInputs(rules, recordedState, inputs, call.replaceOn);
  const changes = await unsatisfiedChanges(definition, call, id, state, inputs, replacing);
  // What an interrupted update has changed is changed back in place: the program does not change it.
  const ofProgram = changes.filter(
    ({ property }) => state === recordedState || !isUnchanged(property, recordedState, inputs),
  );
  const changed = ofProgram.map(({ property }) => property);
  const replaces = ofProgram
    .filter((change) => isReplacedBy(change, compared))
    .map(({ property }) => property);
  // Also for a change in place, which `replaceOnChanges` may turn into a replacement.
  const deleteBeforeReplace = changes.length > 0 && (await isDeletedFirst(new Set([state, found]), recorded));
  if (replaces.length > 0) {
    mustKeepAdopted(compared, `The ${noun} ${id} cannot change in place: ${replaces.join(', ')}.`);
    await warnOfConsequences(compared, true);
    return { changes: true, changed, replaces, deleteBeforeReplace };
  }
  const reason = await reasonToReplace(compared);
  if (reason !== undefined) return replacement('unfinished', reason, compared);
  // Not in check, whose old inputs may hold values that a failed update has not applied. A replacement need
  // not only grow.
  let refused = refusals<I>(rules, state, inputs, replacing);
  // After a failed create, state has all inputs of the program, also inputs that the cloud has not taken over.
  if (refused.length > 0 && call.recorded.unfinished !== undefined) {
    const actual = (await definition.read(call, id, state))?.inputs;
    refused = refusals<I>(rules, { ...state, ...actual }, inputs, replacing);
  }
  if (isDeclared(call))
    refused = [...refused, ...((await definition.refusals?.(call, recordedState, inputs)) ?? [])];
  const inPlace = { changed, replaces: [], deleteBeforeReplace };
  if (refused.length > 0 && isDeclared(call))
    return { ...inPlace, changes: true, refusal: refused.join('\n') };
  return { ...inPlace, changes: await needsUpdate(compared, changes) };
}

/** Whether the old resource must be deleted first, by any of these states. */
async function isDeletedFirst<I extends object, O extends object>(
  states: ReadonlySet<State<I, O>>,
  { definition, call, id, inputs }: Compared<I, O>,
): Promise<boolean> {
  for (const state of states)
    if (await definition.deleteFirst?.(state, inputs, call, id))
      return collectionOf(definition.name) === undefined || isInTheWay(definition.name, call, id);
  return false;
}

/**
 * Whether a billed resource must be deleted before the next one is created: a machine may hold volumes. If it is gone, to
 * delete it first would lose the ids of the volumes that an eviction kept if the create fails.
 */
async function isInTheWay(name: string, { session }: Call, id: string): Promise<boolean> {
  const collection = collectionOf(name);
  if (collection === undefined || collection === 'volumes') return collection !== undefined;
  const found = await session[collection].read(id);
  return found !== undefined && !isGone(found);
}

/** The state with the values in the cloud of what an interrupted update may have changed. */
function foundState<I extends object, O extends object>({
  definition,
  call,
  id,
  state,
  inputs,
}: Compared<I, O>): Promise<State<I, O>> {
  const isManaged = (property: string) =>
    !definition.changes[property as keyof I].optional || inputs[property as keyof I] !== undefined;
  return actualState(definition, call, id, state, isManaged);
}

/**
 * The state with what an interrupted update has changed, where the program is as before that update, or where the change
 * makes the value of the program impossible. Other values of the program are applied in any case.
 */
function withInterruptedChanges<I extends object, O extends object>(
  { definition, call, state, inputs }: Compared<I, O>,
  found: State<I, O>,
): State<I, O> {
  const { changes: rules } = definition;
  const properties = Object.keys(rules) as (keyof I & string)[];
  const refused = properties.filter(
    (property) => refusedChange<I>(rules, property, found, inputs) !== undefined,
  );
  const applied = properties.filter(
    (property) => !isUnchanged(property, state, inputs) && !refused.includes(property),
  );
  const actual = { ...found, ...pick(state, applied) };
  // What cannot be changed back fails the diff.
  const text = changedByInterrupted(rules, state, { ...actual, ...pick(state, refused) });
  if (text !== undefined) call.warn(text);
  return actual;
}

/**
 * Whether the program of this run declares it. A refresh compares the cloud with the last program, only to show the
 * differences: it must not fail for one, and `destroy --refresh` deletes all the same.
 */
const isDeclared = ({ session, urn }: Call): boolean => session.declared.has(urn);

/**
 * Whether the program of this run makes the change. Before the engine deletes a resource in order to replace it, it also
 * calls diff for the dependents, with unknown inputs: the program has not declared them yet.
 */
const isPlanned = <I extends object, O extends object>({ call, inputs }: Compared<I, O>): boolean =>
  isDeclared(call) || (call.session.runsProgram && hasUnknown(inputs));

function mustKeepAdopted<I extends object, O extends object>(compared: Compared<I, O>, reason: string): void {
  const { call, id, inputs } = compared;
  if (isPlanned(compared)) mustNotReplaceAdopted(id, inputs, reason, firstStep(call));
}

/** How to apply a change first, if the resource is deleted before the program declares it: then its old inputs count. */
const firstStep = (call: Call): string =>
  isDeclared(call)
    ? ''
    : ` It is replaced because of something that it depends on, so apply this change first: \`pulumi up --target '${call.urn}'\`. A run with --target must name this resource too.`;

/** Records for later calls of this process that the program keeps the resource. */
async function noteDeclared<I extends object, O extends object>(compared: Compared<I, O>): Promise<void> {
  const { definition, call, id, state, inputs } = compared;
  const { session } = call;
  rememberAlive(session, id, call.recorded.claim);
  session.urns.set(id, call.urn);
  session.seenUrns.add(call.urn);
  session.settings.set(id, settingsOf(definition, state, inputs));
  if (collectionOf(definition.name)) session.declaredTagKeys.set(id, declaredTagKeys(inputs));
  Bill.of(session).exists(call, state);
  await remind(compared);
}

async function remind<I extends object, O extends object>({
  definition,
  call,
  id,
  state,
}: Compared<I, O>): Promise<void> {
  for (const text of (await definition.reminders?.(call, id, state)) ?? []) call.warn(text);
}

const isReplacedBy = <I extends object, O extends object>(
  { property, effect }: Change,
  { definition, state, inputs }: Compared<I, O>,
): boolean =>
  effect === 'replace' || (definition.replacedBy?.(property as keyof I & string, state, inputs) ?? false);

/** Why the existing resource must be replaced although no input says so. */
async function reasonToReplace<I extends object, O extends object>({
  definition,
  call,
  id,
  state,
}: Compared<I, O>): Promise<string | undefined> {
  // Warns once per process, whether the resource is replaced or not.
  call.session.account.isOther(call, call.recorded.account);
  const reason = await (definition.replacementReason ?? goneReason(definition))(call, id, state);
  if (reason !== undefined) await mustNotBeReplaced(definition, call, id, state);
  return reason;
}

/** An interrupted delete may have succeeded although the resource is still in state. */
const goneReason =
  <I extends object, O extends object>({ noun, isReached, read }: ResourceDefinition<I, O>) =>
  async (call: Call, id: string, state: State<I, O>): Promise<string | undefined> =>
    isReached || (await read(call, id, state)) ? undefined : replacementReason(noun, id, undefined);

/** A replacement that no input causes. The engine shows no reason for it, so a warning gives the reason. */
async function replacement<I extends object, O extends object>(
  replacedFor: 'vanished' | 'unfinished',
  reason: string,
  compared: Compared<I, O>,
): Promise<ResourceDiff> {
  const { call, definition } = compared;
  mustKeepAdopted(compared, reason);
  call.warn(reason);
  await warnOfConsequences(compared, true);
  // To delete first would also replace each dependent whose change is in place, for example a group whose template names a
  // key that is gone.
  const deleteBeforeReplace =
    (await isInTheWay(definition.name, call, compared.id)) || (definition.idFromInputs ?? false);
  return { changes: true, changed: [], replaces: [], replacedFor, deleteBeforeReplace };
}

/** Whether an update has work to do; warns about its effects, and about changes that it only stores. */
async function needsUpdate<I extends object, O extends object>(
  compared: Compared<I, O>,
  changes: readonly Change[],
): Promise<boolean> {
  const { definition, call, id, state, inputs } = compared;
  const { account } = call.session;
  if (changes.length > 0) {
    for (const text of onlyStored<I>(definition.changes, changes, state, inputs)) call.warn(text);
    await warnOfConsequences(compared, false);
    if (isDeclared(call)) await definition.planPrice?.(call, state, inputs);
    return true;
  }
  const isOutdated =
    account.isToBeRenewed(call.recorded.account) || (await definition.isOutdated?.(call, id, inputs, state));
  if (call.recorded.unfinished !== undefined || isOutdated) {
    await warnOfConsequences(compared, false);
    return true;
  }
  const missing = await missingTags(call, definition.name, id, state);
  if (missing.length > 0) call.warn(`It lacks the tag ${missing.join(', ')}, which is added.`);
  else if (isDeclared(call)) forgetUpdate(call, id);
  return missing.length > 0;
}

async function warnOfConsequences<I extends object, O extends object>(
  compared: Compared<I, O>,
  replaced: boolean,
): Promise<void> {
  const { definition, call, id, state, inputs } = compared;
  if (replaced) await mustNotBeReplaced(definition, call, id, state);
  if (!(replaced ? isPlanned(compared) : isDeclared(call))) return;
  // It is deleted before the program declares it, and the delete keeps what the reminders say.
  if (!isDeclared(call)) await remind(compared);
  const texts = (await definition.consequences?.(call, id, state, inputs, { replaced })) ?? [];
  for (const text of texts) call.warn(`${text}${firstStep(call)}`);
  if (replaced) call.session.announced.add(id);
}
