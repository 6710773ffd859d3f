import type { FastifyRequest } from 'fastify';

const form = 'application/x-www-form-urlencoded';

/** Whether the contract accepts a form here. Standard OAuth2 clients send only forms. */
export const takesForms = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.endpoint?.operation.requestBody?.content[form] !== undefined;

/** The fields of a form; undefined for any other body, also for JSON with the content type of a form. */
export function fieldsOf(request: FastifyRequest, text: string): Record<string, string> | undefined {
  const isForm =
    request.headers['content-type']?.toLowerCase().startsWith(form) === true && !/^\s*[{[]/.test(text);
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : undefined;
}

/** The body with the credentials of HTTP Basic, unless it has credentials. */
export function withBasicCredentials({ headers }: FastifyRequest, body: unknown): unknown {
  const [scheme = '', encoded = ''] = (headers.authorization ?? '').split(' ');
  const [id, secret] = Buffer.from(encoded, 'base64').toString().split(/:(.*)/s);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (!isObject || scheme.toLowerCase() !== 'basic' || id === undefined || secret === undefined) return body;
  return { client_id: decoded(id), client_secret: decoded(secret), ...body };
}

/** Both are form-encoded in the header (RFC 6749, section 2.3.1), but not by every client. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
