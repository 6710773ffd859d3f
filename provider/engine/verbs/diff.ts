import { isGone } from '../../../core/statuses';
import { billOf } from '../../checks/cost/bill';
import { replacementReason } from '../../machines/create/deploymentFailed';
import { mustNotReplaceAdopted } from '../../lifecycle/adopt';
import { forgetOrder } from '../../lifecycle/unbilled/interruptedUnbilled';
import { forgetRepeatedUpdate, forgetSavedUpdate, interruptionOf } from '../../lifecycle/interruptedUpdates';
import { removePendingTags } from '../../lifecycle/createOnce/pendingTagsInState';
import { mustNotBeReplaced } from '../../lifecycle/otherAccount';
import { collectionOf, declaredTagKeys } from '../../lifecycle/tags';
import type { ResourceDefinition, State } from '../../schema/define';
import type { Change } from '../../schema/rules';
import { mayStay, onlyStored } from '../../schema/rules';
import { hasUnknown } from '../../schema/unknown';
import type { Call, CallContext } from '../../run/call';
import type { Run } from '../../run/run';
import { callOf } from './call';
import { refusals, replacingInputs, settingsOf, unsatisfiedChanges } from './changes';

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

/** @param state the inputs of the last update, and the outputs. */
export async function diff<I extends object, O extends object>(
  run: Run,
  definition: ResourceDefinition<I, O>,
  context: CallContext,
  id: string,
  state: State<I, O>,
  inputs: I,
): Promise<ResourceDiff> {
  const call = callOf(run, definition, 'update', context, inputs, id);
  const compared = { definition, call, id, state, inputs };
  const { changes: rules, noun } = definition;
  run.account.record(call, call.recorded.account);
  if (isDeclared(call)) await noteDeclared(compared);
  removePendingTags(call, definition.name, id, state);
  forgetOrder(call, noun, id);
  const { vanished } = call.recorded;
  if (vanished) return announceReplacement('vanished', vanished, compared);
  if (isDeclared(call)) reportInterruption(compared);
  const asked = replacingInputs(rules, state, inputs, call.replaceOn);
  const changes = await unsatisfiedChanges(definition, call, id, state, inputs, asked);
  const changed = changes.map(({ property }) => property);
  const replacing = changes.filter((change) => isReplacedBy(change, compared));
  const replaces = replacing.map(({ property }) => property);
  // Also for a change in place, which `replaceOnChanges` may turn into a replacement.
  const deleteBeforeReplace = changes.length > 0 && (await isDeletedFirst(compared));
  if (replaces.length > 0) {
    const mayStayAsItIs =
      isDeclared(call) && replacing.every((change) => mayStay<I>(rules, change, state, inputs));
    if (mayStayAsItIs)
      call.warn(
        `The value of ${replaces.join(', ')} is not known yet: the ${noun} is replaced only if the value changes.`,
      );
    else mustKeepAdopted(compared, `The ${noun} ${id} cannot change in place: ${replaces.join(', ')}.`);
    await warnOfConsequences(compared, true);
    return { changes: true, changed, replaces, deleteBeforeReplace };
  }
  const reason = await reasonToReplace(compared);
  if (reason !== undefined) return announceReplacement('unfinished', reason, compared);
  // Not in check, whose old inputs may hold values that a failed update has not applied. A replacement need
  // not only grow.
  let refused = refusals<I>(rules, state, inputs, asked);
  // After a failed create, state has all inputs of the program, also inputs that the cloud has not taken over.
  if (refused.length > 0 && call.recorded.unfinished !== undefined) {
    const actual = (await definition.read(call, id, state))?.inputs;
    refused = refusals<I>(rules, { ...state, ...actual }, inputs, asked);
  }
  if (isDeclared(call)) refused = [...refused, ...((await definition.refusals?.(call, state, inputs)) ?? [])];
  if (isDeclared(call)) await definition.prepareUpdate?.(call, id, inputs);
  const inPlace = { changed, replaces: [], deleteBeforeReplace };
  if (refused.length > 0 && isDeclared(call))
    return { ...inPlace, changes: true, refusal: refused.join('\n') };
  return { ...inPlace, changes: await announceUpdate(compared, changes) };
}

/** Whether the old resource must be deleted first. */
async function isDeletedFirst<I extends object, O extends object>({
  definition,
  call,
  id,
  state,
  inputs,
}: Compared<I, O>): Promise<boolean> {
  if (!(await definition.deleteFirst?.(state, inputs, call, id))) return false;
  return collectionOf(definition.name) === undefined || isInTheWay(definition.name, call, id);
}

/**
 * Whether a billed resource must be deleted before the next one is created: a machine may hold volumes. If it is gone, to
 * delete it first would lose the ids of the volumes that an eviction kept if the create fails.
 */
async function isInTheWay(name: string, { run }: Call, id: string): Promise<boolean> {
  const collection = collectionOf(name);
  if (collection === undefined || collection === 'volumes') return collection !== undefined;
  const found = await run[collection].read(id);
  return found !== undefined && !isGone(found);
}

/** Warns of an interrupted update which the program does not repeat, and removes its note if state shows what it did. */
function reportInterruption<I extends object, O extends object>({
  definition: { changes: rules },
  call,
  id,
  state,
  inputs,
}: Compared<I, O>): void {
  for (const text of interruptionOf(call, id, rules, state, inputs)) call.warn(text);
  call.run.phase.onceUp(() => {
    forgetSavedUpdate(call, id, rules, state);
  });
}

/**
 * Whether the program of this run declares it. A refresh compares the cloud with the last program, only to show the
 * differences: it must not fail for one, and `destroy --refresh` deletes all the same.
 */
const isDeclared = ({ run, urn }: Call): boolean => run.program.has(urn);

/**
 * Whether the program of this run makes the change. Before the engine deletes a resource in order to replace it, it also
 * calls diff for the dependents, with unknown inputs: the program has not declared them yet.
 */
const isPlanned = <I extends object, O extends object>({ call, inputs }: Compared<I, O>): boolean =>
  isDeclared(call) || (call.run.program.runs && hasUnknown(inputs));

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
  const { run } = call;
  run.known.claim(id, call.recorded.claim);
  run.known.addUrn(call.urn);
  run.things.declare(id, {
    urn: call.urn,
    settings: settingsOf(definition, state, inputs),
    ...(collectionOf(definition.name) && { tagKeys: declaredTagKeys(inputs) }),
  });
  billOf(run).exists(call.urn, state);
  await nameKeptVolumes(compared);
}

/** Records the volumes that a replacement keeps, and names them to the user. */
async function nameKeptVolumes<I extends object, O extends object>({
  definition,
  call,
  id,
  state,
}: Compared<I, O>): Promise<void> {
  const kept = await definition.keptVolumes?.(call, id, state);
  if (!kept) return;
  call.run.things.keep(
    call.urn,
    kept.map((volume) => volume.id),
  );
  for (const { sentence } of kept) call.warn(sentence);
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
async function announceReplacement<I extends object, O extends object>(
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

/** Warns about the effects of an update, and about changes that it only stores. Returns whether it has work to do. */
async function announceUpdate<I extends object, O extends object>(
  compared: Compared<I, O>,
  changes: readonly Change[],
): Promise<boolean> {
  const { definition, call, id, state, inputs } = compared;
  const { account } = call.run;
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
  if (isDeclared(call))
    call.run.phase.onceUp(() => {
      forgetRepeatedUpdate(call, id, definition.changes, inputs);
    });
  return false;
}

async function warnOfConsequences<I extends object, O extends object>(
  compared: Compared<I, O>,
  replaced: boolean,
): Promise<void> {
  const { definition, call, id, state, inputs } = compared;
  if (replaced) await mustNotBeReplaced(definition, call, id, state);
  if (!(replaced ? isPlanned(compared) : isDeclared(call))) return;
  // It is deleted before the program declares it, and the delete keeps these volumes too.
  if (!isDeclared(call)) await nameKeptVolumes(compared);
  const texts = (await definition.consequences?.(call, id, state, inputs, { replaced })) ?? [];
  for (const text of texts) call.warn(`${text}${firstStep(call)}`);
  if (replaced) call.run.things.announce(id);
}
