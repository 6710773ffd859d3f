import { isGone } from '../../../core/statuses';
import { billOf } from '../../checks/cost/bill';
import { billPlan } from '../../checks/cost/deployCost';
import { limitOf, mustFit, replacementMustFit, warnIfOpen } from '../../checks/cost/limit';
import { mustNotReplaceAdopted } from '../../lifecycle/adopt';
import { forgetOrder } from '../../lifecycle/unbilled/interruptedUnbilled';
import { forgetRepeatedUpdate, forgetSavedUpdate, interruptionOf } from '../../lifecycle/interruptedUpdates';
import { removePendingTags } from '../../lifecycle/createOnce/pendingTagsInState';
import { mustNotBeReplaced } from '../../lifecycle/otherAccount';
import { collectionOf, declaredTagKeys } from '../../lifecycle/tags';
import type { ResourceDefinition, State } from '../../schema/define';
import type { Change } from '../../schema/rules';
import { hasUnknown } from '../../schema/unknown';
import { mayStay, onlyStored } from '../../schema/rules';
import { replacementReason } from '../../machines/create/deploymentFailed';
import type { PlanRequest, Planned } from '../../schema/plan';
import type { Call, CallContext } from '../../run/call';
import type { Run } from '../../run/run';
import { callOf } from './call';
import { refusals, replacingInputs, settingsOf, unsatisfiedChanges } from './changes';

/** A resource in state, and what the program says of it. */
interface Compared<I extends object, O extends object> {
  readonly definition: ResourceDefinition<I, O>;
  readonly call: Call;
  readonly id: string;
  readonly state: State<I, O>;
  readonly inputs: I;
}

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
  const { account, unfinished, vanished } = call.recorded;
  run.account.record(call, account);
  if (isDeclared(call)) noteDeclared(compared);
  removePendingTags(call, definition.name, id, state);
  forgetOrder(call, noun, id);
  const asked = replacingInputs(rules, state, inputs, call.replaceOn);
  const changes =
    vanished === undefined ? await unsatisfiedChanges(definition, call, id, state, inputs, asked) : [];
  const replacing = changes.filter((change) => isReplacedBy(change, compared));
  const isReplaced = vanished !== undefined || replacing.length > 0;
  const isToBeUpdated = changes.length > 0 || unfinished !== undefined || run.account.isToBeRenewed(account);
  // Also for a change in place, which `replaceOnChanges` may turn into a replacement.
  const deleteBeforeReplace = changes.length > 0 && (await isDeletedFirst(compared));
  const planned = await planOf(compared, isReplaced ? 'replacement' : isToBeUpdated ? 'change' : 'unchanged');
  const { plan, findings } = planned;
  nameKeptVolumes(compared, planned, isReplaced);
  if (vanished !== undefined) return announceReplacement('vanished', vanished, compared, planned);
  if (isDeclared(call)) reportInterruption(compared);
  const changed = changes.map(({ property }) => property);
  if (isReplaced) {
    const replaces = replacing.map(({ property }) => property);
    const mayStayAsItIs =
      isDeclared(call) && replacing.every((change) => mayStay<I>(rules, change, state, inputs));
    if (mayStayAsItIs)
      call.warn(
        `The value of ${replaces.join(', ')} is not known yet: the ${noun} is replaced only if the value changes.`,
      );
    else mustKeepAdopted(compared, `The ${noun} ${id} cannot change in place: ${replaces.join(', ')}.`);
    await sayReplacement(compared, planned);
    await billReplacement(compared, deleteBeforeReplace);
    return { changes: true, changed, replaces, deleteBeforeReplace };
  }
  if (plan.replace !== undefined) {
    await mustNotBeReplaced(definition, call, id, state);
    return announceReplacement('unfinished', plan.replace, compared, planned);
  }
  // Not in check, whose old inputs may hold values that a failed update has not applied. A replacement need
  // not only grow.
  let refused = refusals<I>(rules, state, inputs, asked);
  // After a failed create, state has all inputs of the program, also inputs that the cloud has not taken over.
  if (refused.length > 0 && unfinished !== undefined) {
    const actual = (await definition.read(call, id, state))?.inputs;
    refused = refusals<I>(rules, { ...state, ...actual }, inputs, asked);
  }
  const inPlace = { changed, replaces: [], deleteBeforeReplace };
  if (isDeclared(call)) {
    findings.notes?.(call);
    if (plan.refuse) refused = [...refused, plan.refuse.message];
    if (refused.length > 0) return { ...inPlace, changes: true, refusal: refused.join('\n') };
  }
  if (!isToBeUpdated && !findings.unfinished) {
    if (isDeclared(call))
      call.run.phase.onceUp(() => {
        forgetRepeatedUpdate(call, id, rules, inputs);
      });
    await limitChange(compared);
    return { ...inPlace, changes: false };
  }
  for (const text of onlyStored<I>(rules, changes, state, inputs)) call.warn(text);
  if (isDeclared(call)) {
    for (const text of plan.warnings) call.warn(text);
    if (changes.length > 0) await billPlan(call, plan);
  }
  await limitChange(compared);
  return { ...inPlace, changes: true };
}

/** A preview fails at whichever resource crosses the limit of the price, even if it does not change. */
async function limitChange<I extends object, O extends object>(compared: Compared<I, O>): Promise<void> {
  const { definition, call } = compared;
  if (!definition.bill || !isDeclared(call)) return;
  await warnIfOpen(call);
  await mustFit(call);
}

/** Compares the price of the next resource with the limit, also in an update: the old one may be deleted first. */
async function billReplacement<I extends object, O extends object>(
  compared: Compared<I, O>,
  isDeletedFirst: boolean,
): Promise<void> {
  const { definition, call, state, inputs } = compared;
  if (!definition.bill || limitOf(call.run) === undefined || !isPlanned(compared)) return;
  const bill = billOf(call.run);
  bill.exists(call.urn, state);
  // Before the program declares it, it is deleted with what it depends on.
  if ((isDeletedFirst || !isDeclared(call)) && !call.keep) bill.takesItsPlace(call.urn);
  await definition.bill(call, inputs, undefined);
  await warnIfOpen(call);
  await mustFit(call);
  await replacementMustFit(call);
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
function noteDeclared<I extends object, O extends object>(compared: Compared<I, O>): void {
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
}

/**
 * Records the volumes that a replacement keeps, and names them to the user: in each diff, and also before a replacement
 * that comes before the program declares the resource.
 */
function nameKeptVolumes<I extends object, O extends object>(
  compared: Compared<I, O>,
  { plan, findings: { keeps } }: Planned<I, O>,
  isReplaced: boolean,
): void {
  const { call } = compared;
  const isSaid = isDeclared(call) || ((isReplaced || plan.replace !== undefined) && isPlanned(compared));
  if (!keeps || !isSaid) return;
  call.run.things.keep(
    call.urn,
    keeps.map((volume) => volume.id),
  );
  for (const { sentence } of keeps) call.warn(sentence);
}

const isReplacedBy = <I extends object, O extends object>(
  { property, effect }: Change,
  { definition, state, inputs }: Compared<I, O>,
): boolean =>
  effect === 'replace' || (definition.replacedBy?.(property as keyof I & string, state, inputs) ?? false);

/** A replacement that no input causes. The engine shows no reason for it, so a warning gives the reason. */
async function announceReplacement<I extends object, O extends object>(
  replacedFor: 'vanished' | 'unfinished',
  reason: string,
  compared: Compared<I, O>,
  planned: Planned<I, O>,
): Promise<ResourceDiff> {
  const { call, definition } = compared;
  mustKeepAdopted(compared, reason);
  call.warn(reason);
  await sayReplacement(compared, planned);
  // To delete first would also replace each dependent whose change is in place, for example a group whose template names a
  // key that is gone.
  const deleteBeforeReplace =
    (await isInTheWay(definition.name, call, compared.id)) || (definition.idFromInputs ?? false);
  // What is not in the way is gone.
  await billReplacement(compared, true);
  return { changes: true, changed: [], replaces: [], replacedFor, deleteBeforeReplace };
}

/** Says what a replacement does, if the program of this run makes it. */
async function sayReplacement<I extends object, O extends object>(
  compared: Compared<I, O>,
  { plan, findings }: Planned<I, O>,
): Promise<void> {
  const { definition, call, id, state } = compared;
  await mustNotBeReplaced(definition, call, id, state);
  if (!isPlanned(compared)) return;
  if (plan.refuse) throw plan.refuse;
  findings.notes?.(call);
  for (const text of plan.warnings) call.warn(`${text}${firstStep(call)}`);
  call.run.things.announce(id);
}

/** Reads what is needed, and plans. Without a planner, a resource that is gone is replaced: an interrupted run may have deleted it. */
async function planOf<I extends object, O extends object>(
  compared: Compared<I, O>,
  of: PlanRequest['of'],
): Promise<Planned<I, O>> {
  const { definition, call, id, state, inputs } = compared;
  const request: PlanRequest = {
    ...{ id, of, keep: call.keep, isDeclared: isDeclared(call), isPlanned: isPlanned(compared) },
  };
  if (definition.plan) return definition.plan(call, state, inputs, request);
  const { isReached, noun, read } = definition;
  const isThere = of === 'replacement' || isReached || (await read(call, id, state));
  const replace = !isThere && { replace: replacementReason(noun, id, undefined) };
  return { plan: { steps: [], warnings: [], ...replace }, findings: {} };
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
