// Translates between the names of programs and the names of the API, as a schema declares them.
import type { Tag } from '../../../api/index';
import { omitUndefined, pick } from '../../../core/values/omitUndefined';
import { actionField, outputField, readField, writeField } from './fields';
import { meaningOf, meansSame } from './meaning';
import type { Inputs, Outputs, ResourceSchema } from '../resourceSchema';
import type { RequestOf } from '../contractFields';
import type { TagMap } from '../tagMap';
import { declaredTags, tagMap, tagRequests } from '../tagMap';
import type { ComputedOf, Input, NestedInput, Output, OutputsOf, Type } from '../types';
import { UNKNOWN, hasUnknown } from '../unknown';

type Values = Readonly<Record<string, unknown>>;

/** The value of an input in the API's object; undefined if the object does not show it. */
function shownValue(input: NestedInput, found: Values, declared: unknown): unknown {
  if (input.from) return input.from(found, declared);
  const field = readField(input);
  return field === undefined ? undefined : found[field];
}

/** The body of a request: every given input that has a field in the API. */
export const requestFrom = <S extends ResourceSchema>({ inputs }: S, given: object): RequestOf<S> =>
  bodyOf(inputs, given as Values) as RequestOf<S>;

function bodyOf(inputs: Readonly<Record<string, NestedInput>>, given: Values): Record<string, unknown> {
  const fields = Object.entries(inputs).flatMap(([name, input]) => {
    const [field, value] = [writeField(input), given[name]];
    return field === undefined || value === undefined ? [] : [[field, requestOf(input.type, value)] as const];
  });
  return Object.fromEntries(fields);
}

function requestOf(type: Type, value: unknown): unknown {
  if (type.kind === 'tags') return tagRequests(value as TagMap);
  if (type.kind === 'inputObject') return bodyOf(type.inputs, value as Values);
  return type.kind === 'list' ? (value as unknown[]).map((item) => requestOf(type.items, item)) : value;
}

/** An input that an action of the API changes in place. */
export interface ActionOfInput<Name extends string> {
  readonly input: Name;
  /** The change in words, e.g. `size from 60 GB to 80 GB`; left out with `change`. */
  readonly words?: string;
  /** The action with the new value in its field; left out if the resource has that value. */
  readonly change?: { readonly action: string; readonly [field: string]: unknown };
}

/** The inputs of a schema that actions change, in its order, each with the action that the resource still needs. */
export const actionsOfInputs = <S extends ResourceSchema>(
  { inputs }: S,
  found: object,
  given: Inputs<S>,
): readonly ActionOfInput<keyof S['inputs'] & string>[] =>
  Object.entries(inputs).flatMap(([input, described]) => {
    const { action, leftOutMeans, type } = described;
    const field = actionField(described);
    if (field === undefined) return [];
    const declared = (given as Values)[input] ?? leftOutMeans;
    const is = shownValue(described, found as Values, declared);
    if (!needsChange(described, is, declared)) return [{ input }];
    const words = `${input} from ${inWords(described, is)} to ${inWords(described, declared)}`;
    return [{ input, words, change: { action, [field]: requestOf(type, declared) } }];
  });

/** Whether an existing resource has to be changed in place to have the declared value. */
const needsChange = (input: Input, is: unknown, declared: unknown): boolean =>
  declared !== undefined &&
  (input.onChange === 'grow only' ? Number(declared) > Number(is) : !meansSame(input, is, declared));

/**
 * The inputs of an existing resource, for `read`: as the cloud shows them, or else as declared. Where both mean the
 * same, the spelling of the program stays.
 *
 * @param state the state; if it has no inputs, the resource is only looked up, and all inputs are returned.
 */
export const inputsFrom = <S extends ResourceSchema>(
  { inputs }: S,
  found: object,
  state: Partial<Inputs<S>>,
): Partial<Inputs<S>> => inputsOf(inputs, found as Values, state) as Partial<Inputs<S>>;

function inputsOf(inputs: Readonly<Record<string, NestedInput>>, found: Values, declared: Values): Values {
  const isDeclared = Object.keys(inputs).some((name) => declared[name] !== undefined);
  const values = Object.entries(inputs).map(([name, input]): [string, unknown] => [
    name,
    inputFrom(input, found, declared[name], isDeclared),
  ]);
  return omitUndefined(Object.fromEntries(values));
}

function inputFrom(input: NestedInput, found: Values, old: unknown, isDeclared: boolean): unknown {
  const shown = isDeclared && !canDrift(input) ? undefined : shownValue(input, found, old);
  if (shown === undefined) return old;
  if (old === undefined && (isEmpty(input.type, shown) || (isDeclared && !isManagedWhenLeftOut(input))))
    return undefined;
  const value = shown === null ? input.leftOutMeans : programValue(input.type, shown, old);
  return meansSame(input, old, value) ? (old ?? value) : value;
}

const canDrift = ({ onChange }: NestedInput): boolean =>
  ['in place', 'grow only', 'replace'].includes(onChange);

/** Whether leaving out the input means that it is empty. */
const isManagedWhenLeftOut = (input: NestedInput): boolean =>
  input.onChange === 'in place' &&
  input.type.kind !== 'tags' &&
  !('unmanagedWhenLeftOut' in input && input.unmanagedWhenLeftOut);

const isEmpty = ({ kind }: Type, shown: unknown): boolean =>
  shown === null ||
  shown === '' ||
  (['list', 'tags'].includes(kind) && (shown as readonly unknown[]).length === 0);

function programValue(type: Type, shown: unknown, old: unknown): unknown {
  if (type.kind === 'tags') return tagsFrom(shown as readonly Tag[], old);
  return type.kind === 'inputObject' ? inputsOf(type.inputs, shown as Values, (old ?? {}) as Values) : shown;
}

const tagsFrom = (tags: readonly Tag[], declared: unknown): TagMap =>
  declaredTags(declared as TagMap | undefined, tags) ?? tagMap(tags);

/** The outputs of an existing resource. The caller passes the `computed` ones; the compiler requires them. */
export const outputsFrom = <S extends ResourceSchema>(
  { outputs }: S,
  found: object,
  ...computed: object extends ComputedOf<S['outputs']> ? [] : [ComputedOf<S['outputs']>]
): Outputs<S> => ({ ...(fieldsFrom(outputs, found) as object), ...computed[0] }) as Outputs<S>;

/** The outputs that are fields of an object of the API. */
export function fieldsFrom<O extends Readonly<Record<string, Output>>>(
  outputs: O,
  found: object,
): OutputsOf<O> {
  const values = Object.entries(outputs)
    .filter(([, { computed }]) => !computed)
    .map(([name, output]) => [name, valueOf(name, output, found)]);
  return Object.fromEntries(values) as OutputsOf<O>;
}

function valueOf(name: string, output: Output, found: object): unknown {
  if (output.from) return output.from(found);
  return outputOf(output.type, (found as Values)[outputField(name, output)] ?? null);
}

function outputOf(type: Type, value: unknown): unknown {
  if (value === null) return null;
  if (type.kind === 'outputObject') return fieldsFrom(type.outputs, value as object);
  return type.kind === 'list' ? (value as unknown[]).map((item) => outputOf(type.items, item)) : value;
}

/** An input in which an existing resource differs from the program. */
export interface Difference {
  /** The path of the input, e.g. `template.image`. */
  readonly path: string;
  readonly is: unknown;
  readonly declared: unknown;
  readonly input: NestedInput;
}

/** A value of an input in words, e.g. `60 GB`. */
export function inWords({ type }: NestedInput, value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  return `${JSON.stringify(value)}${type.kind === 'integer' && type.unit !== '' ? ` ${type.unit}` : ''}`;
}

/**
 * The inputs in which an existing resource differs from the program and cannot be changed: a change would replace it,
 * or it would have to shrink. Values that are not known yet are not compared.
 */
export const fixedDifferences = (
  { inputs }: ResourceSchema,
  found: object,
  given: object,
): readonly Difference[] => differencesIn(inputs, found as Values, given as Values);

function differencesIn(
  inputs: Readonly<Record<string, NestedInput>>,
  found: Values,
  given: Values,
  around = '',
): Difference[] {
  return Object.entries(inputs).flatMap(([name, input]) => {
    const [declared, path] = [given[name], `${around}${name}`];
    if (declared === undefined || declared === UNKNOWN) return [];
    const is = shownValue(input, found, declared);
    if (is === undefined) return [];
    if (input.type.kind === 'inputObject' && is !== null)
      return differencesIn(input.type.inputs, is as Values, declared as Values, `${path}.`);
    if (hasUnknown(declared)) return [];
    const differs =
      input.onChange === 'replace'
        ? !meansSame(input, is, declared)
        : input.onChange === 'grow only' && Number(declared) < Number(is);
    return differs ? [{ path, is, declared, input }] : [];
  });
}

/** The inputs that only an order can set. */
export const orderedInputs = <S extends ResourceSchema>(
  { inputs }: S,
  given: Partial<Inputs<S>>,
): Partial<Inputs<S>> => {
  const names = Object.keys(inputs).filter((name) => isOrdered(inputs[name]));
  return pick(given as Values, names) as Partial<Inputs<S>>;
};

const isOrdered = (input: NestedInput | undefined): boolean =>
  input?.onChange === 'replace' || input?.onChange === 'next machine';

/**
 * What the inputs of an order mean, for its hash: all inputs that only an order sends, and those whose change replaces
 * what it made. A left-out input does not count, and neither does one with the value that leaving it out stands for.
 */
export const meaningOfOrder = <S extends ResourceSchema>(
  { inputs }: S,
  given: Partial<Inputs<S>>,
  except: readonly (keyof S['inputs'])[] = [],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([name, input]) => {
      const isSent = input.onChange === 'creation only' && writeField(input) !== undefined;
      if (except.includes(name) || !(isSent || isOrdered(input))) return [];
      const value = (given as Values)[name];
      return [[name, meansSame(input, value, undefined) ? undefined : meaningOf(input, value)]];
    }),
  );

/** Whether an object shows that it was ordered with this value of an input; false if it does not show the input. */
export function isOrderedWith<S extends ResourceSchema>(
  { inputs }: S,
  property: string,
  found: object,
  given: Partial<Inputs<S>>,
): boolean {
  const [input, declared] = [inputs[property], (given as Values)[property]];
  if (!input || !isOrdered(input)) return false;
  const shown = shownValue(input, found as Values, declared) ?? undefined;
  return shown !== undefined && meansSame(input, shown, declared);
}
