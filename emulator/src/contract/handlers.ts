import type { operations } from '#contract';
import type { Caller } from '../model/events';

export type OperationId = keyof operations;

type Parameters<O extends OperationId> = operations[O]['parameters'];
type Given<T> = [Exclude<T, undefined>] extends [never] ? Record<string, never> : Exclude<T, undefined>;
type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type RequestBody<O extends OperationId> = operations[O] extends { requestBody?: infer Body }
  ? [Exclude<Body, undefined>] extends [never]
    ? undefined
    : JsonOf<Exclude<Body, undefined>> | Extract<Body, undefined>
  : undefined;

/** A request that was checked against the contract: defaults are filled in, numbers and booleans are converted. */
export interface Call<O extends OperationId> {
  /** The caller. On open endpoints it has no project. */
  caller: Caller;
  /** The address at which the caller reaches the API, such as `http://127.0.0.1:40123`. */
  baseUrl: string;
  path: Given<Parameters<O>['path']>;
  query: Given<Parameters<O>['query']>;
  body: RequestBody<O>;
}

type BodyOf<O extends OperationId, R> = [JsonOf<R>] extends [never]
  ? { body?: never }
  : O extends 'performVolumeAction'
    ? { body?: JsonOf<R> } // the contract marks it `x-body-optional`
    : { body: JsonOf<R> };

/** The replies that the contract allows. Errors are thrown. */
export type Answer<O extends OperationId> = {
  [Status in keyof operations[O]['responses'] & number]: {
    status: Status;
    headers?: Record<string, string>;
  } & BodyOf<O, operations[O]['responses'][Status]>;
}[keyof operations[O]['responses'] & number];

/** Performs one operation. It is synchronous, so that no other request runs in between. */
export type Handler<O extends OperationId> = (call: Call<O>) => Answer<O>;

export type Handlers<O extends OperationId = OperationId> = { [Id in O]: Handler<Id> };

/** A handler of any operation. */
export interface AnyCall {
  caller: Caller;
  baseUrl: string;
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

export interface AnyAnswer {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export type AnyHandler = (call: AnyCall) => AnyAnswer;
