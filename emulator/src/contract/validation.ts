import type { ErrorObject, ValidateFunction } from 'ajv';
import { invalidRequest } from '../model/errors';
import { sentenceFor } from './messages';
import { document, resolve } from './document';
import { schemaCompiler } from './schemas';
import type { Endpoint, Parameter, Reference } from './document';

/** Checks requests. Parameters are converted from text to the types of the contract. */
const bodies = schemaCompiler({ strictNumbers: true, useDefaults: true }, (compiler) =>
  compiler.addSchema(document, 'contract'),
);
const parameters = schemaCompiler(
  { strictNumbers: true, useDefaults: true, coerceTypes: 'array' },
  (compiler) => compiler.addSchema(document, 'contract'),
);

/** A request before its check. */
export interface RawRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Throws 400 with the name of the property; fills in defaults in place. */
export type RequestCheck = (request: RawRequest) => void;

/** Schemas are compiled at the first request of an operation, once in a process: the emulator starts faster. */
const compiled = new Map<string, RequestCheck>();

export function requestCheck(endpoint: Endpoint): RequestCheck {
  let check: RequestCheck | undefined;
  return (request) => {
    check ??= compiledFor(endpoint);
    check(request);
  };
}

function compiledFor(endpoint: Endpoint): RequestCheck {
  const known = compiled.get(endpoint.pointer);
  if (known !== undefined) return known;
  const made = compile(endpoint);
  compiled.set(endpoint.pointer, made);
  return made;
}

function compile({ operation, pointer }: Endpoint): RequestCheck {
  const query = parameterCheck(operation.parameters ?? [], pointer);
  const body = operation.requestBody;
  const content = body?.content['application/json'];
  const checkBody =
    content && bodies().compile({ $ref: `contract#${pointer}/requestBody/content/application~1json/schema` });
  return (request) => {
    if (query !== undefined) {
      const sentence = (errors: readonly ErrorObject[]): string =>
        repeated(errors, request.query) ?? sentenceFor(errors);
      complain(query, request.query, sentence);
    }
    if (body === undefined || checkBody === undefined) return;
    if (request.body === undefined) {
      if (body.required === true) throw invalidRequest('The request needs a JSON body.');
      return;
    }
    complain(checkBody, request.body);
  };
}

/** Undefined where the contract has no query parameter: unknown parameters are accepted. */
function parameterCheck(
  list: readonly (Parameter | Reference)[],
  pointer: string,
): ValidateFunction | undefined {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  list.forEach((_, index) => {
    const { pointer: place, value } = resolve(`${pointer}/parameters/${index}`);
    const parameter = value as Parameter;
    if (parameter.in !== 'query') return;
    const fallback = parameter.schema['default'];
    properties[parameter.name] = {
      $ref: `contract#${place}/schema`,
      ...(fallback !== undefined && { default: fallback }),
    };
    if (parameter.required === true) required.push(parameter.name);
  });
  if (Object.keys(properties).length === 0) return undefined;
  return parameters().compile({ type: 'object', properties, required });
}

function complain(
  check: ValidateFunction,
  data: unknown,
  sentence: (errors: readonly ErrorObject[]) => string = sentenceFor,
): void {
  if (!check(data)) throw invalidRequest(sentence(check.errors ?? []));
}

/** A parameter that is given several times arrives as a list. */
function repeated(errors: readonly ErrorObject[], query: Record<string, unknown>): string | undefined {
  const name = Object.keys(query).find(
    (key) =>
      Array.isArray(query[key]) &&
      errors.some(
        ({ keyword, instancePath }) => ['type', 'enum'].includes(keyword) && instancePath === `/${key}`,
      ),
  );
  return name && `${name} is given more than once. Give it once.`;
}
