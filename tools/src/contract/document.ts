import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseContract } from './parse';

interface Response {
  headers?: Record<string, unknown>;
  content?: Record<string, unknown>;
  'x-body-optional'?: boolean;
}

/** An operation of the contract and its path. */
export interface Operation {
  id: string;
  method: string;
  path: string;
  isOpen: boolean;
  /** Its JSON pointer in the document. */
  pointer: string;
}

/** The methods that a path item may have in OpenAPI. */
const methods: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
]);

/** The contract: `api/openapi.yaml`. */
export class Contract {
  readonly operations: readonly Operation[];

  constructor(readonly document: { paths: Record<string, Record<string, object>> }) {
    this.operations = Object.entries(document.paths).flatMap(([route, item]) =>
      Object.entries(item).map(([method, operation]) => {
        if (!methods.has(method))
          throw new Error(
            `${route} of the contract has ${method} beside its methods: write it into each operation.`,
          );
        const { operationId, security } = operation as { operationId: string; security?: unknown[] };
        return {
          id: operationId,
          method: method.toUpperCase(),
          path: route,
          isOpen: security?.length === 0,
          pointer: `/paths/${route.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`,
        };
      }),
    );
  }

  static read(): Contract {
    const file = path.resolve(__dirname, '..', '..', '..', 'api', 'openapi.yaml');
    return new Contract(parseContract(readFileSync(file, 'utf8')) as Contract['document']);
  }

  operation(id: string): Operation {
    const found = this.operations.find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
    return found;
  }

  /** The contract's declaration of a reply with this status, and its place; undefined if there is none. */
  response({ pointer }: Operation, status: number): { pointer: string; response: Response } | undefined {
    const { value, ...place } = this.resolved(`${pointer}/responses/${status}`);
    return value === undefined ? undefined : { ...place, response: value as Response };
  }

  /** The schema of the JSON body of a request; undefined if it has none. */
  requestBody({ pointer }: Operation): unknown {
    return this.at(`${pointer}/requestBody/content/application~1json/schema`);
  }

  /** The part of the document at a JSON pointer, and its place. References are followed. */
  resolved(pointer: string): { pointer: string; value: unknown } {
    const value = this.at(pointer);
    const { $ref } = (value ?? {}) as { $ref?: string };
    return $ref === undefined ? { pointer, value } : this.resolved($ref.slice(1));
  }

  /** The part of the document at a JSON pointer. */
  at(pointer: string): unknown {
    return pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], this.document);
  }
}
