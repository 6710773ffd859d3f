import { parse } from 'yaml';

/** A list of names, or the lists that a schema joins. */
interface List {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly List[];
  readonly 'x-idempotent'?: boolean;
}

interface Source {
  readonly components: { readonly schemas: Readonly<Record<string, List>> };
}

/**
 * The contract as it is served, of the text of `api/openapi.yaml`: each `anyOf` is one enum, and `x-idempotent` has the
 * names of its actions. A list that others join is left out.
 */
export function parseContract(text: string): unknown {
  const source = parse(text) as Source;
  const joined = new Set<string>();

  /** The lists in a list, with the mark of the outermost list that has a mark. */
  const partsOf = ({ $ref, anyOf, ...list }: List, mark?: boolean): List[] => {
    const own = mark ?? list['x-idempotent'];
    if (anyOf !== undefined) return anyOf.flatMap((one) => partsOf(one, own));
    if ($ref === undefined) return [{ ...list, ...(own !== undefined && { 'x-idempotent': own }) }];
    const name = $ref.split('/').at(-1) ?? '';
    const named = source.components.schemas[name];
    if (named === undefined) throw new Error(`The contract has no list ${name}.`);
    joined.add(name);
    return partsOf(named, own);
  };

  const served = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return part;
    if (Array.isArray(part)) return part.map(served);
    const { anyOf, 'x-idempotent': mark, ...others } = part as List;
    if (anyOf === undefined && mark === undefined)
      return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, served(inner)]));
    const lists = partsOf(part);
    const idempotent = lists.flatMap((list) => (list['x-idempotent'] ? (list.enum ?? []) : []));
    return {
      type: 'string',
      ...others,
      enum: [...new Set(lists.flatMap((list) => list.enum ?? []))],
      ...(idempotent.length > 0 && { 'x-idempotent': idempotent }),
    };
  };

  const document = served(source) as { components: { schemas: Record<string, unknown> } };
  const schemas = Object.entries(document.components.schemas).filter(([name]) => !joined.has(name));
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  };
}
