// A real OpenSSH server on loopback, for tests of what a machine's own server does.
import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SSHD = '/usr/sbin/sshd';

/** Whether this computer has an OpenSSH server; CI installs one. */
export const hasOpenSsh = existsSync(SSHD) && spawnSync('ssh-keygen', ['-?']).error === undefined;

/** The only user that a server without privileges can log in. */
export const { username: me } = os.userInfo();

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** The line of the key that may log in. */
  readonly publicKey: string;
  /** Folders of programs that commands find first. */
  readonly programs?: string;
}

export class OpenSshServer {
  private constructor(
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {}

  /** Its public host key, as `ssh-ed25519 AAAA…`. */
  get hostKey(): string {
    return readFileSync(path.join(this.folder, 'host.pub'), 'utf8').split(' ').slice(0, 2).join(' ').trim();
  }

  /** Returns when it accepts connections. */
  static async start({ host, port, publicKey, programs }: ServerOptions): Promise<OpenSshServer> {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-sshd-'));
    const file = (name: string) => path.join(folder, name);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file('host')]);
    writeFileSync(file('keys'), `${publicKey}\n`, { mode: 0o600 });
    const lines = [
      ...[`ListenAddress ${host}`, `Port ${String(port)}`, `HostKey ${file('host')}`, 'PidFile none'],
      ...[`AuthorizedKeysFile ${file('keys')}`, 'StrictModes no', 'UsePAM no', 'PasswordAuthentication no'],
      ...['PermitRootLogin prohibit-password', 'LogLevel QUIET'],
      ...(programs === undefined ? [] : [`SetEnv PATH=${programs}:/usr/bin:/bin`]),
    ];
    writeFileSync(file('config'), `${lines.join('\n')}\n`);
    // Where root runs it, it wants this folder, which a service creates at boot.
    if (os.userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true });
    const server = new OpenSshServer(folder, spawn(SSHD, ['-D', '-f', file('config')], { stdio: 'inherit' }));
    while (!(await accepts(host, port))) {
      if (server.process.exitCode !== null) throw new Error('The OpenSSH server did not start.');
      await sleep(50);
    }
    return server;
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}

const accepts = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ host, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
