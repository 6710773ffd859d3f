import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CloudState } from './cloud/cloud';

/** Changes that come within so many milliseconds are written together. */
const debounceMilliseconds = 200;

/** What the file holds, or undefined when there is no file yet. A damaged file is refused, never overwritten. */
export function readSnapshot(file: string): CloudState | undefined {
  if (!existsSync(file)) {
    if (existsSync(dirname(file))) return undefined;
    throw new Error(`The snapshot ${file} cannot be kept: its directory does not exist.`);
  }
  const state = parse(file);
  if (state.version !== 1 || typeof state.clock?.now !== 'number' || typeof state.tables !== 'object') {
    throw new Error(
      `The snapshot ${file} is not one that this version of the emulator wrote. Move it away to start with an empty cloud.`,
    );
  }
  return state as CloudState;
}

function parse(file: string): Partial<CloudState> {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as Partial<CloudState>;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The snapshot ${file} is damaged (${reason}). Mend it, or move it away to start with an empty cloud.`,
      { cause: error },
    );
  }
}

/** Keeps a file up to date with the cloud: a reader sees the state before a change or after it, never half of it. */
export class SnapshotFile {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly state: () => CloudState,
  ) {}

  /** Something changed: it is written soon. */
  changed(): void {
    this.timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) => {
        process.emitWarning(`The snapshot ${this.file} could not be written: ${String(error)}`);
      });
    }, debounceMilliseconds).unref();
  }

  /** Writes now, after any write that is under way. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const content = JSON.stringify(this.state());
    this.writing = this.writing.catch(() => undefined).then(() => this.replace(content));
    return this.writing;
  }

  private async replace(content: string): Promise<void> {
    const temporary = `${this.file}.${randomUUID()}.tmp`;
    const handle = await open(temporary, 'w');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, this.file);
  }
}
