import contract from '#openapi';

/** A JSON schema of the contract. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

export interface Response {
  headers?: Record<string, unknown>;
  /** Some responses of this status have a body, others do not. */
  'x-body-optional'?: boolean;
  content?: Record<string, { schema: Schema }>;
}

export interface Operation {
  operationId: string;
  security?: unknown[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, Response | Reference>;
}

export interface Reference {
  $ref: string;
}

/** The part of an OpenAPI document that the emulator reads. */
export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Partial<Record<HttpMethod, Operation>>>;
  components: Record<string, Record<string, unknown>>;
}

export const httpMethods = ['get', 'post', 'put', 'delete', 'patch'] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** The contract of the API: `#openapi` is the file that the build puts next to the code. */
export const document = contract as OpenApiDocument;

/** One segment of a JSON pointer. */
export const segment = (text: string): string => text.replaceAll('~', '~0').replaceAll('/', '~1');

/** The value at a JSON pointer into the document. References are followed. */
export function resolve(pointer: string): { pointer: string; value: unknown } {
  let value: unknown = document;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = (value as Record<string, unknown> | undefined)?.[key];
  }
  const reference = (value as Partial<Reference> | undefined)?.$ref;
  return reference === undefined ? { pointer, value } : resolve(reference.slice(1));
}

/** The fields of an object that a schema of the contract has: the cloud ignores other fields of a request. */
export function declared<T extends object>(schema: string, object: T): T {
  const { properties } = resolve(`/components/schemas/${schema}`).value as { properties: object };
  return Object.fromEntries(Object.entries(object).filter(([name]) => name in properties)) as T;
}

/** The values of an enumeration of the contract. */
export const enumOf = (schema: string): readonly string[] =>
  (resolve(`/components/schemas/${schema}`).value as { enum: string[] }).enum;

/** An operation with its method and path. */
export interface Endpoint {
  method: HttpMethod;
  path: string;
  /** The JSON pointer of the operation in the document. */
  pointer: string;
  operation: Operation;
  /** Whether it needs no token. */
  isOpen: boolean;
}

export const endpoints: readonly Endpoint[] = Object.entries(document.paths).flatMap(([path, item]) =>
  httpMethods.flatMap((method) => {
    const operation = item[method];
    if (operation === undefined) return [];
    const pointer = `/paths/${segment(path)}/${method}`;
    return [{ method, path, pointer, operation, isOpen: operation.security?.length === 0 }];
  }),
);
