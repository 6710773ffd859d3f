import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type * as ssh2 from 'ssh2';
import type { AuthContext, Connection, ParsedKey, ServerChannel } from 'ssh2';
import type { CommandAnswer } from './commands';

export type Ssh2 = typeof ssh2;

/** Loads the library, which takes time, only if machines answer. */
export const loadSsh2 = (): Ssh2 => createRequire(__filename)('ssh2') as Ssh2;

export interface SshParts {
  /** The private key of the machine. */
  hostKey: string;
  /** The lines of the keys that it accepts. */
  keys: readonly string[];
  run: (user: string, command: string) => Promise<CommandAnswer>;
}

/** Serves SSH on a connection. */
export function sshServer(
  { Server, utils }: Ssh2,
  { hostKey, keys, run }: SshParts,
): (socket: Socket) => void {
  const accepted = keys.flatMap((line) => {
    const key = utils.parseKey(line);
    return key instanceof Error || key.isPrivateKey() ? [] : [key];
  });
  const server = new Server({ hostKeys: [hostKey] }, (client) => {
    serveClient(client, accepted, run);
  });
  return (socket) => {
    server.injectSocket(socket);
  };
}

function serveClient(client: Connection, accepted: readonly ParsedKey[], run: SshParts['run']): void {
  let user = '';
  // A client may leave at any time.
  client.on('error', () => undefined);
  client.on('authentication', (attempt) => {
    user = attempt.username;
    if (isAccepted(attempt, accepted)) attempt.accept();
    else attempt.reject(['publickey']);
  });
  client.on('session', (acceptSession) => {
    const session = acceptSession();
    session.on('pty', (accept) => {
      (accept as (() => void) | undefined)?.();
    });
    session.on('exec', (accept, _reject, { command }) => {
      const channel = accept();
      void run(user, command).then((answer) => {
        end(channel, answer);
      });
    });
    session.on('shell', (accept) => {
      end(accept(), {
        exitCode: 0,
        stdout: 'This machine is emulated: it executes nothing.\r\n',
        stderr: '',
      });
    });
  });
}

/** Whether the client has one of the keys; it asks with a key first, and then proves that it has it. */
function isAccepted(attempt: AuthContext, accepted: readonly ParsedKey[]): boolean {
  if (attempt.method !== 'publickey') return false;
  const { data } = attempt.key;
  const key = accepted.find((candidate) => candidate.getPublicSSH().equals(data));
  if (key === undefined) return false;
  const { signature, blob, hashAlgo } = attempt;
  if (signature === undefined || blob === undefined) return true;
  // It returns an error for a signature that it cannot read.
  return (key.verify(blob, signature, hashAlgo) as unknown) === true;
}

function end(channel: ServerChannel, { exitCode, stdout, stderr }: CommandAnswer): void {
  channel.on('error', () => undefined);
  // What the client sends to the command is not read by anything else.
  channel.resume();
  if (stderr !== '') channel.stderr.write(stderr);
  channel.write(stdout);
  channel.exit(exitCode);
  channel.end();
}
