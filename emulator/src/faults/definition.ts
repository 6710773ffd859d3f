import { sentenceFor } from '../contract/messages';
import { endpoints, enumOf } from '../contract/document';
import { schemaCompiler } from '../contract/schemas';
import { pathMatcher } from './pattern';

/** The requests that a fault applies to. */
export interface FaultTarget {
  /**
   * An operation id of the contract, or `METHOD /path` in which `*` stands for one segment and `**` for any. Default:
   * the requests that the fault is about: deploys for `noCapacity`, changes for `late`, reads for `lag`, requests with a
   * token for `revokeToken`; the plans of machines for faults that change plans; otherwise every request.
   */
  operation?: string;
  /** Only requests whose body has this `action`. */
  action?: string;
  /** Only requests of this client. */
  client?: string;
  /** How many matching requests come first, without the fault. Default 0. */
  skip?: number;
  /** How many requests it applies to after those. Default 1. */
  times?: number | 'always';
}

/** Before or after the request has had its effect. Default `before`. */
type When = 'before' | 'after';

/** The effect of a fault. Delays of requests are in real time; times of the cloud use its clock. */
export type FaultEffect =
  /** Responds with an error and the API's error body. */
  | { kind: 'status'; status: number; code?: string; message?: string; retryAfter?: number; when?: When }
  /** Resets the connection: `after` is a lost reply. */
  | { kind: 'reset'; when?: When }
  /** Waits for this much real time. */
  | { kind: 'delay'; milliseconds: number; when?: When }
  /** Closes the connection in the middle of the body. */
  | { kind: 'truncate' }
  /** Resets the connection; the request takes effect after this much time of the cloud's clock. */
  | { kind: 'late'; milliseconds: number }
  /** Reads show the state of this many seconds ago, by the cloud's clock; `hide` only omits newer items from lists. */
  | { kind: 'lag'; seconds: number; shows?: 'past' | 'hide' }
  /** Adds or replaces fields of the response, or of each object of a list. */
  | { kind: 'rewrite'; set: Record<string, unknown> }
  /** The resource that the request changes never leaves this status. */
  | { kind: 'stuck'; status: string }
  /** No capacity: at the deploy (503), or after it was accepted (`no_capacity`). */
  | { kind: 'noCapacity'; at?: 'deploy' | 'later' }
  /** A deployed machine ends in `installation_failed`. */
  | { kind: 'installationFailed' }
  /** A deployed spot machine is evicted this many seconds of the cloud's clock after it runs. */
  | { kind: 'evict'; seconds: number }
  /** The SSH port of a deployed machine never opens. Only for machines that answer. */
  | { kind: 'noSsh' }
  /**
   * The startup script of a deployed machine fails (exit code 1, the default), or ends with recoverable errors (2), with
   * this log. Only for machines that answer.
   */
  | { kind: 'scriptFailed'; exitCode?: 1 | 2; output?: string }
  /** Revokes the caller's tokens: this request is 401, and so are others with the same token. */
  | { kind: 'revokeToken' };

export type FaultDefinition = FaultTarget & FaultEffect;

const when = { enum: ['before', 'after'] };
const amount = { type: 'number', minimum: 0 };
/** Node.js ends a longer timer at once. */
const longestDelay = 2 ** 31 - 1;

/** The values of several enumerations of the contract, each once. */
const valuesOf = (...schemas: readonly string[]): string[] => [...new Set(schemas.flatMap(enumOf))];

const statuses = valuesOf('InstanceStatus', 'ClusterStatus', 'VolumeStatus');
// They include the actions of clusters and of their nodes.
const actions = valuesOf('InstanceAction', 'VolumeAction');

/** The fields of each kind, without those of the target. */
const kinds: Record<FaultEffect['kind'], { required?: string[]; properties: Record<string, object> }> = {
  status: {
    required: ['status'],
    properties: {
      status: { type: 'integer', minimum: 400, maximum: 599 },
      code: { type: 'string' },
      message: { type: 'string' },
      retryAfter: amount,
      when,
    },
  },
  reset: { properties: { when } },
  delay: {
    required: ['milliseconds'],
    properties: { milliseconds: { ...amount, maximum: longestDelay }, when },
  },
  truncate: { properties: {} },
  late: { required: ['milliseconds'], properties: { milliseconds: amount } },
  lag: { required: ['seconds'], properties: { seconds: amount, shows: { enum: ['past', 'hide'] } } },
  rewrite: { required: ['set'], properties: { set: { type: 'object' } } },
  stuck: { required: ['status'], properties: { status: { enum: statuses } } },
  noCapacity: { properties: { at: { enum: ['deploy', 'later'] } } },
  installationFailed: { properties: {} },
  evict: { required: ['seconds'], properties: { seconds: amount } },
  noSsh: { properties: {} },
  scriptFailed: { properties: { exitCode: { enum: [1, 2] }, output: { type: 'string' } } },
  revokeToken: { properties: {} },
};

const target = {
  kind: { type: 'string' },
  operation: { type: 'string', maxLength: 1000 },
  action: { enum: actions },
  client: { type: 'string' },
  skip: { type: 'integer', minimum: 0 },
  // Checked below: it has two types, and a sentence about such a schema would name only one.
  times: {},
};

const compiler = schemaCompiler();
const schemas = new Map(
  Object.entries(kinds).map(([kind, { required = [], properties }]) => [
    kind,
    {
      type: 'object',
      required: ['kind', ...required],
      properties: { ...target, ...properties },
      additionalProperties: false,
    },
  ]),
);

/** Whether the `operation` of a fault names at least one operation of the contract. */
function isInContract(operation: string): boolean {
  const [method = '', pattern] = operation.split(' ');
  if (pattern === undefined) return endpoints.some((one) => one.operation.operationId === operation);
  const isPath = pathMatcher(pattern);
  return endpoints.some((one) => (method === '*' || one.method === method.toLowerCase()) && isPath(one.path));
}

/** A sentence about an invalid fault. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

/** Throws a FaultError for a value that is not a fault. */
export function faultDefinition(value: unknown): FaultDefinition {
  const { kind, operation, times } = (value ?? {}) as Partial<Record<string, unknown>>;
  const schema = typeof kind === 'string' ? schemas.get(kind) : undefined;
  if (schema === undefined) {
    throw new FaultError(
      `A fault has a kind, one of ${[...schemas.keys()].join(', ')}, not ${JSON.stringify(kind)}.`,
    );
  }
  const check = compiler().compile<FaultDefinition>(schema);
  if (!check(value))
    throw new FaultError(`The fault "${String(kind)}" is wrong: ${sentenceFor(check.errors ?? [])}`);
  if (times !== undefined && times !== 'always' && !(Number.isInteger(times) && Number(times) >= 1))
    throw new FaultError(
      `The fault "${String(kind)}" is wrong: times has to be a whole number from 1, or "always".`,
    );
  if (typeof operation === 'string' && !isInContract(operation)) {
    throw new FaultError(
      `A fault names the operation "${operation}", which the contract does not have. Write an operation id, such as deployInstance, or a method and a path, such as "GET /v1/volumes/*".`,
    );
  }
  return value;
}

/** The faults of a file: a JSON array of definitions. */
export function faultDefinitions(value: unknown): FaultDefinition[] {
  if (!Array.isArray(value)) throw new FaultError('Faults are written as a JSON array of objects.');
  return value.map((one, index) => {
    try {
      return faultDefinition(one);
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      throw new FaultError(`The entry [${String(index)}] of the list of faults is wrong. ${error.message}`);
    }
  });
}
