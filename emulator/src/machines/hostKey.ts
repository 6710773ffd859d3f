import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';

const type = 'ssh-ed25519';
/** What precedes the 32 bytes of an Ed25519 private key in PKCS #8, and ends a public key (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicBytes = 32;
/** The cipher `none` pads to this size. */
const blockBytes = 8;

export interface HostKey {
  /** As OpenSSH writes it. */
  privateKey: string;
  /** Such as `ssh-ed25519 AAAA…`. */
  publicKey: string;
}

/**
 * The host key of a machine. It follows from the id, so it stays the same as long as the machine exists, also over a
 * restart of the emulator. It protects nothing: machines are on loopback and hold no data.
 */
export function hostKeyOf(machineId: string): HostKey {
  const secret = createHash('sha256').update(`host key of ${machineId}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, secret]), format: 'der', type: 'pkcs8' });
  const point = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-publicBytes);
  const shown = Buffer.concat([field(type), field(point)]);
  return {
    privateKey: openSsh(
      shown,
      Buffer.concat([field(type), field(point), field(Buffer.concat([secret, point]))]),
    ),
    publicKey: `${type} ${shown.toString('base64')}`,
  };
}

/** The file format of OpenSSH, which is the only one for Ed25519 that `ssh2` reads. */
function openSsh(shown: Buffer, hidden: Buffer): string {
  const content = Buffer.concat([Buffer.alloc(8), hidden, field('')]);
  const missing = (blockBytes - (content.length % blockBytes)) % blockBytes;
  const padding = Buffer.from(Array.from({ length: missing }, (_, index) => index + 1));
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    field('none'),
    field('none'),
    field(''),
    number(1),
    field(shown),
    field(Buffer.concat([content, padding])),
  ]);
  const lines = file.toString('base64').match(/.{1,70}/g) ?? [];
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join(
    '\n',
  );
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([number(bytes.length), bytes]);
}
