/** What is known of a request that failed. */
export interface ErrorDetails {
  /** Method and path, e.g. `POST /v1/instances`. */
  readonly operation: string;
  /** HTTP status; undefined when there was no answer. */
  readonly status?: number | undefined;
  /** The `code` of the error body, or of the connection's error, e.g. `not_found` or `ECONNRESET`. */
  readonly code?: string | undefined;
  /** The `message` of the error body. */
  readonly detail?: string | undefined;
  /** The `x-request-id` of the answer, where it has one. */
  readonly requestId?: string | undefined;
  /** Whether the request may have taken effect all the same; reads never do. Default false. */
  readonly mayHaveArrived?: boolean | undefined;
  /** For how long the answer asks not to be asked again (`Retry-After`), in ms. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Base of all errors of this client. The message is a sentence: what was asked, what came back, what to do.
 * No error holds a credential, a token or the request itself.
 */
export class CloudComputeError extends Error {
  override readonly name: string = 'CloudComputeError';
  /** HTTP status; undefined when there was no answer, or nothing was sent. */
  readonly status: number | undefined;
  /** The `code` of the error body, or of the connection's error. */
  readonly code: string | undefined;
  /** Method and path, e.g. `POST /v1/instances`; empty when the error belongs to no request. */
  readonly operation: string;
  /** The `message` of the error body. */
  readonly detail: string | undefined;
  /** The `x-request-id` of the answer, to quote when asking for help. */
  readonly requestId: string | undefined;
  /** Whether the request may have taken effect: what it was to create has to be looked for before it is sent again. */
  mayHaveArrived: boolean;
  /** For how long the answer asks not to be asked again, in ms. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.operation = details.operation;
    this.detail = details.detail;
    this.requestId = details.requestId;
    this.mayHaveArrived = details.mayHaveArrived ?? false;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** 400: the request has a missing or an invalid property; or an id is empty, and nothing was sent. */
export class InvalidRequestError extends CloudComputeError {
  override readonly name = 'InvalidRequestError';
}

/** 401 again and again, with tokens that were issued a moment ago. */
export class UnauthorizedError extends CloudComputeError {
  override readonly name = 'UnauthorizedError';
}

/** 402: the balance of the project does not suffice. */
export class InsufficientFundsError extends CloudComputeError {
  override readonly name = 'InsufficientFundsError';
}

/** 403: not allowed in the present state, over a quota, or outside the scope of the credentials. */
export class ForbiddenError extends CloudComputeError {
  override readonly name = 'ForbiddenError';
}

/** 404: no such resource in this project. */
export class NotFoundError extends CloudComputeError {
  override readonly name = 'NotFoundError';
}

/** 409: it is there already, or its present state does not allow the change. */
export class ConflictError extends CloudComputeError {
  override readonly name = 'ConflictError';
}

/** 429, still, after the windows were waited for again and again. */
export class RateLimitedError extends CloudComputeError {
  override readonly name = 'RateLimitedError';
}

/** 503 of a deploy: the location has no room for the type at present. */
export class NoCapacityError extends CloudComputeError {
  override readonly name = 'NoCapacityError';
}

/** 5xx: the fault is on the cloud's side. A write may have taken effect. */
export class ServerError extends CloudComputeError {
  override readonly name = 'ServerError';
}

/** No usable answer: no connection, a reset, the time limit, an aborted signal, or a truncated body. */
export class TransportError extends CloudComputeError {
  override readonly name = 'TransportError';
}

/** The cloud accepts neither the configured credentials nor those to fall back on. */
export class AuthenticationError extends CloudComputeError {
  override readonly name = 'AuthenticationError';
}

/** Writes were stopped (`stopWrites`) before this one could be sent. */
export class WritesStoppedError extends CloudComputeError {
  override readonly name = 'WritesStoppedError';

  /** @param reason why, e.g. `the Pulumi engine is gone`. */
  constructor(reason: string, details: ErrorDetails = { operation: '' }) {
    const what = details.operation || 'The write';
    const doubt = details.mayHaveArrived
      ? 'an earlier attempt may have taken effect'
      : 'it did not take effect';
    super(`${what} was not sent, because ${reason}; ${doubt}.`, details);
  }
}

/** A setting is missing or unusable; nothing was sent. */
export class ConfigurationError extends CloudComputeError {
  override readonly name = 'ConfigurationError';

  constructor(message: string) {
    super(message, { operation: '' });
  }
}
