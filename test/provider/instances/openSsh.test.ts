// The machine is a real OpenSSH server on loopback: the wait logs in there, and the commands of the guide run.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client, utils } from 'ssh2';
import { readPage } from '../../../tools/src/docs/page';
import { InProcessStack } from '../support/inProcessStack';
import { OpenSshServer, hasOpenSsh, me } from '../support/openSsh';

const mine = utils.generateKeyPairSync('ed25519');
const PORT = 2200;

let stack: InProcessStack;
let server: OpenSshServer | undefined;

beforeEach(async () => {
  stack = await InProcessStack.start({ machinesAnswer: true, machinePorts: { ssh: 2222, http: 8000 } });
});

afterEach(async () => {
  await stack.stop();
  await server?.stop();
  server = undefined;
});

const start = async (host: string, programs?: string): Promise<void> => {
  await server?.stop();
  server = await OpenSshServer.start({
    host,
    port: PORT,
    publicKey: mine.public,
    ...(programs && { programs }),
  });
};

const argsOf = (...waitFor: object[]) => ({
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  waitFor,
});

const ssh = (more: object = {}) => ({ ssh: { port: PORT, user: me, privateKey: mine.private, ...more } });

const addressOf = (): string => {
  const [machine] = stack.emulator.control.machines.list();
  return machine?.ip ?? '';
};

const describeWithOpenSsh = hasOpenSsh ? describe : describe.skip;

describeWithOpenSsh('a machine with OpenSSH', () => {
  it('without cloud-init is ready after the login', async () => {
    const trainer = stack.resource('instance', 'trainer', argsOf({ port: 2222 }));
    await trainer.create();
    await start(addressOf());
    await trainer.update(argsOf({ port: 2222 }, ssh()));
    expect(trainer.outputs).toMatchObject({ sshHostKey: server?.hostKey });
  });

  it('fails with the output of a command that fails', async () => {
    const trainer = stack.resource('instance', 'trainer', argsOf({ port: 2222 }));
    await trainer.create();
    await start(addressOf());
    const command = 'for line in $(seq 30); do echo "line $line"; done; echo broken >&2; exit 3';
    await expect(trainer.update(argsOf({ port: 2222 }, ssh({ command })))).rejects.toThrow(
      /with exit code 3\. Its last lines:\nline 12\n[^]*line 30\nbroken\n/,
    );
  });

  it('that shows another host key is refused, with both fingerprints', async () => {
    const trainer = stack.resource('instance', 'trainer', argsOf({ port: 2222 }));
    await trainer.create();
    await start(addressOf());
    await trainer.update(argsOf({ port: 2222 }, ssh()));
    await start(addressOf());
    stack.newProcess();
    await expect(trainer.update(argsOf({ port: 2222 }, ssh({ command: 'true' })))).rejects.toThrow(
      /The SSH host key of \S+ is SHA256:\S+, and not SHA256:\S+ as before/,
    );
    const pinned = ssh({ command: 'true', hostKey: server?.hostKey });
    await trainer.update(argsOf({ port: 2222 }, pinned));
    expect(trainer.outputs).toMatchObject({ sshHostKey: server?.hostKey });
  });
});

/** Stands for a program of the machine: it writes down its arguments. */
const RECORDER = (log: string) =>
  `#!/bin/sh\nprintf '%s' "$(basename "$0")" >> ${log}\nprintf ' [%s]' "$@" >> ${log}\necho >> ${log}\n`;

describeWithOpenSsh('the commands of the guide', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-programs-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('run in the shell of OpenSSH as they are meant', async () => {
    const log = path.join(folder, 'log');
    for (const name of ['docker', 'systemd-run', 'systemctl', 'journalctl']) {
      writeFileSync(path.join(folder, name), RECORDER(log));
      chmodSync(path.join(folder, name), 0o755);
    }
    await start('127.64.255.254', folder);
    const program =
      readPage('docs/guides/run-commands.md').blocks.find(({ file }) => file === 'index.ts')?.text ?? '';
    const commands = [...program.matchAll(/(?:create|update|delete):\s*'([^']*)'/g)].map(
      ([, text = '']) => text,
    );
    for (const text of commands) expect(await outputOf(text)).toEqual({ text, code: 0 });
    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
      'docker [run] [--detach] [--restart] [unless-stopped] [--name] [server] [--publish] [8000:80] [nginx]',
      'docker [rm] [--force] [server]',
      'systemd-run [--unit=training] [--property=WorkingDirectory=/root] [python3] [train.py]',
      'systemctl [stop] [training]',
      'journalctl [--unit=training] [--no-pager] [--lines=20]',
    ]);
  });
});

const outputOf = (text: string): Promise<{ text: string; code: number }> =>
  new Promise((resolve, reject) => {
    const client = new Client();
    client.once('error', reject);
    client.once('ready', () => {
      client.exec(text, (error, stream) => {
        if (error) {
          reject(error);
          return;
        }
        stream.on('close', (code: number) => {
          client.end();
          resolve({ text, code });
        });
        stream.resume();
      });
    });
    client.connect({ host: '127.64.255.254', port: PORT, username: me, privateKey: mine.private });
  });
