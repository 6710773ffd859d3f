/** A body as JSON. Its bytes are made when a list needs them: joining bytes is faster than joining text. */
interface Text {
  json: string;
  bytes: Buffer | undefined;
}

/** Bodies that are sent more than once. */
const texts = new WeakMap<object, Text>();

const open = Buffer.from('[');
const comma = Buffer.from(',');
const close = Buffer.from(']');

/** Keeps the JSON of a body that is sent more than once. The body must not change. */
export function lasting<T extends object>(body: T): T {
  texts.set(body, { json: JSON.stringify(body), bytes: undefined });
  return body;
}

/** A body as JSON. */
export function textOf(body: unknown): string | Buffer {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  return texts.get(body)?.json ?? (Array.isArray(body) ? joined(body) : undefined) ?? JSON.stringify(body);
}

/** The JSON of a list, if the JSON of all its items is kept. */
function joined(items: readonly unknown[]): Buffer | undefined {
  const parts: Buffer[] = [open];
  for (const item of items) {
    const text = texts.get(item as object);
    if (text === undefined) return undefined;
    if (parts.length > 1) parts.push(comma);
    parts.push((text.bytes ??= Buffer.from(text.json)));
  }
  parts.push(close);
  return Buffer.concat(parts);
}
