import fc from 'fast-check';
import { mutated, mutations } from './mutations';
import type { Operation } from '../../../tools/src/contract/document';
import type { Contract } from '../../../tools/src/contract/document';
import { Values } from './schemas';
import type { Schema } from './schemas';

/** A request with placeholders instead of ids. */
export interface Draft {
  /** Seconds by which the cloud's clock is advanced before the request. */
  wait: number;
  path: Record<string, string>;
  query: Record<string, unknown>;
  /** Undefined: without a body. */
  body: unknown;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface OperationObject {
  parameters?: (Parameter & Schema)[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const waits = fc.constantFrom(0, 0, 0, 5, 60, 600, 400_000);

/** Generates requests for an operation: requests that its schemas allow, and broken requests. */
export class Requests {
  private readonly values: Values;

  constructor(private readonly contract: Contract) {
    this.values = new Values(contract.document);
  }

  /** The schema of the operation's body, if it has one. */
  bodySchema(operation: Operation): Schema | undefined {
    return this.describe(operation).requestBody?.content['application/json']?.schema;
  }

  valid(operation: Operation): fc.Arbitrary<Draft> {
    const schema = this.bodySchema(operation);
    return fc.record({
      wait: waits,
      path: this.parameters(operation, 'path') as fc.Arbitrary<Record<string, string>>,
      query: this.parameters(operation, 'query'),
      body: schema === undefined ? fc.constant(undefined) : this.values.of(schema, '', subjectOf(operation)),
    });
  }

  /** Valid requests with parts of the body and the query removed or replaced. */
  broken(operation: Operation): fc.Arbitrary<Draft> {
    const hasBody = this.bodySchema(operation) !== undefined;
    return fc
      .tuple(
        this.valid(operation),
        mutations,
        fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
        mutations,
      )
      .map(([draft, bodyMutations, extra, queryMutations]) => ({
        ...draft,
        query: { ...(mutated(draft.query, queryMutations) as object | null), ...extra },
        body: hasBody ? mutated(draft.body, bodyMutations) : draft.body,
      }));
  }

  private parameters(operation: Operation, place: 'path' | 'query'): fc.Arbitrary<Record<string, unknown>> {
    const list = this.describe(operation)
      .parameters?.map((parameter) =>
        parameter.$ref === undefined ? parameter : (this.values.resolve(parameter.$ref) as Parameter),
      )
      .filter((parameter) => parameter.in === place);
    const fields = Object.fromEntries(
      (list ?? []).map(({ name, schema }) => [
        name,
        this.values.of({ minLength: 1, ...schema }, name, subjectOf(operation)),
      ]),
    );
    return fc.record(fields, {
      requiredKeys: (list ?? []).filter(({ required }) => required).map(({ name }) => name),
    });
  }

  private describe({ path, method }: Operation): OperationObject {
    return this.contract.document.paths[path]?.[method.toLowerCase()] ?? {};
  }
}

/** The first segment of the path after the version: `instances` for `/v1/instances/…`. */
const subjectOf = ({ path }: Operation): string => path.split('/')[2] ?? '';

/** The ids in each table of the cloud. */
export type Known = Readonly<Record<string, readonly string[]>>;

/** Replaces placeholders by ids. */
export function withIds<T>(value: T, known: Known): T {
  if (typeof value === 'string') {
    const [, table = '', index = ''] = /^@(\w+):(\d+)$/.exec(value) ?? [];
    const ids = known[table] ?? [];
    return (ids[Number(index) % ids.length] ?? value) as T;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => withIds(item, known)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withIds(inner, known)])) as T;
}
