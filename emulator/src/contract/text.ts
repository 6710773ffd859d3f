/** A body as JSON. Its bytes are made when a list needs them: it is quicker to join bytes, and to send one text. */
interface Text {
  json: string;
  bytes: Buffer | undefined;
}

/** Bodies that are given out again. */
const texts = new WeakMap<object, Text>();

const open = Buffer.from('[');
const comma = Buffer.from(',');
const close = Buffer.from(']');

/** Says that a body is given out again and does not change meanwhile: it is written as JSON once. */
export function lasting<T extends object>(body: T): T {
  texts.set(body, { json: JSON.stringify(body), bytes: undefined });
  return body;
}

/** A body as JSON. */
export function textOf(body: unknown): string | Buffer {
  if (typeof body !== 'object' || body === null) return JSON.stringify(body);
  return texts.get(body)?.json ?? (Array.isArray(body) ? joined(body) : undefined) ?? JSON.stringify(body);
}

/** The JSON of a list, if it is known of all its items. */
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
