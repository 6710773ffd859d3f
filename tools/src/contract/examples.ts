import type { Contract, Operation } from './document';

/** One example of a request's body. A single example has no name. */
export interface BodyExample {
  name?: string;
  media: string;
  value: unknown;
}

/** A parameter of a request, with its example. Parameters of a path must have one. */
export interface ParameterExample {
  name: string;
  in: string;
  example: unknown;
}

export interface ReplyExample {
  /** The JSON pointer of the reply. Several operations may share it. */
  pointer: string;
  media: string;
  value: unknown;
}

interface Media {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

type Content = Readonly<Record<string, Media>>;

export function bodyExamples(contract: Contract, { pointer }: Operation): BodyExample[] {
  const content = (contract.at(`${pointer}/requestBody/content`) ?? {}) as Content;
  return Object.entries(content).flatMap(([media, { example, examples }]) => [
    ...(example === undefined ? [] : [{ media, value: example }]),
    ...Object.entries(examples ?? {}).map(([name, { value }]) => ({ media, name, value })),
  ]);
}

export const parameterExamples = (contract: Contract, { pointer }: Operation): ParameterExample[] =>
  ((contract.at(`${pointer}/parameters`) ?? []) as unknown[])
    .map((_, index) => contract.resolved(`${pointer}/parameters/${index}`).value as ParameterExample)
    .filter((parameter) => parameter.in === 'path' || parameter.example !== undefined);

/** The example of the body of a reply; undefined if the contract declares no body. */
export function replyExample(
  contract: Contract,
  operation: Operation,
  status: number,
): ReplyExample | undefined {
  const { pointer, response } = contract.response(operation, status) ?? {};
  const [first] = Object.entries((response?.content ?? {}) as Content);
  return pointer === undefined || first === undefined
    ? undefined
    : { pointer, media: first[0], value: first[1].example };
}
