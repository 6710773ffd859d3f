import { once } from 'node:events';
import { connect } from 'node:net';
import { Client, utils } from 'ssh2';

export interface Key {
  private: string;
  public: string;
}

export const newKey = (): Key => utils.generateKeyPairSync('ed25519');

export interface Finished {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** A connection that has logged in. */
export class Session {
  constructor(
    private readonly client: Client,
    /** The host key, such as `ssh-ed25519 AAAA…`. */
    readonly hostKey: string,
  ) {}

  run(command: string): Promise<Finished> {
    return new Promise((resolve, reject) => {
      this.client.once('close', () => {
        reject(new Error('The connection ended.'));
      });
      this.client.exec(command, (error, channel) => {
        if (error !== undefined) {
          reject(error);
          return;
        }
        let [stdout, stderr] = ['', ''];
        channel.on('data', (data: Buffer) => (stdout += data.toString()));
        channel.stderr.on('data', (data: Buffer) => (stderr += data.toString()));
        channel.on('close', (exitCode: number) => {
          resolve({ exitCode, stdout, stderr });
        });
      });
    });
  }

  get ended(): Promise<unknown> {
    return once(this.client, 'close');
  }

  close(): void {
    this.client.end();
  }
}

export interface Target {
  host: string;
  port: number;
}

/** Logs in, or fails with the reason. */
export function logIn({ host, port }: Target, key: Key, username = 'root'): Promise<Session> {
  const client = new Client();
  let hostKey = '';
  return new Promise((resolve, reject) => {
    client.on('error', reject);
    client.on('ready', () => {
      resolve(new Session(client, hostKey));
    });
    client.connect({
      host,
      port,
      username,
      privateKey: key.private,
      hostVerifier: (shown: Buffer) => {
        hostKey = `ssh-ed25519 ${shown.toString('base64')}`;
        return true;
      },
    });
  });
}

/** How a TCP connection begins: `open`, or the code of the error. */
export function dial({ host, port }: Target): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      resolve('open');
      socket.destroy();
    });
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      resolve(code);
    });
  });
}
