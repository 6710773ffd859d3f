// The operation of the contract that each method of the client's services sends.
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Contract, Operation } from '../../../contract/document';

/** An argument of a method: a placeholder such as `{id}`, a value that is a part of the path, or an object. */
export type Argument = string | object;

/** A service of the client, which sends its calls with the functions that its constructor takes. */
export type Service = new (
  send: (call: Call) => Promise<unknown[]>,
  sendForReply: (call: Call) => Promise<{ body: unknown[]; headers: object }>,
) => object;

/** The compiled class of a service. Jest cannot import it, but require it. */
export function compiledService(root: string, source: string, name: string): Service {
  const file = path.join(root, 'dist', source.replace(/\.ts$/, '.js'));
  const service = (createRequire(__filename)(file) as Readonly<Record<string, Service>>)[name];
  if (service === undefined) throw new Error(`${file} has no class ${name}: build first.`);
  return service;
}

interface Call {
  readonly method: string;
  readonly path: string;
}

/**
 * Calls a method of a service and returns the operations that it sends. Nothing is sent: each call is answered with an
 * empty list.
 *
 * @param names the names of the method, below the service, e.g. `subnets` and `list`.
 */
export async function operationsSentBy(
  service: Service,
  names: readonly string[],
  parameters: readonly Argument[],
  contract: Contract,
): Promise<Operation[]> {
  const sent: Call[] = [];
  const send = (call: Call) => {
    sent.push(call);
    return Promise.resolve([]);
  };
  const instance = new service(send, async (call) => ({ body: await send(call), headers: {} }));
  const owner = names.slice(0, -1).reduce<object>((from, name) => memberOf(from, name) as object, instance);
  const method = memberOf(owner, names.at(-1) ?? '') as (...args: readonly Argument[]) => unknown;
  try {
    const result = method.apply(owner, [...parameters]);
    await (isGenerator(result) ? result.next() : result);
  } catch (error) {
    // A method may expect more than an empty list; its requests are recorded nevertheless.
    if (sent.length === 0) throw error;
  }
  return sent.map((call) => operationOf(call, contract));
}

const memberOf = (of: object, name: string): unknown => (of as Readonly<Record<string, unknown>>)[name];

const isGenerator = (value: unknown): value is AsyncGenerator =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** The operation with this path; a path without placeholders comes first. */
function operationOf({ method, path }: Call, contract: Contract): Operation {
  const segments = decodeURIComponent(path).split('/');
  const placeholders = (operation: Operation): number => operation.path.split('{').length;
  const [found] = contract.operations
    .filter((operation) => {
      const wanted = operation.path.split('/');
      return (
        operation.method === method &&
        wanted.length === segments.length &&
        wanted.every((segment, index) => segment.startsWith('{') || segment === segments[index])
      );
    })
    .sort((a, b) => placeholders(a) - placeholders(b));
  if (found === undefined) throw new Error(`The contract has no operation ${method} ${path}.`);
  return found;
}
