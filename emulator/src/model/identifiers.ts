import { createHash } from 'node:crypto';

/** Generates ids, tokens and addresses: the same seed and the same requests give the same ones. */
export class Identifiers {
  /** The number of generated values. A snapshot keeps it, so that a cloud does not repeat an id. */
  drawn = 0;

  constructor(private readonly seed: string) {}

  uuid(): string {
    const bytes = this.bytes(16);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  }

  /** An id with a prefix of the API, such as `tag_`. */
  prefixed(prefix: string): string {
    return prefix + this.bytes(12).toString('hex');
  }

  token(): string {
    return this.bytes(32).toString('base64url');
  }

  /** An address of 198.18.0.0/15, a block that is reserved for benchmarks. */
  address(): string {
    const [second = 0, third = 0, fourth = 0] = this.bytes(3);
    return `198.${18 + (second % 2)}.${third}.${1 + (fourth % 254)}`;
  }

  private bytes(length: number): Buffer {
    this.drawn += 1;
    return createHash('sha256').update(`${this.seed}:${this.drawn}`).digest().subarray(0, length);
  }
}
