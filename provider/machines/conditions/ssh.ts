// A login by SSH and a command. The library is loaded when the first SSH condition is met.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import type * as ssh2 from 'ssh2';
import type { Client, ConnectConfig, ServerHostKeyAlgorithm } from 'ssh2';
import { printableLines } from '../../../api/printable';
import type { Attempt } from './attempt';
import { ATTEMPT_MS, ConditionFailedError, reasonOf } from './attempt';
import type { SshCondition } from './schema';

/** Loads the library, which most programs do not need. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
export const loadSsh = (): typeof ssh2 => require('ssh2') as typeof ssh2;

/** The answer of the default command on a machine without cloud-init: the login alone is enough there. */
const NO_CLOUD_INIT = 'no cloud-init';
/** Waits until the startup script has ended. The login shell of the user need not be `sh`. */
const DEFAULT_COMMAND = `sh -c 'command -v cloud-init >/dev/null 2>&1 || { echo "${NO_CLOUD_INIT}"; exit 0; }; \
cloud-init status --wait >/dev/null; code=$?; [ $code -eq 0 ] || cloud-init status --long; exit $code'`;
/** The exit code of cloud-init for "done, with recoverable errors". */
const RECOVERED = 2;

/** How much of the output of a command is kept, in characters, and how many lines a message shows. */
const KEPT_OUTPUT = 64_000;
const SHOWN_LINES = 20;

export interface SshTarget {
  readonly host: string;
  /** The public key line that the machine must show; undefined at the first connection. */
  readonly hostKey: string | undefined;
  /** Hides the secrets that this process knows, and these. */
  readonly redact: (text: string, secrets: readonly string[]) => string;
}

/**
 * Logs in and runs the command. The signal ends it also while the command runs.
 *
 * @throws ConditionFailedError if the host key is another one, or the command fails.
 */
export async function trySsh(
  condition: SshCondition,
  { host, hostKey: known, redact }: SshTarget,
  signal: AbortSignal,
): Promise<Attempt> {
  const { user = 'root', port = 22, privateKeyFile, command } = condition;
  const privateKey = condition.privateKey ?? (privateKeyFile && (await readKey(privateKeyFile)));
  const client = new (loadSsh().Client)();
  const stop = () => {
    client.destroy();
  };
  signal.addEventListener('abort', stop);
  let shown: string | undefined;
  try {
    const config: ConnectConfig = {
      sock: net.connect({ host, port }),
      ...{ username: user, readyTimeout: 2 * ATTEMPT_MS, keepaliveInterval: ATTEMPT_MS },
      ...(privateKey ? { privateKey } : agentHere()),
      ...(known !== undefined && { algorithms: { serverHostKey: algorithmsOf(known) } }),
      hostVerifier: (blob: Buffer) => {
        shown = hostKeyLine(blob);
        return known === undefined || sameKey(known, shown);
      },
    };
    const refused = await login(client, config);
    signal.throwIfAborted();
    if (shown !== undefined && known !== undefined && !sameKey(known, shown))
      throw otherKey(host, known, shown);
    if (refused !== undefined) return { holds: false, reason: refused.replace('LOGIN', `login as ${user}`) };
    const run = await execute(client, command ?? DEFAULT_COMMAND);
    signal.throwIfAborted();
    if (typeof run === 'string') return { holds: false, reason: run };
    const lines = () => lastLines(redact(run.output, privateKey ? [privateKey] : []));
    const key = shown === undefined ? {} : { hostKey: shown };
    if (run.code === 0) {
      const hasNone = command === undefined && run.output.trim() === NO_CLOUD_INIT;
      return { holds: true, ...key, ...(hasNone && { note: 'cloud-init does not exist there' }) };
    }
    if (command === undefined && run.code === RECOVERED)
      return {
        holds: true,
        ...key,
        warning: `The startup script has ended with recoverable errors.${lines()}`,
      };
    const what =
      command === undefined ? 'The startup script has failed' : 'The command of waitFor has failed';
    throw new ConditionFailedError(`${what}, with exit code ${String(run.code)}.${lines()}`);
  } finally {
    signal.removeEventListener('abort', stop);
    client.end();
  }
}

/** The SSH agent of this computer; a preview refuses a condition that would need one where there is none. */
export const agentHere = (): { agent?: string } => {
  const { SSH_AUTH_SOCK: agent } = process.env;
  return agent === undefined ? {} : { agent };
};

async function readKey(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new ConditionFailedError(`privateKeyFile cannot be read: ${(error as Error).message}.`);
  }
}

/** Undefined after the login; why there was none otherwise, with LOGIN for the login. */
const login = (client: Client, config: ConnectConfig): Promise<string | undefined> =>
  new Promise((resolve) => {
    client.once('ready', () => {
      resolve(undefined);
    });
    client.on('error', (error: NodeJS.ErrnoException & { level?: string }) => {
      const { level } = error;
      if (level === 'client-authentication') resolve('LOGIN refused');
      else if (level === 'client-timeout') resolve('no answer');
      else resolve(reasonOf(error));
    });
    client.once('close', () => {
      resolve('connection closed');
    });
    client.connect(config);
  });

/** The exit code and the output of a command; or why the connection ended before, for example a reboot. */
const execute = (client: Client, command: string): Promise<{ code: number; output: string } | string> =>
  new Promise((resolve) => {
    client.once('close', () => {
      resolve('the connection was closed while the command ran');
    });
    client.exec(command, (error, stream) => {
      if (error) {
        resolve(reasonOf(error));
        return;
      }
      let output = '';
      const add = (chunk: Buffer) => {
        output = (output + chunk.toString('utf8')).slice(-KEPT_OUTPUT);
      };
      stream.on('data', add);
      stream.stderr.on('data', add);
      stream.on('close', (code: number | null, ended?: string) => {
        if (typeof code === 'number') resolve({ code, output });
        else if (ended) resolve({ code: 128, output: `${output}\nended by ${ended}` });
        else resolve('the connection was closed while the command ran');
      });
      stream.end();
    });
  });

/** The last lines of an output, each on a line of its own below a sentence; empty without any. */
function lastLines(output: string): string {
  const lines = printableLines(output.replaceAll('\r', '')).trimEnd().split('\n');
  const shown = lines.slice(-SHOWN_LINES).join('\n');
  return shown === '' ? ' It printed nothing.' : ` Its last lines:\n${shown}`;
}

/** A host key as OpenSSH writes it: its type is the first text of its binary form. */
function hostKeyLine(blob: Buffer): string {
  const length = blob.readUInt32BE(0);
  return `${blob.toString('ascii', 4, 4 + length)} ${blob.toString('base64')}`;
}

/** Two lines of the same key may have different comments. */
const sameKey = (one: string, other: string): boolean => partsOf(one).join(' ') === partsOf(other).join(' ');

const partsOf = (line: string): string[] => line.trim().split(/\s+/).slice(0, 2);

/** A machine has a key of each type, so it is asked for the type that is known. */
const algorithmsOf = (line: string): ServerHostKeyAlgorithm[] => {
  const [type = ''] = partsOf(line);
  const names = type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] : [type];
  return names as ServerHostKeyAlgorithm[];
};

/** The SHA-256 of a key, as OpenSSH shows it. */
const fingerprint = (line: string): string => {
  const hash = createHash('sha256').update(Buffer.from(partsOf(line)[1] ?? '', 'base64'));
  return `SHA256:${hash.digest('base64').replace(/=+$/, '')}`;
};

const otherKey = (host: string, known: string, shown: string): ConditionFailedError =>
  new ConditionFailedError(
    `The SSH host key of ${host} is ${fingerprint(shown)}, and not ${fingerprint(known)} as before: somebody may stand ` +
      'between you and the machine, or its system was installed anew. If you know why, set hostKey of the ssh condition to ' +
      'its new public key.',
  );
