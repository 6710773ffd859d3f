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

/** Below this length a string would be found in too much that is none. */
const SHORTEST_SECRET = 6;

/** Knows the secrets of one client, and takes them out of whatever is about to be shown. */
export class Redaction {
  readonly #secrets = new Set<string>();

  /** Remembers a secret. */
  add(...secrets: readonly (string | undefined)[]): void {
    for (const form of secrets.flatMap(formsOf)) this.#secrets.add(form);
  }

  /** The text without the secrets that are known, nor those among `more`. */
  text(text: string, more: readonly string[] = []): string {
    return [...this.#secrets, ...more.flatMap(formsOf)].reduce(
      (shown, form) => (shown.includes(form) ? shown.replaceAll(form, REDACTED) : shown),
      text,
    );
  }

  /** A copy of a body with its secret fields covered, and without the secrets that are known, nor those among `more`. */
  body(body: unknown, more: readonly string[] = []): unknown {
    if (typeof body === 'string') return this.text(body, more);
    if (Array.isArray(body)) return body.map((item) => this.body(item, more));
    if (typeof body !== 'object' || body === null) return body;
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        SECRET_FIELDS.has(name) && value !== null ? REDACTED : this.body(value, more),
      ]),
    );
  }
}

/** A secret as it is, as part of a form or a path, and within JSON. */
const formsOf = (secret: string | undefined): string[] =>
  secret === undefined || secret.length < SHORTEST_SECRET
    ? []
    : [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];

/** The secrets that a request itself carries, e.g. the text of a script: an answer may quote them. */
export function secretsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? (SECRET_FIELDS.has(name) ? [value] : []) : secretsIn(value),
  );
}
