import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** The command that the build creates in this repository. */
const built = path.resolve(__dirname, '..', '..', '..', 'emulator', 'dist', 'cli.js');

/** The lists that are empty when nothing of a stack is left. A private network exists from the start. */
const LISTS = ['instances', 'volumes', 'clusters', 'ssh-keys', 'scripts', 'instance-groups'];

/** The emulator as a user starts it: in a process of its own. */
export class EmulatorProcess {
  private token: string | undefined;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** The lines that it has printed so far. */
    readonly lines: readonly string[],
  ) {}

  /**
   * Starts it and waits for the line with its address.
   *
   * @param command the file to run, if it is not the one of this repository.
   * @param node the Node.js that runs it, if it is not the one of this process.
   */
  static async start(
    args: readonly string[],
    command = built,
    node = process.execPath,
  ): Promise<EmulatorProcess> {
    const child = spawn(node, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const printed: string[] = [];
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => printed.push(line));
    const url = await new Promise<string>((resolve, reject) => {
      lines.once('line', (line) => {
        const address = /listening on (http:\S+)$/.exec(line)?.[1];
        if (address === undefined)
          reject(new Error(`The emulator printed ${JSON.stringify(line)} instead of its address.`));
        else resolve(address);
      });
      child.once('error', reject);
      child.once('exit', (code) => {
        reject(new Error(`The emulator ended with exit code ${String(code)} before it listened.`));
      });
    });
    return new EmulatorProcess(child, url, printed);
  }

  /** The answer of the API to its first client. */
  get(route: string): Promise<unknown> {
    return this.send('GET', route);
  }

  /** Sends the API a body, as its first client. */
  post(route: string, body: object): Promise<unknown> {
    return this.send('POST', route, body);
  }

  /** The headers of a request of its first client. */
  async authorization(): Promise<Record<string, string>> {
    this.token ??= await this.fetchToken();
    return { authorization: `Bearer ${this.token}` };
  }

  /** Sends the API a request as its first client; waits if the rate limit refuses the request. */
  async send(method: string, route: string, body?: object, retries = 10): Promise<unknown> {
    const reply = await fetch(this.url + route, {
      method,
      headers: {
        ...(await this.authorization()),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (reply.status === 401 && this.token !== undefined) {
      this.token = undefined;
      return this.send(method, route, body, retries);
    }
    // Other requests may have used up the limit of the project.
    if (reply.status === 429 && retries > 0) {
      await sleep(Number(reply.headers.get('retry-after') ?? 1) * 1_000);
      return this.send(method, route, body, retries - 1);
    }
    if (!reply.ok)
      throw new Error(`${method} ${route} answered ${String(reply.status)}: ${await reply.text()}`);
    const text = await reply.text();
    return text === '' ? undefined : JSON.parse(text);
  }

  /**
   * Reads every list that may show the remains of a stack, and returns the names of the lists.
   *
   * @throws Error that names everything that still exists.
   */
  async mustBeEmpty(): Promise<readonly string[]> {
    for (const list of LISTS) {
      const left = await this.get(`/v1/${list}`);
      if (!Array.isArray(left)) throw new Error(`GET /v1/${list} answered no list.`);
      if (left.length > 0) throw new Error(`${left.length} ${list} are still there: ${JSON.stringify(left)}`);
    }
    return LISTS;
  }

  /**
   * Ends the process, and waits for its end.
   *
   * @throws Error if the emulator reports a failure, e.g. a reply that does not match the contract; its output contains
   * the reason.
   */
  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await ended;
    }
    const { exitCode } = this.child;
    if (exitCode !== 0) throw new Error(`The emulator ended with exit code ${String(exitCode)}.`);
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
