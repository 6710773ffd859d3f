import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { ChangeTracker } from './changes';
import { LogFile, logOf } from './log';
import type { World } from '../model/world';
import type { StoredState } from './content';

/**
 * Real milliseconds after which the time alone counts as a change: a restart sets the clock back by no more.
 */
const timeInterval = 1000;
/** A log is at least this long, in bytes, before the snapshot is replaced. */
const shortestLog = 1024 * 1024;

/**
 * Keeps a snapshot and the log of the changes since then. All data that a reply shows is in one of the two
 * before the reply is sent, so the data survives a kill of the process. A crash of the whole machine may lose
 * some.
 */
export class SnapshotFile {
  private readonly changes: ChangeTracker;
  private readonly temporary: string;
  private log: LogFile | undefined;
  /** Whether the files have everything up to `saved`. */
  private isComplete = false;
  private saved = { changes: -1, at: -Infinity };
  private bytes = 0;

  constructor(
    private readonly file: string,
    private readonly world: World,
    private generation: number,
  ) {
    this.temporary = `${file}.tmp`;
    this.changes = new ChangeTracker(world.store);
  }

  /** Writes the changes. */
  save(): void {
    const { changes, realTime } = this.world;
    if (this.isComplete && changes === this.saved.changes && realTime() - this.saved.at < timeInterval)
      return;
    if (!this.isComplete || this.log === undefined || this.log.size > Math.max(shortestLog, this.bytes)) {
      this.replace();
      return;
    }
    this.isComplete = false;
    const progress = this.world.progress();
    this.log.append({ ...progress, ...this.changes.take() });
    this.hasSaved();
  }

  /** Replaces the snapshot, and empties the log. */
  replace(): void {
    this.isComplete = false;
    this.writeSnapshot();
    this.log ??= new LogFile(logOf(this.file));
    this.log.begin(this.generation);
    this.changes.start();
    this.hasSaved();
  }

  /** Writes for the last time. After that the file may belong to another emulator. */
  close(): void {
    this.writeSnapshot();
    this.log?.remove();
  }

  private hasSaved(): void {
    this.saved = { changes: this.world.changes, at: this.world.realTime() };
    this.isComplete = true;
  }

  /** Replaces the file as a whole: a reader sees the former snapshot or the new one. */
  private writeSnapshot(): void {
    const state: StoredState = { ...this.world.state(), generation: this.generation + 1 };
    const content = JSON.stringify(state);
    // A killed emulator may have left one.
    rmSync(this.temporary, { force: true });
    try {
      writeNew(this.temporary, content);
      renameSync(this.temporary, this.file);
    } finally {
      rmSync(this.temporary, { force: true });
    }
    this.generation += 1;
    this.bytes = content.length;
  }
}

function writeNew(file: string, content: string): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
