import { createHash } from 'node:crypto';
import { hasInvisible, invisibleIn } from './invisible';
import { nearest } from './nearest';
import { READ_FILE } from './shape';

// This is own code because libraries refuse some valid keys (sshpk: FIDO keys), and do not say which part is broken.

/** A public key in OpenSSH's one-line form (RFC 4253, section 6.6), in its parts. */
export interface SshPublicKey {
  /** The algorithm, e.g. `ssh-ed25519`. */
  readonly type: string;
  /** The key itself, as it is sent over the network. */
  readonly material: Buffer;
  /** The text after the key; empty if there is none. */
  readonly comment: string;
  /** The length of an RSA modulus, in bits. */
  readonly bits?: number;
  /** MD5 of the material as colon-separated hex, as the API shows it (SSH key). */
  readonly fingerprint: string;
}

/**
 * The text is not a public key. The message names its real kind or the broken part, and never quotes the
 * text.
 */
export class SshPublicKeyError extends Error {
  override readonly name = 'SshPublicKeyError';
}

type Reader = (fields: Fields) => { readonly bits?: number };

const CURVE_POINTS: Readonly<Record<string, number>> = { nistp256: 65, nistp384: 97, nistp521: 133 };

const rsa: Reader = (fields) => {
  fields.next('the exponent');
  const modulus = fields.next('the modulus');
  const first = modulus.findIndex((byte) => byte !== 0);
  if (first < 0)
    throw new SshPublicKeyError('is broken: its modulus is zero. Copy it again from the .pub file.');
  return { bits: (modulus.length - first) * 8 - Math.clz32(modulus[first] ?? 0) + 24 };
};
const dsa: Reader = (fields) => {
  for (const name of ['p', 'q', 'g', 'y']) fields.next(`the number ${name}`);
  return {};
};
const ed25519: Reader = (fields) => {
  fields.exactly(32, 'the key');
  return {};
};
const ecdsa =
  (curve: string): Reader =>
  (fields) => {
    const named = fields.next('the name of the curve').toString('latin1');
    if (named !== curve)
      throw new SshPublicKeyError(
        `is broken: its type needs the curve ${curve}, but the key itself names another one.`,
      );
    fields.exactly(CURVE_POINTS[curve] ?? 0, 'the point on the curve');
    return {};
  };
const onSecurityKey =
  (reader: Reader): Reader =>
  (fields) => {
    const read = reader(fields);
    fields.next('the application of the security key');
    return read;
  };

const READERS: Readonly<Record<string, Reader>> = {
  'ssh-ed25519': ed25519,
  'ssh-rsa': rsa,
  'ecdsa-sha2-nistp256': ecdsa('nistp256'),
  'ecdsa-sha2-nistp384': ecdsa('nistp384'),
  'ecdsa-sha2-nistp521': ecdsa('nistp521'),
  'sk-ssh-ed25519@openssh.com': onSecurityKey(ed25519),
  'sk-ecdsa-sha2-nistp256@openssh.com': onSecurityKey(ecdsa('nistp256')),
  'ssh-dss': dsa,
};
const TYPES = Object.keys(READERS);
const OFFERED = TYPES.filter((type) => type !== 'ssh-dss');

/**
 * Parses a public key.
 *
 * @throws SshPublicKeyError whose message continues a sentence that begins with the property's name.
 */
export function parsePublicKey(text: string): SshPublicKey {
  const line = text.trim();
  const otherFormat = mistakenFor(line, text);
  if (otherFormat) throw new SshPublicKeyError(otherFormat);
  const [, type = '', encoded = '', comment = ''] = /^(\S+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
  const read = READERS[type];
  if (!read) throw new SshPublicKeyError(unknownType(type));
  const material = decoded(encoded);
  const fields = new Fields(material);
  const inner = typeIn(material);
  fields.skip(4 + inner.length);
  if (inner !== type) {
    throw new SshPublicKeyError(
      TYPES.includes(inner)
        ? `says ${type}, but the key itself is of the type ${inner}: two keys were mixed up. Copy the whole line of the .pub file.`
        : `is broken: the part after ${type} is not a key. Copy the whole line of the .pub file.`,
    );
  }
  const { bits } = read(fields);
  fields.end();
  const fingerprint = createHash('md5')
    .update(material)
    .digest('hex')
    .replace(/..(?=.)/g, '$&:');
  return { type, material, comment, fingerprint, ...(bits !== undefined && { bits }) };
}

/** Why a valid key should not be used; undefined if there is no reason. */
export function weakness({ type, bits }: SshPublicKey): string | undefined {
  if (type === 'ssh-dss') {
    return 'is a DSA key, which OpenSSH has refused since version 7.0: nobody will be able to log in with it. Make another one: ssh-keygen -t ed25519.';
  }
  if (bits !== undefined && bits < 2048) {
    return `is an RSA key of ${String(bits)} bits; OpenSSH refuses less than 1024, and less than 2048 can be broken. Make another one: ssh-keygen -t ed25519.`;
  }
  return undefined;
}

/** The key without its comment, to compare keys. A text that cannot be parsed is only trimmed. */
export function normalised(text: string): string {
  const key = tryParse(text);
  return key ? `${key.type} ${key.material.toString('base64')}` : text.trim();
}

/** MD5 of the key as colon-separated hex; undefined if it cannot be parsed. */
export const fingerprint = (text: string): string | undefined => tryParse(text)?.fingerprint;

function tryParse(text: string): SshPublicKey | undefined {
  try {
    return parsePublicKey(text);
  } catch (error) {
    if (error instanceof SshPublicKeyError) return undefined;
    throw error;
  }
}

const LINE = 'Give the one line of the .pub file, e.g. "ssh-ed25519 AAAA… me@laptop".';

/** Texts that people often paste instead of a public key. */
function mistakenFor(line: string, text: string): string | undefined {
  const starts = line.split('\n').filter((part) => READERS[part.trim().split(/\s/, 1)[0] ?? '']);
  const invisible = invisibleIn(text);
  if (line === '') return `is empty. ${LINE}`;
  if (/PRIVATE KEY|^PuTTY-User-Key-File/.test(line)) {
    return 'is a private key. Give the public one (the .pub file beside it). Then make a new pair of keys: the program, its history and the stack’s state may contain this private key.';
  }
  if (/^-----BEGIN (RSA )?PUBLIC KEY/.test(line)) {
    return 'is a public key in PEM form. Convert it: ssh-keygen -i -m PKCS8 -f key.pem (or -m PEM for an RSA PUBLIC KEY).';
  }
  if (/^---- BEGIN SSH2 PUBLIC KEY/.test(line))
    return 'is a public key in the form of RFC 4716. Convert it: ssh-keygen -i -f key.pub.';
  if (/^(SHA256:|MD5:|([0-9a-f]{2}:){15}[0-9a-f]{2}$)/i.test(line))
    return `is the fingerprint of a key, not the key. ${LINE}`;
  if (/^[~.]{0,2}\/\S*$|^[A-Za-z]:\\|^\S+\.pub$/.test(line)) {
    return `is the path of a file, not a key. ${READ_FILE}.`;
  }
  if (invisible !== undefined)
    return `${hasInvisible(invisible)}, with which nobody can log in: copy the line of the .pub file again.`;
  if (starts.length === 1 && /^\s*#/m.test(line))
    return 'has a comment line. Leave out the lines that begin with #.';
  if (starts.length === 0 && line.startsWith('#')) return `is a comment, because it begins with #. ${LINE}`;
  if (starts.length > 1) return `holds ${String(starts.length)} keys. Make an SshKey of each.`;
  if (/[\r\n]/.test(line))
    return 'is broken over several lines. Join them: a public key is one line without breaks.';
  if (/^["'`]/.test(line)) return 'begins with a quotation mark. Leave the quotation marks out of the text.';
  if (/^AAAA[A-Za-z0-9+/]/.test(line)) return `lacks its type in front (such as ssh-ed25519). ${LINE}`;
  const option = TYPES.some((type) => line.includes(` ${type} `));
  if (option)
    return 'begins with options of an authorized_keys file. Leave out all that stands before the type.';
  if (!/\s/.test(line))
    return TYPES.includes(line) ? `ends after its type. ${LINE}` : `is not a public key. ${LINE}`;
  return undefined;
}

function unknownType(type: string): string {
  if (type.endsWith('-cert-v01@openssh.com'))
    return 'is a certificate, not a key. Give the .pub file that it was made from.';
  // Repeats only text that looks like a type: the text could be anything, even a secret.
  if (!/^(ssh|ecdsa|sk|rsa|dsa|ed25519)[\w@.-]*$/.test(type))
    return `does not begin with the type of a key (${OFFERED.join(', ')}). ${LINE}`;
  const close = nearest(type, OFFERED);
  return `has the unknown type ${JSON.stringify(type)}${close === undefined ? `; there are ${OFFERED.join(', ')}` : `: did you mean ${JSON.stringify(close)}?`}`;
}

function decoded(encoded: string): Buffer {
  const invalid = /[^A-Za-z0-9+/=]|=(?!=?$)/.exec(encoded);
  if (invalid) {
    throw new SshPublicKeyError(
      `is not base64 at character ${String(invalid.index + 1)} of the part after the type. Copy the line of the .pub file again.`,
    );
  }
  if (encoded.length % 4 !== 0) throw cutShort();
  return Buffer.from(encoded, 'base64');
}

const cutShort = (what = 'the base64 text') =>
  new SshPublicKeyError(`is cut short: ${what} is not complete. Copy the whole line of the .pub file.`);

/** The type inside the key material; empty if it is not a key. */
function typeIn(material: Buffer): string {
  const length = material.length < 4 ? 0 : material.readUInt32BE(0);
  return material.length < 4 + length ? '' : material.toString('latin1', 4, 4 + length);
}

/** The fields of the key material: each is its length in four bytes, and then its content. */
class Fields {
  private at = 0;

  constructor(private readonly material: Buffer) {}

  skip(length: number): void {
    this.at += length;
  }

  next(what: string): Buffer {
    const { at, material } = this;
    if (material.length < at + 4) throw cutShort(what);
    const end = at + 4 + material.readUInt32BE(at);
    if (end > material.length) throw cutShort(what);
    this.at = end;
    return material.subarray(at + 4, end);
  }

  exactly(length: number, what: string): void {
    const { length: actual } = this.next(what);
    if (actual === length) return;
    throw new SshPublicKeyError(
      `is broken: ${what} has ${String(actual)} bytes instead of ${String(length)}. Copy the whole line of the .pub file.`,
    );
  }

  end(): void {
    const left = this.material.length - this.at;
    if (left > 0) {
      throw new SshPublicKeyError(
        `is broken: ${String(left)} bytes follow its end. Copy the whole line of the .pub file again.`,
      );
    }
  }
}
