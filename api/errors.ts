/** Details of a failed request. */
export interface ErrorDetails {
  /** Method and path, e.g. `POST /v1/instances`. */
  readonly operation: string;
  /** HTTP status; undefined when there was no response. */
  readonly status?: number | undefined;
  /** The `code` of the error body, or of the connection error, e.g. `not_found` or `ECONNRESET`. */
  readonly code?: string | undefined;
  /** The `message` of the error body. */
  readonly detail?: string | undefined;
  /** The `x-request-id` of the response, if it has one. */
  readonly requestId?: string | undefined;
  /** Whether the request may have taken effect nevertheless; never for reads. Default: false. */
  readonly mayHaveArrived?: boolean | undefined;
  /** The wait that the response asks for (`Retry-After`), in ms. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * Base class of all errors of this client. The message is a sentence: the request, the response, and what to do. No
 * error contains a credential, a token or the request itself.
 */
export class CloudComputeError extends Error {
  /** The name of the class. */
  override readonly name: string = 'CloudComputeError';
  /** HTTP status; undefined when there was no response, or nothing was sent. */
  readonly status: number | undefined;
  /** The `code` of the error body, or of the connection error. */
  readonly code: string | undefined;
  /** Method and path, e.g. `POST /v1/instances`; empty when the error belongs to no request. */
  readonly operation: string;
  /** The `message` of the error body. */
  readonly detail: string | undefined;
  /** The `x-request-id` of the response; quote it to the cloud's support. */
  readonly requestId: string | undefined;
  /** Whether the request may have taken effect: before you send a create again, check whether the object exists. */
  mayHaveArrived: boolean;
  /** The wait that the response asks for, in ms. */
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

/**
 * 400: a property of the request is missing or invalid. Also thrown before anything is sent, if an id is empty or the
 * body cannot be written as JSON.
 */
export class InvalidRequestError extends CloudComputeError {
  override readonly name = 'InvalidRequestError';
}

/** 401, also with new tokens. */
export class UnauthorizedError extends CloudComputeError {
  override readonly name = 'UnauthorizedError';
}

/** 402: the balance of the project is too low. */
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

/** 409: the object exists already, or its state does not allow the change. */
export class ConflictError extends CloudComputeError {
  override readonly name = 'ConflictError';
}

/** 429, although the client waited for the rate limit and sent the request again. */
export class RateLimitedError extends CloudComputeError {
  override readonly name = 'RateLimitedError';
}

/** 503 of a deploy: the location has no capacity for this type at present. */
export class NoCapacityError extends CloudComputeError {
  override readonly name = 'NoCapacityError';
}

/** Another 5xx: an error of the cloud. A write may have taken effect. */
export class ServerError extends CloudComputeError {
  override readonly name = 'ServerError';
}

/** There is no usable response: no connection, a reset, a timeout, an aborted signal, or an incomplete body. */
export class TransportError extends CloudComputeError {
  override readonly name = 'TransportError';
}

/** The cloud refused the client id and the secret, so there is no token. */
export class AuthenticationError extends CloudComputeError {
  override readonly name = 'AuthenticationError';
}

/** `stopWrites` was called before this request was sent. */
export class WritesStoppedError extends CloudComputeError {
  override readonly name = 'WritesStoppedError';

  /** @param reason why, e.g. `the Pulumi engine is gone`. */
  constructor(reason: string, details: ErrorDetails = { operation: '' }) {
    const what = details.operation || 'The write';
    const outcome = details.mayHaveArrived
      ? 'an earlier attempt may have taken effect'
      : 'it did not take effect';
    super(`${what} was not sent, because ${reason}; ${outcome}.`, details);
  }
}

/** A setting is missing or invalid; nothing was sent. */
export class ConfigurationError extends CloudComputeError {
  override readonly name = 'ConfigurationError';

  constructor(message: string) {
    super(message, { operation: '' });
  }
}
