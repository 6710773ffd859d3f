// Between the names of programs and those of the API, as a schema pairs them.
import type { Tag } from '../../api';
import { meansSame } from './meaning';
import type { Inputs, Outputs, ResourceSchema } from './resourceSchema';
import type { TagMap } from './tagMap';
import { declaredTags, tagMap, tagRequests } from './tagMap';
import type { ComputedOf, NestedInput, Output, OutputsOf, Type } from './types';

type Values = Readonly<Record<string, unknown>>;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const fieldOf = ({ api }: NestedInput, way: 'read' | 'write'): string | undefined =>
  typeof api !== 'object' ? api : 'none' in api ? undefined : api[way];

/** The field of the API's object that shows an input; undefined where there is none. */
export const readField = (input: NestedInput): string | undefined => fieldOf(input, 'read');
/** The field of the request that carries an input; undefined where there is none. */
export const writeField = (input: NestedInput): string | undefined => fieldOf(input, 'write');

/** The body of a request: every given input that has a field in the API. */
export const requestFrom = ({ inputs }: ResourceSchema, given: object): Record<string, unknown> =>
  bodyOf(inputs, given as Values);

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

/**
 * The inputs of something that exists, for `read`: what the cloud shows of them, else what was declared. An input that
 * the program leaves out is no drift; its spelling stays where it means the same.
 *
 * @param state what is in state; without any input where the object was only looked up, and then all is shown.
 */
export function inputsFrom<S extends ResourceSchema>(
  { inputs }: S,
  found: object,
  state: Partial<Inputs<S>>,
): Partial<Inputs<S>> {
  const declared = state as Values;
  const isDeclared = Object.keys(inputs).some((name) => declared[name] !== undefined);
  const values = Object.entries(inputs).flatMap(([name, input]): [string, unknown][] => {
    const [field, old] = [readField(input), declared[name]];
    if (isDeclared && old === undefined) return [];
    const mayDrift = ['in place', 'grow only', 'replace'].includes(input.onChange);
    const shown = field === undefined || (isDeclared && !mayDrift) ? undefined : (found as Values)[field];
    if (shown === undefined) return old === undefined ? [] : [[name, old]];
    if (shown === null) return [];
    const value = input.type.kind === 'tags' ? tagsFrom(shown as readonly Tag[], old) : shown;
    return [[name, meansSame(input, old, value) ? (old ?? value) : value]];
  });
  return Object.fromEntries(values) as Partial<Inputs<S>>;
}

const tagsFrom = (tags: readonly Tag[], declared: unknown): TagMap =>
  declaredTags(declared as TagMap | undefined, tags) ?? tagMap(tags);

/** The outputs of something that exists. The resource hands over what is `computed`; the compiler insists on it. */
export const outputsFrom = <S extends ResourceSchema>(
  { outputs }: S,
  found: object,
  ...computed: object extends ComputedOf<S['outputs']> ? [] : [ComputedOf<S['outputs']>]
): Outputs<S> => ({ ...(fieldsFrom(outputs, found) as object), ...computed[0] }) as Outputs<S>;

/** The outputs that stand in several fields of an object of the API. */
export function fieldsFrom<O extends Readonly<Record<string, Output>>>(
  outputs: O,
  found: object,
): OutputsOf<O> {
  const values = Object.entries(outputs)
    .filter(([, { computed }]) => !computed)
    .map(([name, output]) => [name, valueOf(name, output, found)]);
  return Object.fromEntries(values) as OutputsOf<O>;
}

function valueOf(name: string, { type, api, from }: Output, found: object): unknown {
  if (from) return from(found as never);
  return outputOf(type, (found as Values)[api ?? snakeCase(name)] ?? null);
}

function outputOf(type: Type, value: unknown): unknown {
  if (value === null) return null;
  if (type.kind === 'outputObject') return fieldsFrom(type.outputs, value as object);
  return type.kind === 'list' ? (value as unknown[]).map((item) => outputOf(type.items, item)) : value;
}

/**
 * The inputs in which something that exists is not what the program says and cannot become it: a change would replace
 * it, or it would have to shrink.
 *
 * @returns each input with what the cloud shows of it and what the program says.
 */
export const fixedDifferences = <S extends ResourceSchema>(
  { inputs: described }: S,
  found: object,
  inputs: Partial<Inputs<S>>,
): { readonly path: string; readonly is: unknown; readonly said: unknown; readonly input: NestedInput }[] =>
  Object.entries(described).flatMap(([path, input]) => {
    const field = readField(input);
    const said = (inputs as Values)[path];
    if (field === undefined || said === undefined) return [];
    const is = (found as Values)[field];
    const differs =
      input.onChange === 'replace'
        ? !meansSame(input, is, said)
        : input.onChange === 'grow only' && Number(said) < Number(is);
    return differs ? [{ path, is, said, input }] : [];
  });
