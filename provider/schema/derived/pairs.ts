import type { NestedInput, Type } from '../types';

/** An input with its old and its new value. */
export interface Pair {
  /** The path of the input, e.g. `volumes[0].size`. */
  readonly path: string;
  readonly input: NestedInput;
  readonly old: unknown;
  readonly next: unknown;
  /** The object around it, and whether that object is new. */
  readonly whole?: unknown;
  readonly isNew?: boolean;
}

type Values = Readonly<Record<string, unknown>> | undefined;

/** An input and the inputs inside it. An object of a list is paired with the old object of the same identification. */
export function* pairs(pair: Pair): Generator<Pair> {
  yield pair;
  const { path, input, old, next } = pair;
  const { type } = input;
  if (type.kind !== 'list') {
    yield* parts(path, type, old as Values, next as Values);
    return;
  }
  const { items, identifiedBy = '' } = type;
  for (const [index, item] of list(next).entries()) {
    const before = list(old).find((each) => each?.[identifiedBy] === item?.[identifiedBy]);
    yield* parts(`${path}[${String(index)}]`, items, before, item);
  }
}

/** A program may give a value of another type, which the shapes refuse. */
const list = (value: unknown): readonly Values[] => (Array.isArray(value) ? (value as Values[]) : []);

function* parts(path: string, type: Type, old: Values, next: Values): Generator<Pair> {
  if (type.kind !== 'inputObject') return;
  const around = { whole: next, isNew: old === undefined };
  for (const [name, input] of Object.entries(type.inputs))
    yield* pairs({ path: `${path}.${name}`, input, old: old?.[name], next: next?.[name], ...around });
}
