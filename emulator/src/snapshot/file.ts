import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { CloudState } from '../model/world';

/** Changes within this many milliseconds are written together. */
const debounceMilliseconds = 200;

/** The content of the file; undefined when there is no file yet. A damaged file is refused, never overwritten. */
export function readSnapshot(file: string): CloudState | undefined {
  if (!existsSync(file)) return undefined;
  const state = parse(file);
  if (!isState(state)) {
    throw new Error(
      `The snapshot ${file} was not written by this version of the emulator. Move it away to start with an empty cloud.`,
    );
  }
  return state;
}

/** The error for a file that does not hold the state of a cloud. */
export function damaged(file: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `The snapshot ${file} is damaged (${reason}). Repair it, or move it away to start with an empty cloud.`,
    { cause: error },
  );
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw damaged(file, error);
  }
}

function isState(value: unknown): value is CloudState {
  const { version, clock, drawn, tables } = (value ?? {}) as Partial<Record<keyof CloudState, unknown>>;
  const { now } = (clock ?? {}) as { now?: unknown };
  return version === 1 && typeof now === 'number' && typeof drawn === 'number' && areTables(tables);
}

const areTables = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((table) => Array.isArray(table) && table.every(isEntity));

const isEntity = (value: unknown): boolean => typeof (value as { id?: unknown } | null)?.id === 'string';

/** Keeps a file up to date with the cloud. A reader sees the state before or after a change, never half of it. */
export class SnapshotFile {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly file: string,
    private readonly state: () => CloudState,
  ) {}

  /** Call this after a change: the file is written soon. */
  changed(): void {
    if (this.isClosed) return;
    this.timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) => {
        process.emitWarning(`The snapshot ${this.file} could not be written: ${String(error)}`);
      });
    }, debounceMilliseconds).unref();
  }

  /** Writes for the last time. After that the file may belong to another emulator. */
  close(): Promise<void> {
    this.isClosed = true;
    return this.flush();
  }

  /** Writes now, after any write that is under way. */
  private flush(): Promise<void> {
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
