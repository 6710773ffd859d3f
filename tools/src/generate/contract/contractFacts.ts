// What the contract states beside its types: for the client, and for the emulator.
import type { Contract } from '../../contract/document';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** A list of actions, and which of them have the same effect when they are performed twice. */
interface Marked {
  readonly enum?: readonly string[];
  readonly 'x-idempotent'?: readonly string[];
}

/** The text of api/contract.ts. */
export function contractFacts(contract: Contract): string {
  const operations = contract.operations.flatMap((operation) => {
    const body = contract.requestBody(operation) as Schema | undefined;
    const limits = body ? limitsOf(contract, body) : [];
    return limits.length === 0 ? [] : [[operation.id, Object.fromEntries(limits)] as const];
  });
  const { numbers, texts } = numericFields(contract);
  return `// Generated from api/openapi.yaml by \`npm run generate\`; never edited.

/**
 * The most characters of each text, and the most elements of each list, in the request of an operation, by the path of
 * its field: \`volumes.name\` is the name of each of the \`volumes\`.
 */
export const requestLimits = ${JSON.stringify(Object.fromEntries(operations))} as const;

/** Actions of PUT requests that have the same effect when they are performed twice (\`x-idempotent\`). */
export const idempotentActions: ReadonlySet<unknown> = new Set(${JSON.stringify(idempotentActions(contract))});

/** The collections whose members have tags, as the client names them: \`volumes\` of \`/v1/volumes\`. */
export const taggedCollections = ${JSON.stringify(taggedCollections(contract))} as const;

/** The fields of replies that are numbers. */
export const numericFields: ReadonlySet<string> = new Set(${JSON.stringify(numbers)});

/** The paths whose replies have a text in a field of such a name. */
export const pathsWithTexts: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(texts)};
`;
}

/** Each limit with the path of its field. */
function limitsOf(contract: Contract, schema: Schema, path = ''): [string, number][] {
  if (schema.$ref !== undefined) return limitsOf(contract, contract.at(schema.$ref.slice(1)) as Schema, path);
  const { maxLength, maxItems, properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  const own = maxLength ?? maxItems;
  return [
    ...(own === undefined ? [] : [[path, own] satisfies [string, number]]),
    ...Object.entries(properties).flatMap(([field, inner]) =>
      limitsOf(contract, inner, path === '' ? field : `${path}.${field}`),
    ),
    ...[...(items ? [items] : []), ...allOf, ...anyOf, ...oneOf].flatMap((part) =>
      limitsOf(contract, part, path),
    ),
  ];
}

/** The name of a part of the path as a property: `sshKeys` of `ssh-keys`. */
const fieldOf = (part: string): string =>
  part.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const taggedCollections = ({ operations }: Contract): string[] =>
  operations.flatMap(({ method, path }) => {
    const [, collection] = /^\/v1\/([^/]+)\/\{\w+\}\/tags$/.exec(path) ?? [];
    return method === 'POST' && collection !== undefined ? [fieldOf(collection)] : [];
  });

/**
 * `numbers`: the names of numeric fields in replies. `texts`: by such a name, the paths at which the field is no
 * number.
 */
function numericFields(contract: Contract) {
  const fields = contract.operations.flatMap(({ path, pointer }) =>
    fieldsOf(contract, (contract.at(pointer) as { responses?: unknown }).responses).map((field) => ({
      ...field,
      path,
    })),
  );
  const numbers = [...new Set(fields.flatMap(({ name, isNumber }) => (isNumber ? [name] : [])))].sort();
  const texts = numbers.flatMap((name) => {
    const paths = fields.flatMap((field) => (field.name === name && !field.isNumber ? [field.path] : []));
    return paths.length === 0 ? [] : [[name, [...new Set(paths)]] as const];
  });
  return { numbers, texts: Object.fromEntries(texts) };
}

interface Field {
  readonly name: string;
  readonly isNumber: boolean;
}

/** All fields in a part of the document, whatever it is nested in. */
function fieldsOf(contract: Contract, part: unknown, seen: readonly string[] = []): Field[] {
  if (typeof part !== 'object' || part === null) return [];
  const { $ref, properties = {} } = part as Schema;
  if (typeof $ref === 'string')
    return seen.includes($ref) ? [] : fieldsOf(contract, contract.at($ref.slice(1)), [...seen, $ref]);
  const own = Object.entries(properties).map(([name, { type }]): Field => {
    return { name, isNumber: [type].flat().some((one) => one === 'number' || one === 'integer') };
  });
  return [...own, ...Object.values(part).flatMap((inner) => fieldsOf(contract, inner, seen))];
}

/**
 * @throws Error if `x-idempotent` lists an action that another kind of resource has without it: a body does not name its
 * kind of resource.
 */
function idempotentActions({ document }: Contract): string[] {
  const { components } = document as unknown as { components: { schemas: Record<string, unknown> } };
  const marked: { readonly actions: readonly string[]; readonly idempotent: readonly string[] }[] = [];
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { enum: actions = [], 'x-idempotent': idempotent } = part as Marked;
    if (idempotent) marked.push({ actions, idempotent });
    Object.values(part).forEach(visit);
  };
  visit(components.schemas);
  const listed = new Set(marked.flatMap(({ idempotent }) => idempotent));
  for (const { actions, idempotent } of marked)
    for (const action of listed)
      if (actions.includes(action) !== idempotent.includes(action))
        throw new Error(`The contract marks ${action} with x-idempotent for some resources only.`);
  return [...listed];
}

type KeptSchemas = Readonly<
  Record<string, { readonly properties?: Readonly<Record<string, { readonly 'x-kept'?: boolean }>> }>
>;

/** The text of emulator/src/contract/kept.ts. */
export function keptFields({ document }: Contract): string {
  const { schemas } = (document as { components?: { schemas: KeptSchemas } }).components ?? { schemas: {} };
  const kept = Object.entries(schemas).flatMap(([schema, { properties = {} }]) => {
    const names = Object.keys(properties).filter((name) => properties[name]?.['x-kept']);
    return names.length === 0 ? [] : [[schema, names] as const];
  });
  return `// Generated from api/openapi.yaml by \`npm run generate\`; never edited.

/** The fields that the cloud stores and shows as a request sent them (\`x-kept\`), by the schema that shows them. */
export const kept = ${JSON.stringify(Object.fromEntries(kept))} as const;
`;
}
