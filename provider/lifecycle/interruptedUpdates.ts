// An update that was killed may have changed what state shows as before. So each update is noted on disk. The next
// update of the resource reads what it changes, a refresh reads the parts that it may have added, and until then a
// preview of another program warns.
import { randomBytes } from 'node:crypto';
import { CloudComputeError } from '../../api/errors';
import { pick } from '../../core/values/omitUndefined';
import type { NotedUpdate } from '../../core/orphans/intentLog';
import { LAG_MS } from '../../core/orphans/intentLog';
import { hashOf } from '../../core/pendingTag';
import type { ResourceDefinition, State, PartKind, SharedInputs } from '../schema/define';
import { same, sortKeys } from '../schema/derived/same';
import type { ChangeRule, ChangeRules } from '../schema/rules';
import { hasUnknown } from '../schema/unknown';
import type { Call } from '../run/call';
import { RefusedError } from '../run/errors';
import type { Run } from '../run/run';

type Values = Readonly<Record<string, unknown>>;

/** The update of a thing that an earlier process has begun, if any, and no refresh in state has read. */
function interruptedUpdate({ run, recorded }: Call, id: string) {
  const update = run.intentLog.interruptedUpdate(id);
  return update?.mark === recorded.refreshed ? undefined : update;
}

/** Whether the program declares an input as state has it. */
const isUnchanged = (property: string, state: object, inputs: object): boolean =>
  same((state as Values)[property], (inputs as Values)[property]);

/** An update that is under way. */
export interface BegunUpdate {
  /** The note of an earlier update, to keep if this one is refused before it changes anything. */
  readonly earlier: NotedUpdate | undefined;
  readonly noted: NotedUpdate;
}

/** Notes an update that is about to begin. Returns undefined without a note: it changes nothing in place. */
export function noteUpdate<I extends object, O extends object>(
  { changes: rules, sharedInputs }: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: object,
  inputs: object,
): BegunUpdate | undefined {
  const earlier = interruptedUpdate(call, id);
  const now = changedInPlace(state, inputs, rules);
  const changed = [...new Set([...now, ...(earlier?.changed ?? [])])];
  if (changed.length === 0) return undefined;
  const added = partsBy(sharedInputs, changed, (property, kind) =>
    partsOf(kind, (inputs as Values)[property]),
  );
  const noted = {
    mark: randomBytes(6).toString('base64url'),
    // An update of what state shows already only undoes the earlier one, which stays noted until that has succeeded.
    inputs: now.length === 0 && earlier ? earlier.inputs : hashOfInputs(rules, inputs),
    changed,
    addedParts: withMore(earlier?.addedParts ?? {}, added),
  };
  call.run.intentLog.addUpdate(id, noted);
  return { earlier, noted };
}

/**
 * Removes the note of an update that has succeeded: at once if state shows nothing new, otherwise at the end of a run that
 * nobody interrupts, because only then the engine has saved state.
 */
export function endUpdate<I extends object>(
  { run }: Call,
  id: string,
  state: object,
  inputs: object,
  rules: ChangeRules<I>,
): void {
  if (changedInPlace(state, inputs, rules).length === 0) run.intentLog.endUpdate(id);
  else {
    run.written.updated.add(id);
    run.once('end of updates', () => run.phase.atEnd.push(() => endNotes(run)));
  }
}

/**
 * After the cloud has refused an update: the note goes, or says only what was written before. After another failure, a
 * request may still take effect, so the note stays as it is.
 */
export function endFailedUpdate(
  { run }: Call,
  id: string,
  { earlier, noted }: BegunUpdate,
  error: unknown,
): void {
  const isRefusal = error instanceof CloudComputeError && error.status !== undefined && !error.mayHaveArrived;
  if (!(isRefusal || error instanceof RefusedError) || run.written.changing.has(id)) return;
  const tags = [...run.written.tagKeysOf(id)];
  if (tags.length > 0) {
    const { addedParts = {} } = earlier ?? {};
    run.intentLog.addUpdate(id, { ...noted, addedParts: withMore(addedParts, { tags }) });
  } else if (earlier) run.intentLog.addUpdate(id, earlier);
  else run.intentLog.removeUpdate(id);
}

function endNotes({ intentLog, phase, written }: Run): Promise<void> {
  if (!phase.stopped.aborted) for (const id of written.updated) intentLog.endUpdate(id);
  return Promise.resolve();
}

const changedInPlace = <I extends object>(before: object, inputs: object, rules: ChangeRules<I>): string[] =>
  Object.entries<ChangeRule>(rules)
    .filter(([property, { effect }]) => effect === 'update' && !isUnchanged(property, before, inputs))
    .map(([property]) => property);

/**
 * The state with what an interrupted update may have changed, as the cloud shows it: an update of other inputs makes what
 * they declare.
 */
export async function actualState<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
): Promise<State<I, O>> {
  const update = interruptedUpdate(call, id);
  if (!update) return state;
  const { read, changes: rules } = definition;
  const whole = await withAddedParts(definition, call, id, state);
  const found = await read(call, id, whole);
  if (!found) return whole;
  // Another version may have written the note, with other inputs.
  const properties = update.changed.filter((property) => property in rules);
  const outputs = Object.entries(found.outputs).filter(([property]) => !(property in rules));
  return { ...whole, ...Object.fromEntries(outputs), ...pick(found.inputs as Values, properties) };
}

/** The state with the parts that an interrupted update may have added: a refresh shows which of them are there. */
export async function withAddedParts<I extends object, O extends object>(
  { sharedInputs }: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
): Promise<State<I, O>> {
  const update = interruptedUpdate(call, id);
  if (!update) return state;
  await untilListed(call, update);
  return withParts(sharedInputs, state, update.addedParts);
}

/** Waits until lists show what an interrupted update has changed. */
async function untilListed({ run, signal }: Call, { at }: { readonly at: number }): Promise<void> {
  const lag = at + LAG_MS - Date.now();
  if (lag > 0) await run.clock.sleep(Math.min(lag, LAG_MS), signal);
}

/** The mark for the state of a refresh. */
export const markFor = (call: Call, id: string): string | undefined =>
  call.run.intentLog.interruptedUpdate(id)?.mark ?? call.recorded.refreshed;

/** Removes the note of an interrupted update if state shows what it did, because it was saved or a refresh is in it. */
export function forgetSavedUpdate(call: Call, id: string, rules: object, state: object): void {
  const { intentLog } = call.run;
  const update = intentLog.interruptedUpdate(id);
  if (!update) return;
  if (update.mark === call.recorded.refreshed || update.inputs === hashOfInputs(rules, state))
    intentLog.removeUpdate(id);
}

/** Removes the note of an interrupted update which the program repeats, and which has nothing to change any more. */
export function forgetRepeatedUpdate(call: Call, id: string, rules: object, inputs: object): void {
  const { intentLog } = call.run;
  if (intentLog.interruptedUpdate(id)?.inputs === hashOfInputs(rules, inputs)) intentLog.removeUpdate(id);
}

/** Sentences about an interrupted update that the program does not repeat; none if it repeats it. */
export function interruptionOf(
  call: Call,
  id: string,
  rules: object,
  state: object,
  inputs: object,
): string[] {
  const update = interruptedUpdate(call, id);
  const repeated = [state, inputs].map((one) => hashOfInputs(rules, one));
  // In a preview, an unknown value may be the one that it was given.
  if (!update || hasUnknown(inputs) || repeated.includes(update.inputs)) return [];
  return [
    `The last update of ${call.name} was interrupted; it may hold parts that the state does not show. Run ` +
      '`pulumi up --refresh`.',
  ];
}

const hashOfInputs = (rules: object, values: object): string =>
  hashOf(JSON.stringify(pick(values as Values, Object.keys(rules)), sortKeys), 12);

// The parts that an update adds to inputs which others share: a note holds them, so that the next run removes only these.

type Parts = NotedUpdate['addedParts'];

/** The parts of the shared inputs among these. */
export const partsBy = (
  shared: SharedInputs,
  properties: readonly string[],
  parts: (property: string, kind: PartKind) => readonly string[],
): Parts =>
  Object.fromEntries(
    Object.entries(shared)
      .filter(([property]) => properties.includes(property))
      .map(([property, kind]) => [property, parts(property, kind)]),
  );

/** The parts of two updates. */
export const withMore = (parts: Parts, more: Parts): Parts => ({
  ...parts,
  ...Object.fromEntries(
    Object.entries(more).map(([property, names]) => [
      property,
      [...new Set([...(parts[property] ?? []), ...names])],
    ]),
  ),
});

/** The keys of tags, or the items of a list. */
export const partsOf = (kind: PartKind, value: unknown): readonly string[] =>
  kind === 'keys of tags' ? Object.keys(value ?? {}) : ((value ?? []) as readonly string[]);

/** The state with all that the update may have added. */
export function withParts<S extends object>(shared: SharedInputs, state: S, parts: Parts): S {
  const values = state as Values;
  const added: Values = Object.fromEntries(
    Object.entries(shared)
      .filter(([property]) => (parts[property] ?? []).length > 0)
      .map(([property, kind]) => [property, withAdded(kind, values[property], parts[property] ?? [])]),
  );
  return { ...state, ...added };
}

const withAdded = (kind: PartKind, value: unknown, parts: readonly string[]): unknown =>
  kind === 'keys of tags'
    ? withKeys(value, parts)
    : [...new Set([...((value ?? []) as readonly string[]), ...parts])];

const withKeys = (tags: unknown, keys: readonly string[]): Record<string, string> => ({
  ...Object.fromEntries(keys.map((key) => [key, ''])),
  ...(tags as Record<string, string> | undefined),
});
