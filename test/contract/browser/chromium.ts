import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where a Chromium is: `CHROME_PATH`, or one of the usual names on the PATH. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env['CHROME_PATH'];
  if (named !== undefined && named !== '') {
    if (isExecutable(named)) return named;
    throw new Error(`CHROME_PATH is ${named}, which cannot be run. Correct it, or leave it out.`);
  }
  const folders = (env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

/** Milliseconds of the page's own time in which it has to be drawn; they pass as fast as they can. */
const pageTime = 20_000;

/** A browser without a window, and without any network but this machine. */
export class Chromium {
  constructor(private readonly executable: string) {}

  /** The page as it is once its scripts have run. */
  dom(url: string): Promise<string> {
    return this.run(['--dump-dom', url]);
  }

  /** A picture of the page, as a PNG file. */
  async screenshot(url: string, size: { width: number; height: number }): Promise<Buffer> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'screenshot-'));
    try {
      const file = path.join(folder, 'page.png');
      await this.run([`--screenshot=${file}`, `--window-size=${size.width},${size.height}`, url]);
      return await readFile(file);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async run(args: readonly string[]): Promise<string> {
    const profile = await mkdtemp(path.join(os.tmpdir(), 'browser-'));
    try {
      return await output(this.executable, [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--hide-scrollbars',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
        `--user-data-dir=${profile}`,
        `--virtual-time-budget=${pageTime}`,
        ...args,
      ]);
    } finally {
      await rm(profile, { recursive: true, force: true });
    }
  }
}

function output(executable: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(executable, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const complaints: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => complaints.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out).toString());
      else reject(new Error(`${executable} ended with ${code}: ${Buffer.concat(complaints).toString()}`));
    });
  });
}
