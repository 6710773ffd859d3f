import { withoutQuotations } from './quotations';

const REDACTED = '[redacted]';

/** Fields of requests and responses that contain a secret, as the API names them. */
const SECRET_FIELDS = new Set([
  'access_token',
  'refresh_token',
  'client_secret',
  'client_id',
  'authorization',
  'coupon',
  'jupyter_token',
  'script',
  'url',
]);

/** Fields with text from the program, which may be secret. The log does not show them. */
const TEXT_FIELDS = new Set(['description', 'tags', 'tag', 'key', 'value']);

/** Shorter strings would match text that is not secret. */
const SHORTEST_SECRET = 6;

/** Removes the secrets of one client from any text that is shown. */
export class Redaction {
  readonly #secrets = new Set<string>();

  add(...secrets: readonly (string | undefined)[]): void {
    for (const form of secrets.flatMap(formsOf)) this.#secrets.add(form);
  }

  /** The text without the known secrets, and without quotations of the texts in `quoted`. */
  text(text: string, quoted: readonly string[] = []): string {
    const known = [...this.#secrets].reduce(
      (shown, form) => (shown.includes(form) ? shown.replaceAll(form, REDACTED) : shown),
      text,
    );
    return withoutQuotations(known, quoted.flatMap(formsOf), REDACTED);
  }

  /** A copy of a body for the log, without possible secrets, and without quotations of the texts in `quoted`. */
  body(body: unknown, quoted: readonly string[] = []): unknown {
    if (typeof body === 'string') return this.text(body, quoted);
    if (Array.isArray(body)) return body.map((item) => this.body(item, quoted));
    if (typeof body !== 'object' || body === null) return body;
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        isHidden(name) && value !== null && value !== undefined ? REDACTED : this.body(value, quoted),
      ]),
    );
  }
}

/** The forms of a secret: plain, within a form or a path, and within JSON. */
const formsOf = (secret: string | undefined): string[] =>
  secret === undefined || secret.length < SHORTEST_SECRET
    ? []
    : [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];

const isHidden = (field: string): boolean => SECRET_FIELDS.has(field) || TEXT_FIELDS.has(field);

/** The secrets that a request contains, e.g. the text of a script: a response may quote them. */
export const secretsIn = (body: unknown): string[] => textsIn(body, (field) => SECRET_FIELDS.has(field));

/** Everything in a request that the log does not show. */
export const hiddenIn = (body: unknown): string[] => textsIn(body, isHidden);

/** The texts in the selected fields of a body, at any depth below them. */
function textsIn(body: unknown, isAskedFor: (field: string) => boolean): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([field, value]: [string, unknown]) => {
    const isBelow = isAskedFor(field);
    if (typeof value === 'string') return isBelow ? [value] : [];
    return textsIn(value, isBelow ? () => true : isAskedFor);
  });
}
