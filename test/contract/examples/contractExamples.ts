import { endpoints, resolve } from '../../../emulator/src/contract/document';
import type { Endpoint, Parameter } from '../../../emulator/src/contract/document';

/** One example of a request's body. A single example has no name. */
export interface BodyExample {
  name?: string;
  media: string;
  value: unknown;
}

interface Media {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

type Content = Record<string, Media>;

export function endpointOf(operationId: string): Endpoint {
  const found = endpoints.find(({ operation }) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`The contract has no operation ${operationId}.`);
  return found;
}

export function bodyExamples({ operation }: Endpoint): BodyExample[] {
  return Object.entries((operation.requestBody?.content ?? {}) as Content).flatMap(
    ([media, { example, examples }]) => [
      ...(example === undefined ? [] : [{ media, value: example }]),
      ...Object.entries(examples ?? {}).map(([name, { value }]) => ({ media, name, value })),
    ],
  );
}

/** The parameters that have an example. Parameters of a path must have one. */
export const parameterExamples = ({ operation, pointer }: Endpoint): (Parameter & { example: unknown })[] =>
  (operation.parameters ?? [])
    .map((_, index) => resolve(`${pointer}/parameters/${index}`).value as Parameter & { example: unknown })
    .filter((parameter) => parameter.in === 'path' || parameter.example !== undefined);

/** The example of the body of a reply; undefined if the contract declares none. */
export function replyExample(
  { pointer }: Endpoint,
  status: number,
): { media: string; value: unknown; pointer: string } | undefined {
  const { pointer: place, value } = resolve(`${pointer}/responses/${status}`);
  const { content = {} } = value as { content?: Content };
  const [media] = Object.keys(content);
  return media === undefined ? undefined : { media, value: content[media]?.example, pointer: place };
}
