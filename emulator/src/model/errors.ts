/** The error types of the API and the HTTP status that each is answered with. */
export const statusOfCode = {
  invalid_request: 400,
  unauthorized_request: 401,
  insufficient_funds: 402,
  forbidden_action: 403,
  not_found: 404,
  conflict: 409,
  rate_limit_exceeded: 429,
  server_error: 500,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOfCode;

/** A refused request. The message is a sentence for its sender. */
export class CloudError extends Error {
  override readonly name = 'CloudError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly status: number = statusOfCode[code],
  ) {
    super(message);
  }
}

export const invalidRequest = (message: string): CloudError => new CloudError('invalid_request', message);
export const unauthorized = (message: string): CloudError => new CloudError('unauthorized_request', message);
export const insufficientFunds = (message: string): CloudError =>
  new CloudError('insufficient_funds', message);
export const forbidden = (message: string): CloudError => new CloudError('forbidden_action', message);
export const notFound = (message: string): CloudError => new CloudError('not_found', message);
export const conflict = (message: string): CloudError => new CloudError('conflict', message);
export const unavailable = (message: string): CloudError => new CloudError('service_unavailable', message);

/** No such id in the caller's project; `property` says where it was named. */
export function unknownId(what: string, id: string, property?: string): CloudError {
  const there = property === undefined ? 'There' : `${property}: there`;
  const advice = /^".+"$/.test(id)
    ? ' The id was answered as a JSON string: its quotes are not a part of it.'
    : '';
  return notFound(`${there} is no ${what} "${id}" in this project.${advice}`);
}
