// An update that was killed may have changed inputs that state shows as before. If the program is as before too, a diff
// of both finds nothing. So each update is noted on disk, and the next run compares these inputs with the cloud.
import { CloudComputeError } from '../../../api/errors';
import { pick } from '../../../core/values/omitUndefined';
import type { NotedUpdate } from '../../../core/orphans/intentLog';
import { LAG_MS } from '../../../core/orphans/intentLog';
import { hashOf } from '../../../core/pendingTag';
import type { ResourceDefinition, State } from '../../schema/define';
import { same } from '../../schema/derived/same';
import type { ChangeRule, ChangeRules } from '../../schema/rules';
import type { Call } from '../../session/call';
import { perSession } from '../../session/perSession';
import { writtenTagKeys } from '../tags';
import { partsBy, partsOf, withMore, withParts } from './addedParts';

type Values = Readonly<Record<string, unknown>>;

/** The update of a thing that an earlier process has begun, if any. */
const earlierUpdate = ({ session }: Call, id: string) => session.intentLog.interruptedUpdate(id);

/** Whether the program declares an input as state has it. */
export const isUnchanged = (property: string, state: object, inputs: object): boolean =>
  same((state as Values)[property], (inputs as Values)[property]);

/** An update that is under way. */
export interface BegunUpdate {
  /**
   * The note to keep if it is refused before it changes anything: the inputs of both updates, the parts of the earlier
   * one.
   */
  readonly ifRefused: NotedUpdate;
  /** Whether reads may not show yet what an earlier update has changed. */
  readonly mayLag: boolean;
}

/**
 * Notes an update that is about to begin, with what an earlier one may have changed. Returns undefined without a note.
 *
 * @param recorded the state; what the cloud shows may differ from it.
 * @param actual the state as the cloud shows it.
 */
export function noteUpdate<I extends object, O extends object>(
  { changes: rules, sharedInputs, invisibleParts = {} }: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  { recorded, actual }: { readonly recorded: object; readonly actual: object },
  inputs: object,
): BegunUpdate | undefined {
  const earlier = earlierUpdate(call, id);
  const { hashes = {}, parts = {}, invisible = [] }: Partial<NotedUpdate> = earlier ?? {};
  const changed = changedInPlace(actual, inputs, rules);
  const properties = [...new Set([...changed, ...Object.keys(hashes)])];
  if (properties.length === 0) return undefined;
  const noted = Object.fromEntries(
    properties.map((property) => [property, hashOfValue((recorded as Values)[property])]),
  );
  const added = partsBy(sharedInputs, properties, (property, kind) =>
    partsOf(kind, (inputs as Values)[property]),
  );
  const changedParts = Object.entries(invisibleParts)
    .filter(
      ([property, unseen]) =>
        !same(unseen.part((recorded as Values)[property]), unseen.part((inputs as Values)[property])),
    )
    .map(([property]) => property);
  call.session.intentLog.addUpdate(id, {
    hashes: noted,
    parts: withMore(parts, added),
    invisible: [...new Set([...invisible, ...changedParts])],
  });
  const mayLag =
    earlier !== undefined &&
    isRecent(earlier) &&
    Object.keys(hashes).some((property) => isUnchanged(property, recorded, actual));
  return { ifRefused: { hashes: noted, parts, invisible }, mayLag };
}

/**
 * Removes the note of an update that has succeeded: at once if state shows nothing new, otherwise at the end of a run that
 * nobody interrupts, because only then the engine has saved state. It stays if reads may lag.
 */
export function endUpdate<I extends object>(
  { session }: Call,
  id: string,
  recorded: object,
  inputs: object,
  rules: ChangeRules<I>,
  begun: BegunUpdate | undefined,
): void {
  // What no reply shows is set now.
  if (begun?.mayLag) session.intentLog.addUpdate(id, { ...begun.ifRefused, invisible: [] });
  else if (changedInPlace(recorded, inputs, rules).length === 0) session.intentLog.removeUpdate(id);
  else succeededIds(session).add(id);
}

/** The ids of what the cloud still changes although it has refused a part of the update: a read does not show that yet. */
export const changingIds = perSession(() => new Set<string>());

/**
 * After the cloud has refused an update: leaves only the inputs in its note that the update did change, so that the next
 * run does not undo changes of others. After another failure, a request may still take effect, so the note stays as it is.
 */
export async function endFailedUpdate<I extends object, O extends object>(
  { read, sharedInputs }: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
  { ifRefused, mayLag }: BegunUpdate,
  error: unknown,
): Promise<void> {
  const isRefusal = error instanceof CloudComputeError && error.status !== undefined && !error.mayHaveArrived;
  if (!isRefusal || mayLag || changingIds(call.session).has(id)) return;
  // Volumes, their tags and their policy are in state as far as the update has reached them.
  const written = [...(writtenTagKeys(call.session).get(id) ?? [])];
  const parts = withMore(ifRefused.parts, written.length > 0 ? { tags: written } : {});
  // The next run compares if the cloud cannot be read now.
  const found = await read(call, id, withParts(sharedInputs, state, parts)).catch(() => undefined);
  if (!found) return;
  const changed = Object.keys(ifRefused.hashes).filter(
    (property) =>
      !isUnchanged(property, state, found.inputs) ||
      (property === 'tags' && written.length > 0) ||
      ifRefused.invisible.includes(property),
  );
  if (changed.length === 0) call.session.intentLog.removeUpdate(id);
  else
    call.session.intentLog.addUpdate(id, {
      hashes: pick(ifRefused.hashes, changed),
      parts: partsBy(sharedInputs, changed, (property) => parts[property] ?? []),
      invisible: ifRefused.invisible,
    });
}

const succeededIds = perSession((session) => {
  const ids = new Set<string>();
  session.atEndOfRun.push(() => {
    if (!session.writesStopped.signal.aborted) for (const id of ids) session.intentLog.removeUpdate(id);
    return Promise.resolve();
  });
  return ids;
});

const changedInPlace = <I extends object>(before: object, inputs: object, rules: ChangeRules<I>): string[] =>
  Object.entries<ChangeRule>(rules)
    .filter(([property, { effect }]) => effect === 'update' && !isUnchanged(property, before, inputs))
    .map(([property]) => property);

/**
 * The state with the outputs of now, and with the values in the cloud of inputs that an interrupted update may have changed.
 *
 * @param isRead whether the value of an input is to be read.
 */
export async function actualState<I extends object, O extends object>(
  { read, changes: rules, sharedInputs, invisibleParts = {} }: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
  isRead: (property: string) => boolean,
): Promise<State<I, O>> {
  const update = earlierUpdate(call, id);
  if (!update) return state;
  const properties = Object.entries(update.hashes)
    // Another version may have written the note, with other inputs.
    .filter(
      ([property, hash]) =>
        property in rules && isRead(property) && hash === hashOfValue((state as Values)[property]),
    )
    .map(([property]) => property);
  const unknown = update.invisible.filter(
    (property) => isRead(property) && (state as Values)[property] !== undefined,
  );
  const isToBeRead = properties.length + unknown.length > 0;
  const found = isToBeRead ? await read(call, id, withParts(sharedInputs, state, update.parts)) : undefined;
  if (!found) return state;
  const outputs = Object.entries(found.outputs).filter(([property]) => !(property in rules));
  const isShown = (property: string) =>
    (state as Values)[property] !== undefined || !isEmpty((found.inputs as Values)[property]);
  const values = pick(found.inputs as Values, properties.filter(isShown));
  const withUnknown = unknown.map((property): [string, unknown] => {
    const value = values[property] ?? (state as Values)[property];
    return [property, invisibleParts[property]?.withUnknownPart(value) ?? value];
  });
  return { ...state, ...Object.fromEntries(outputs), ...values, ...Object.fromEntries(withUnknown) };
}

/** A read of parts that are not there shows nothing, as a state without the input. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The state with the parts that an interrupted update may have added: a refresh shows which of them are there. */
export const withAddedParts = <I extends object, O extends object>(
  { sharedInputs }: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
): State<I, O> => withParts(sharedInputs, state, earlierUpdate(call, id)?.parts ?? {});

/** Which inputs an interrupted update has left otherwise than in state, in a sentence; undefined if none. */
export function changedByInterrupted(rules: object, state: object, actual: object): string | undefined {
  const properties = Object.keys(rules).filter((property) => !isUnchanged(property, state, actual));
  if (properties.length === 0) return undefined;
  return (
    `An interrupted or failed run was about to change ${properties.join(', ')}, where the cloud differs from the ` +
    'program now: this run changes it back.'
  );
}

/** Whether reads may not show its changes yet. */
const isRecent = ({ at }: { readonly at: number }): boolean => Date.now() - at <= LAG_MS;

/** Removes the note of an earlier update, in an `up`: the thing is as the program says. Not while reads may lag behind. */
export function forgetUpdate(call: Call, id: string): void {
  const update = earlierUpdate(call, id);
  if (!update || isRecent(update)) return;
  call.session.onceUp(() => {
    call.session.intentLog.removeUpdate(id);
  });
}

/** Removes the note of an earlier update in a refresh, if the state that the engine has saved shows what it changed. */
export function forgetSavedUpdate(call: Call, id: string, state: object): void {
  const update = earlierUpdate(call, id);
  if (!update) return;
  const isSaved =
    update.invisible.length === 0 &&
    Object.entries(update.hashes).every(
      ([property, hash]) => hash !== hashOfValue((state as Values)[property]),
    );
  if (isSaved) call.session.intentLog.removeUpdate(id);
}

const hashOfValue = (value: unknown): string => hashOf(JSON.stringify(value ?? null, sortKeys), 12);

/** The order of keys makes no difference. */
const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
