import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const command = path.resolve(__dirname, '..', '..', '..', 'emulator', 'dist', 'cli.js');

/** The emulator as a user starts it: a process of its own. */
export class EmulatorProcess {
  private token: string | undefined;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** Starts it and waits for the one line that tells its address. */
  static async start(args: readonly string[]): Promise<EmulatorProcess> {
    const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    const url = await new Promise<string>((resolve, reject) => {
      lines.once('line', (line) => {
        const address = /listening on (http:\S+)$/.exec(line)?.[1];
        if (address === undefined)
          reject(new Error(`The emulator said ${JSON.stringify(line)}, not where it listens.`));
        else resolve(address);
      });
      child.once('error', reject);
      child.once('exit', (code) => {
        reject(new Error(`The emulator ended with exit code ${String(code)} before it listened.`));
      });
    });
    return new EmulatorProcess(child, url);
  }

  /** What the API answers, asked as its first client. */
  async get(route: string): Promise<unknown> {
    this.token ??= await this.fetchToken();
    const reply = await fetch(this.url + route, { headers: { authorization: `Bearer ${this.token}` } });
    if (!reply.ok) throw new Error(`GET ${route} answered ${String(reply.status)}: ${await reply.text()}`);
    return reply.json();
  }

  /** Ends it, and waits until it has ended. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }

  private async fetchToken(): Promise<string> {
    const reply = await fetch(`${this.url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: 'emulator',
        client_secret: 'emulator',
      }),
    });
    const { access_token: token } = (await reply.json()) as { access_token: string };
    return token;
  }
}
