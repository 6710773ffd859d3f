import { withoutQuotations } from './quotations';

/** What stands in place of a secret. */
const REDACTED = '[redacted]';

/** Fields of requests and responses that hold a secret, as the API spells them. */
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

/** Fields that hold what a program writes, a secret perhaps. The log does not show them. */
const TEXT_FIELDS = new Set(['description', 'tags', 'tag', 'key', 'value']);

/** Below this length a string would be found in too much that is none. */
const SHORTEST_SECRET = 6;

/** Knows the secrets of one client, and takes them out of whatever is about to be shown. */
export class Redaction {
  readonly #secrets = new Set<string>();

  /** Remembers a secret. */
  add(...secrets: readonly (string | undefined)[]): void {
    for (const form of secrets.flatMap(formsOf)) this.#secrets.add(form);
  }

  /** The text without the secrets that are known, and without whatever it quotes of those among `quoted`. */
  text(text: string, quoted: readonly string[] = []): string {
    const known = [...this.#secrets].reduce(
      (shown, form) => (shown.includes(form) ? shown.replaceAll(form, REDACTED) : shown),
      text,
    );
    return withoutQuotations(known, quoted.flatMap(formsOf), REDACTED);
  }

  /** A copy of a body for the log: without what may be secret in it, and without whatever it quotes of `quoted`. */
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

/** A secret as it is, as part of a form or a path, and within JSON. */
const formsOf = (secret: string | undefined): string[] =>
  secret === undefined || secret.length < SHORTEST_SECRET
    ? []
    : [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];

const isHidden = (field: string): boolean => SECRET_FIELDS.has(field) || TEXT_FIELDS.has(field);

/** The secrets that a request itself carries, e.g. the text of a script: an answer may quote them. */
export const secretsIn = (body: unknown): string[] => textsIn(body, (field) => SECRET_FIELDS.has(field));

/** Whatever a request carries that the log does not show. */
export const hiddenIn = (body: unknown): string[] => textsIn(body, isHidden);

/** The texts of a body in the fields that are asked for, or anywhere below them. */
function textsIn(body: unknown, isAskedFor: (field: string) => boolean): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([field, value]: [string, unknown]) => {
    const isBelow = isAskedFor(field);
    if (typeof value === 'string') return isBelow ? [value] : [];
    return textsIn(value, isBelow ? () => true : isAskedFor);
  });
}
