// The parts of each operation that the table must name, according to the contract.
import type { Contract, Operation } from '../contract/document';

interface Schema {
  readonly $ref?: string;
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly enum?: readonly string[];
}

interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
}

interface Body {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Described {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

/** The parts of one operation. */
export interface Parts {
  readonly operation: Operation;
  /** Names in its query and paths in its body. */
  readonly request: readonly string[];
  /** Names in its header. */
  readonly headers: readonly string[];
  /** The values of `action` in its body. */
  readonly actions: readonly string[];
  /** The schemas in its successful replies. */
  readonly replies: readonly string[];
}

/** Reads the parts from the contract. */
export class ContractFields {
  constructor(private readonly contract: Contract) {}

  /** Of all operations. */
  parts(): Parts[] {
    return this.contract.operations.map((operation) => {
      const described = this.contract.at(operation.pointer) as Described;
      const parameters = (described.parameters ?? []).map((parameter) => this.resolve(parameter));
      const names = (place: string) => parameters.flatMap((one) => (one.in === place ? [one.name] : []));
      const body = Object.values(described.requestBody?.content ?? {}).map(({ schema }) => schema);
      const request = [...names('query'), ...body.flatMap((schema) => this.paths(schema))];
      return {
        operation,
        request: [...new Set(request)],
        headers: names('header'),
        // Only of operations that perform actions: in the filter of a log, `action` names a past event.
        actions: operation.id.startsWith('perform')
          ? [...new Set(body.flatMap((schema) => this.actionsOf(schema)))]
          : [],
        replies: this.repliesOf(described),
      };
    });
  }

  /** The paths of all fields below a schema. */
  fieldsOf(name: string): string[] {
    return this.paths({ $ref: `#/components/schemas/${name}` });
  }

  /** Only schemas with a name: an id, a boolean or a page has no fields to list. */
  private repliesOf({ responses }: Described): string[] {
    const schemas = Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, response]) => Object.values(this.resolve(response).content ?? {}))
      .flatMap(({ schema }) => this.named(schema.items ?? schema));
    return [...new Set(schemas)];
  }

  private named(schema: Schema): string[] {
    const { $ref } = schema;
    if ($ref === undefined) return (schema.oneOf ?? []).flatMap((one) => this.named(one));
    const { oneOf } = this.resolve(schema);
    return oneOf ? oneOf.flatMap((one) => this.named(one)) : [$ref.split('/').at(-1) ?? ''];
  }

  private paths(schema: Schema, below = ''): string[] {
    const { oneOf = [], items, properties = {} } = this.resolve(schema);
    const nested = [...oneOf, ...(items ? [items] : [])].flatMap((inner) => this.paths(inner, below));
    const own = Object.entries(properties).flatMap(([name, inner]) => [
      below + name,
      ...this.paths(inner, `${below}${name}.`),
    ]);
    return [...new Set([...nested, ...own])];
  }

  private actionsOf(schema: Schema): string[] {
    const { items, oneOf = [], properties = {} } = this.resolve(schema);
    const { action, ...others } = properties;
    const below = [...oneOf, ...(items ? [items] : []), ...Object.values(others)];
    return [
      ...(action ? (this.resolve(action).enum ?? []) : []),
      ...below.flatMap((one) => this.actionsOf(one)),
    ];
  }

  private resolve<T extends { readonly $ref?: string }>(value: T): T {
    return value.$ref === undefined ? value : (this.contract.resolved(value.$ref.slice(1)).value as T);
  }
}
