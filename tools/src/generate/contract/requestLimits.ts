// The limits that the contract states for the requests of its operations.
import type { Contract } from '../../contract/document';

interface Schema {
  readonly $ref?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** The text of api/requestLimits.ts. */
export function requestLimits(contract: Contract): string {
  const operations = contract.operations.flatMap((operation) => {
    const body = contract.requestBody(operation) as Schema | undefined;
    const limits = body ? limitsOf(contract, body) : [];
    return limits.length === 0 ? [] : [[operation.id, Object.fromEntries(limits)] as const];
  });
  return `// Generated from api/openapi.yaml by \`npm run generate\`; never edited.

/**
 * The most characters of each text, and the most elements of each list, in the request of an operation, by the path of
 * its field: \`volumes.name\` is the name of each of the \`volumes\`.
 */
export const requestLimits = ${JSON.stringify(Object.fromEntries(operations))} as const;
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
