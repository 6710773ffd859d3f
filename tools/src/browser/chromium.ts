import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { BrowserConnection } from './connection';
import { Page } from './page';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium: `CHROME_PATH`, or one of the usual names on the PATH. */
export function findChromium(): string | undefined {
  const { CHROME_PATH: named, PATH = '' } = process.env;
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new Error(`CHROME_PATH is ${named}, which cannot be run. Correct it, or leave it out.`);
  }
  const folders = PATH.split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

export interface PageOptions {
  width: number;
  height: number;
  scheme?: 'light' | 'dark';
}

/** A browser without a window, and without any network but this machine. */
export class Chromium {
  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
    private readonly connection: BrowserConnection,
  ) {}

  static async start(executable: string): Promise<Chromium> {
    const profile = await mkdtemp(path.join(os.tmpdir(), 'browser-'));
    const child = spawn(
      executable,
      [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--hide-scrollbars',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
        `--user-data-dir=${profile}`,
        '--remote-debugging-pipe',
      ],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
    );
    const connection = new BrowserConnection(child.stdio[3] as Writable, child.stdio[4] as Readable);
    child.once('error', (error) => {
      connection.fail(error);
    });
    child.once('exit', (code) => {
      connection.fail(new Error(`${executable} ended with exit code ${String(code)}.`));
    });
    return new Chromium(child, profile, connection);
  }

  /** Opens a page of its own. */
  async open(url: string, options: PageOptions): Promise<Page> {
    const { targetId } = await this.connection.send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
    });
    const { sessionId } = await this.connection.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    const page = new Page(this.connection, sessionId);
    await page.prepare(options);
    await page.goTo(url);
    return page;
  }

  async close(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill();
      await ended;
    }
    // The helper processes of a browser may write for a moment longer.
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10 });
  }
}
