import {
  SshPublicKeyError,
  fingerprint,
  normalised,
  parsePublicKey,
  weakness,
} from '../../../../core/validation/sshPublicKey';
import { keys } from './publicKeys';

const { ed25519, rsa, ecdsa256, ecdsa384 } = keys;
const [type, body] = ed25519.text.split(' ') as [string, string];

/** The message about an invalid key. */
function complaint(text: string): string {
  try {
    parsePublicKey(text);
  } catch (error) {
    if (error instanceof SshPublicKeyError) return error.message;
    throw error;
  }
  throw new Error('This key was accepted.');
}

/** The binary form of a key with one changed field. */
const field = (content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};

describe('a key that OpenSSH wrote', () => {
  test.each(Object.entries(keys))('%s is read, with the fingerprint that ssh-keygen shows', (_, key) => {
    const parsed = parsePublicKey(key.text);
    expect(parsed.fingerprint).toBe(key.fingerprint);
    expect(parsed.type).toBe(key.text.split(' ')[0]);
    expect(parsed.comment).toBe(key.text.split(' ')[2]);
    expect(fingerprint(key.text)).toBe(key.fingerprint);
  });

  test('has the length of its modulus if it is of the type RSA', () => {
    expect(parsePublicKey(rsa.text).bits).toBe(2048);
    expect(parsePublicKey(keys.shortRsa.text).bits).toBe(1024);
    expect(parsePublicKey(ed25519.text).bits).toBeUndefined();
  });

  test('may have surrounding blanks and line ends', () => {
    expect(parsePublicKey(`  ${ed25519.text}\r\n`).fingerprint).toBe(ed25519.fingerprint);
    expect(parsePublicKey(`${type}\t${body}`).comment).toBe('');
  });
});

describe('the comparison of two keys', () => {
  test('ignores the comment', () => {
    expect(normalised(ed25519.text)).toBe(normalised(`${type} ${body} somebody else`));
    expect(normalised(ed25519.text)).toBe(`${type} ${body}`);
  });

  test('depends on the material', () => {
    expect(normalised(ed25519.text)).not.toBe(normalised(rsa.text));
  });

  test('compares texts that cannot be parsed without changing them', () => {
    expect(normalised('nonsense ')).toBe(normalised('nonsense'));
    expect(normalised('nonsense')).not.toBe(normalised('other nonsense'));
    expect(fingerprint('nonsense')).toBeUndefined();
  });
});

describe('the check of weak keys', () => {
  test.each([
    ['dsa', 'DSA'],
    ['shortRsa', '1024 bits'],
  ] as const)('warns about a %s key, which can still be read', (name, says) => {
    expect(weakness(parsePublicKey(keys[name].text))).toContain(says);
  });

  test.each(['ed25519', 'rsa', 'ecdsa256', 'securityKeyEd25519'] as const)('accepts %s', (name) => {
    expect(weakness(parsePublicKey(keys[name].text))).toBeUndefined();
  });
});

describe('a text that is not a public key', () => {
  test.each([
    ['nothing', '  ', 'is empty'],
    [
      'a private key',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----',
      'is a private key',
    ],
    ['a PuTTY key', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none', 'is a private key'],
    ['PEM', '-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----', 'ssh-keygen -i -m PKCS8'],
    ['RFC 4716', '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----', 'ssh-keygen -i -f'],
    [
      'a SHA256 fingerprint',
      'SHA256:tA2ZgTr0Y3Vx0SXfNyMPCJ6ZTfdYSlPSNWyPdzcNbiA',
      'is the fingerprint of a key',
    ],
    ['an MD5 fingerprint', ed25519.fingerprint, 'is the fingerprint of a key'],
    ['a path', '~/.ssh/id_ed25519.pub', 'is the path of a file'],
    ['a relative path', './keys/id_ed25519', 'is the path of a file'],
    ['the name of a file', 'id_ed25519.pub', 'is the path of a file'],
    ['several keys', `${ed25519.text}\n${rsa.text}\n`, 'holds 2 keys'],
    [
      'a broken line',
      `${type} ${body.slice(0, 20)}\n${body.slice(20)} me@laptop`,
      'is broken over several lines',
    ],
    [
      'a comment line before a key',
      `# of the laptop\n${ed25519.text}`,
      'has a comment line. Leave out the lines that begin with #.',
    ],
    ['a comment line after a key', `${ed25519.text}\n# of the laptop`, 'has a comment line'],
    ['a key that is a comment', `# ${ed25519.text}`, 'is a comment, because it begins with #'],
    ['a comment', '# of the laptop', 'is a comment, because it begins with #'],
    [
      'a no-break space after its type',
      `${type}\u00a0${body}`,
      'has the invisible character U+00A0 (no-break space) at position 12, with which nobody can log in',
    ],
    ['a no-break space before its comment', `${type} ${body}\u00a0me@laptop`, 'U+00A0 (no-break space)'],
    ['a zero-width space', `${type} ${body.slice(0, 9)}\u200b${body.slice(9)}`, 'U+200B (zero-width space)'],
    ['a byte order mark', `\ufeff${ed25519.text}`, 'U+FEFF (byte order mark) at position 1'],
    ['quotation marks', `"${ed25519.text}"`, 'begins with a quotation mark'],
    ['no type', `${body} me@laptop`, 'lacks its type in front'],
    ['authorized_keys options', `no-pty,from="10.0.0.1" ${ed25519.text}`, 'begins with options'],
    ['only a type', 'ssh-ed25519', 'ends after its type'],
    ['one word', 'hello', 'is not a public key'],
    ['a sentence', 'hello out there', 'does not begin with the type of a key'],
    ['an unknown type', `ssh-ed25518 ${body}`, 'unknown type "ssh-ed25518"'],
    ['a certificate', `ssh-ed25519-cert-v01@openssh.com ${body}`, 'is a certificate'],
    [
      'base64 of another alphabet',
      `${type} ${body.slice(0, 30)}-_${body.slice(32)}`,
      'is not base64 at character 31',
    ],
    ['a base64 text cut short', `${type} ${body.slice(0, 45)}`, 'is cut short'],
    ['a key cut short', `${type} ${body.slice(0, 44)}`, 'is cut short: the key is not complete'],
    [
      'base64 of something else',
      `${type} ${Buffer.from('hello world, hello').toString('base64')}`,
      'is not a key',
    ],
    [
      'a type of another key',
      `ssh-rsa ${body}`,
      'says ssh-rsa, but the key itself is of the type ssh-ed25519',
    ],
  ])('gets a reason for %s', (_, text, says) => {
    expect(complaint(text)).toContain(says);
  });

  test('gets a suggestion for a misspelled type', () => {
    expect(complaint(`ssh-ed25591 ${body}`)).toMatch(/did you mean "ssh-ed25519"\?$/);
  });

  test('is refused when the curves of type and key differ', () => {
    const [, inside] = ecdsa384.text.split(' ') as [string, string];
    const wire = Buffer.from(inside, 'base64');
    const mixed = Buffer.concat([field(Buffer.from('ecdsa-sha2-nistp256')), wire.subarray(23)]);
    expect(complaint(`ecdsa-sha2-nistp256 ${mixed.toString('base64')}`)).toContain(
      'needs the curve nistp256',
    );
  });

  test('is refused for a point of the wrong length', () => {
    const [, inside] = ecdsa256.text.split(' ') as [string, string];
    const wire = Buffer.from(inside, 'base64');
    const short = Buffer.concat([wire.subarray(0, 35), field(wire.subarray(39, 70))]);
    expect(complaint(`ecdsa-sha2-nistp256 ${short.toString('base64')}`)).toContain(
      'has 31 bytes instead of 65',
    );
  });

  test('is refused for bytes after the end', () => {
    const longer = Buffer.concat([Buffer.from(body, 'base64'), Buffer.alloc(3)]);
    expect(complaint(`${type} ${longer.toString('base64')}`)).toContain('3 bytes follow its end');
  });

  test('is not shown, except for its type', () => {
    const secret = 'c2VjcmV0LXRva2VuLXRoYXQtbm9ib2R5LW1heS1zZWU=';
    const pem = `-----BEGIN RSA PRIVATE KEY-----\n${secret}\n-----END RSA PRIVATE KEY-----`;
    for (const text of [
      secret,
      `ssh-rsa ${secret}`,
      `${secret} ssh-rsa`,
      `password=${secret} and more`,
      pem,
    ]) {
      expect(complaint(text)).not.toContain(secret);
    }
  });
});
