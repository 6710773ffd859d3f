// Property values as the protocol sends them: secrets and unknown values are marked inside.
import { SECRET, SIGNATURE, UNKNOWN } from '../../core/validation/shape';
import { Struct } from './stubs';

export type Properties = Record<string, unknown>;

/** Plain property values, and which of them are, or hold, a secret. */
export interface Opened {
  readonly values: Properties;
  readonly secrets: ReadonlySet<string>;
}

/** The texts for an unknown boolean, number, list, asset, archive and object. `UNKNOWN` stands for an unknown text. */
const UNKNOWN_OF_OTHER_TYPES = new Set([
  '1c4a061d-8072-4f0a-a4cb-0ff528b18fe7',
  '3eeb2bf0-c639-47a8-9e75-3b44932eb421',
  '6a19a0b0-7e62-4c92-b797-7f8e31da9cc2',
  '030794c1-ac77-496b-92df-f27374a8bd58',
  'e48ece36-62e2-4504-bad9-02848725956a',
  'dd056dcd-154b-4c76-9bd3-c8f88648b5ff',
]);

/** Reads property values. As in the verbs, a property that is null counts as absent. */
export function open(struct: Struct | undefined): Opened {
  const secrets = new Set<string>();
  const entries = Object.entries((struct?.toJavaScript() ?? {}) as Properties).flatMap(
    ([name, value]): [string, unknown][] => {
      const plain = unwrap(value, () => secrets.add(name));
      return plain === null || plain === undefined ? [] : [[name, plain]];
    },
  );
  return { values: Object.fromEntries(entries), secrets };
}

function unwrap(value: unknown, onSecret: () => void): unknown {
  if (Array.isArray(value)) return value.map((item) => unwrap(item, onSecret));
  if (typeof value === 'string' && UNKNOWN_OF_OTHER_TYPES.has(value)) return UNKNOWN;
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Properties;
  if (object[SIGNATURE] === SECRET) {
    onSecret();
    return unwrap(object['value'], onSecret);
  }
  return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, unwrap(inner, onSecret)]));
}

/** Writes property values; `undefined` is left out, and these properties are marked as secret. */
export function seal(values: object, secrets: ReadonlySet<string> = new Set()): Struct {
  const plain = JSON.parse(JSON.stringify(values)) as Properties;
  for (const name of secrets) {
    const value = plain[name];
    // An unknown value is not wrapped, so that it is still recognized.
    if (value !== undefined && value !== null && value !== UNKNOWN)
      plain[name] = { [SIGNATURE]: SECRET, value };
  }
  return Struct.fromJavaScript(plain as Parameters<typeof Struct.fromJavaScript>[0]);
}
