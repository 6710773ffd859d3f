// An attempt to log in to a real SSH server, and what its command prints and returns.
import type { AddressInfo } from 'node:net';
import type { ParsedKey } from 'ssh2';
import { Server, utils } from 'ssh2';
import { ConditionFailedError } from '../../../../../provider/machines/conditions/attempt';
import type { SshCondition } from '../../../../../provider/machines/conditions/schema';
import { trySsh } from '../../../../../provider/machines/conditions/ssh';

const keys = () => utils.generateKeyPairSync('ed25519');
const mine = keys();
const ofMachine = keys();

interface Answer {
  readonly code?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** Closes the connection in the place of an answer. */
  readonly drops?: boolean;
  /** Never answers. */
  readonly hangs?: boolean;
}

let server: Server;
let commands: string[];
/** Resolves when the first command arrives. */
let begun: Promise<void>;
let begin: () => void;
let answer: Answer;
let port: number;
let hostKeys: string[];

beforeEach(async () => {
  commands = [];
  begun = new Promise((resolve) => {
    begin = resolve;
  });
  answer = {};
  hostKeys = [ofMachine.private];
  await listen();
});

afterEach(() => server.close());

/** The machine: it accepts one key, and runs nothing. */
async function listen(): Promise<void> {
  const [accepted] = [utils.parseKey(mine.public)].flat() as [ParsedKey];
  server = new Server({ hostKeys }, (client) => {
    client.on('error', () => undefined);
    client.on('authentication', (login) => {
      const isMine = login.method === 'publickey' && login.key.data.equals(accepted.getPublicSSH());
      if (!isMine) login.reject(['publickey']);
      else if (
        login.signature &&
        !accepted.verify(login.blob ?? Buffer.of(), login.signature, login.hashAlgo)
      )
        login.reject();
      else login.accept();
    });
    client.on('session', (acceptSession) => {
      acceptSession().on('exec', (acceptExec, _reject, { command }) => {
        commands.push(command);
        begin();
        const stream = acceptExec();
        if (answer.hangs) return;
        if (answer.drops) {
          client.end();
          return;
        }
        stream.write(answer.stdout ?? '');
        stream.stderr.write(answer.stderr ?? '');
        stream.exit(answer.code ?? 0);
        stream.end();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
}

const redact = (text: string): string => text.replaceAll('hunter22', '[redacted]');

const attempt = (more: Partial<SshCondition> = {}, hostKey?: string, signal = new AbortController().signal) =>
  trySsh({ port, privateKey: mine.private, ...more }, { host: '127.0.0.1', hostKey, redact }, signal);

const failure = async (doing: Promise<unknown>): Promise<string> => {
  const error: unknown = await doing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConditionFailedError);
  return (error as Error).message;
};

/** The public key without its comment. */
const lineOf = ({ public: line }: { public: string }): string => line.split(' ').slice(0, 2).join(' ');

it('holds when the startup script has ended, and shows the host key as known_hosts has it', async () => {
  expect(await attempt()).toEqual({ holds: true, hostKey: lineOf(ofMachine) });
  expect(commands).toHaveLength(1);
  expect(commands[0]).toContain('cloud-init status --wait');
});

it('runs the command of the program in the place of the default one', async () => {
  expect(await attempt({ command: 'nvidia-smi' })).toMatchObject({ holds: true });
  expect(commands).toEqual(['nvidia-smi']);
});

it('is tried again after a refused login: the key may be installed late', async () => {
  expect(await attempt({ privateKey: keys().private })).toEqual({
    holds: false,
    reason: 'login as root refused',
  });
  expect(await attempt({ privateKey: keys().private, user: 'ubuntu' })).toEqual({
    holds: false,
    reason: 'login as ubuntu refused',
  });
});

it('is tried again while nothing listens', async () => {
  await new Promise<void>((resolve) =>
    server.close(() => {
      resolve();
    }),
  );
  expect(await attempt()).toEqual({ holds: false, reason: 'connection refused' });
});

it('is tried again when the machine restarts during the command', async () => {
  answer = { drops: true };
  expect(await attempt()).toEqual({
    holds: false,
    reason: 'the connection was closed while the command ran',
  });
});

it('fails when the command fails, with its code and its last twenty lines', async () => {
  answer = {
    code: 7,
    stdout: Array.from({ length: 30 }, (_, line) => `line ${String(line)}\n`).join(''),
    stderr: 'no GPU\n',
  };
  const message = await failure(attempt({ command: 'check' }));
  expect(message).toContain('The command of waitFor has failed, with exit code 7. Its last lines:\n');
  expect(message).toContain('no GPU');
  expect(message).toContain('line 29');
  expect(message).not.toContain('line 5\n');
  expect(message.split('\n')).toHaveLength(21);
});

it('fails when the startup script has failed', async () => {
  answer = { code: 1, stdout: 'status: error\n' };
  expect(await failure(attempt())).toBe(
    'The startup script has failed, with exit code 1. Its last lines:\nstatus: error',
  );
});

it('holds with a warning when the script has ended with recoverable errors', async () => {
  answer = { code: 2, stdout: 'status: done\nrecoverable_errors: one\n' };
  expect(await attempt()).toMatchObject({
    holds: true,
    warning:
      'The startup script has ended with recoverable errors. Its last lines:\nstatus: done\nrecoverable_errors: one',
  });
  expect(await failure(attempt({ command: 'check' }))).toContain('exit code 2');
});

it('needs only the login where cloud-init does not exist, and says so', async () => {
  answer = { stdout: 'no cloud-init\n' };
  expect(await attempt()).toMatchObject({ holds: true, note: 'cloud-init does not exist there' });
  expect(await attempt({ command: 'echo' })).not.toHaveProperty('note');
});

it('shows no secret and no control character of the output', async () => {
  answer = { code: 1, stdout: 'password hunter22 \u001b[2J\n' };
  const message = await failure(attempt());
  expect(message).toContain('password [redacted] \\u001b[2J');
});

it('fails when the host key is another one than before, with the hashes of both', async () => {
  const other = keys();
  const message = await failure(attempt({}, lineOf(other)));
  expect(message).toMatch(/^The SSH host key of 127\.0\.0\.1 is SHA256:\S+, and not SHA256:\S+ as before: /);
  expect(message).toContain('set hostKey of the ssh condition');
  expect(commands).toEqual([]);
});

it('holds when the host key is the one before, whatever its comment is', async () => {
  expect(await attempt({}, `${lineOf(ofMachine)} root@trainer`)).toMatchObject({ holds: true });
});

it('asks for the type of the key that it knows: a machine has one of each type', async () => {
  await new Promise<void>((resolve) =>
    server.close(() => {
      resolve();
    }),
  );
  const ecdsa = utils.generateKeyPairSync('ecdsa', { bits: 256 });
  hostKeys = [ofMachine.private, ecdsa.private];
  await listen();
  expect(await attempt({}, lineOf(ecdsa))).toEqual({ holds: true, hostKey: lineOf(ecdsa) });
  expect(await attempt({}, lineOf(ofMachine))).toEqual({ holds: true, hostKey: lineOf(ofMachine) });
});

it('ends with the signal while the command runs', async () => {
  answer = { hangs: true };
  const abort = new AbortController();
  const doing = attempt({}, undefined, abort.signal);
  await begun;
  abort.abort(new Error('the run was cancelled'));
  await expect(doing).rejects.toThrow('the run was cancelled');
});

it('fails when the file of the key cannot be read', async () => {
  const doing = trySsh(
    { port, privateKeyFile: '/nowhere/key' },
    { host: '127.0.0.1', hostKey: undefined, redact },
    new AbortController().signal,
  );
  expect(await failure(doing)).toContain('privateKeyFile cannot be read: ENOENT');
});
