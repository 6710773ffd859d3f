import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';

/** The file of the built command. */
export const command = join(__dirname, '..', '..', '..', 'emulator', 'dist', 'cli.js');

export interface Ending {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The built command, as a user runs it. */
export class Command {
  private stdout = '';
  private stderr = '';
  private readonly process: ChildProcess;
  readonly ended: Promise<Ending>;

  constructor(
    flags: readonly string[],
    preloaded: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.process = spawn(
      process.execPath,
      [...preloaded.flatMap((file) => ['--require', file]), command, ...flags],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } },
    );
    this.process.stdout?.on('data', (data: Buffer) => (this.stdout += data.toString()));
    this.process.stderr?.on('data', (data: Buffer) => (this.stderr += data.toString()));
    this.ended = new Promise((resolve) => {
      this.process.on('close', (code) => {
        resolve({ code, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  /** The address that the command prints when it listens. */
  async url(): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const line = /^cloud-compute-emulator listening on (http:\/\/\S+)\n/.exec(this.stdout);
        if (line?.[1] !== undefined) resolve(line[1]);
      };
      this.process.stdout?.on('data', look);
      void this.ended.then(({ stderr }) => {
        reject(new Error(`The emulator ended: ${stderr}`));
      });
      look();
    });
  }

  /** Closes the reader of standard output, as `head` does. */
  closeOutput(): void {
    this.process.stdout?.destroy();
  }

  stop(signal: NodeJS.Signals): Promise<Ending> {
    this.process.kill(signal);
    return this.ended;
  }
}
