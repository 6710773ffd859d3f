import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { ChangeTracker } from './changes';
import { LogFile, logOf } from './log';
import { forbidden } from '../model/errors';
import type { World } from '../model/world';
import type { StoredState } from './content';

/**
 * Real milliseconds after which the snapshot is written for the time alone. A restart sets the clock back by no more.
 */
const timeInterval = 1000;
/**
 * The characters that a snapshot may have at most. JavaScript allows twice as many in a string, so there is room for
 * what time adds to a full cloud, such as events.
 */
export const mostCharacters = 256 * 1024 * 1024;
/** A request may add this many characters more than its body has: the other fields of its rows, and its events. */
const overhead = 16 * 1024;
/** The snapshot is not replaced before the log has this many bytes. */
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
  /** `changes` of the world when the snapshot was replaced. */
  private replacedAt = -1;
  /** The length of the snapshot. */
  private characters = 0;

  constructor(
    private readonly file: string,
    private readonly world: World,
    private generation: number,
    private readonly limit = mostCharacters,
  ) {
    this.temporary = `${file}.tmp`;
    this.changes = new ChangeTracker(world.store);
  }

  /** Writes the changes. */
  save(): void {
    const { changes, realTime } = this.world;
    if (this.isComplete && changes === this.saved.changes && realTime() - this.saved.at < timeInterval)
      return;
    if (
      !this.isComplete ||
      this.log === undefined ||
      this.log.size > Math.max(shortestLog, this.characters)
    ) {
      this.replace();
      return;
    }
    this.isComplete = false;
    const progress = this.world.progress();
    this.log.append({ ...progress, ...this.changes.take() });
    this.hasSaved();
  }

  /** Refuses a request that adds so many characters, if they do not fit. */
  requireRoom(characters: number): void {
    const fits = (): boolean => this.characters + (this.log?.size ?? 0) + characters + overhead <= this.limit;
    if (fits()) return;
    // The two files still hold rows that were changed or removed since: a new snapshot may be shorter.
    if (this.world.changes !== this.replacedAt) this.replace();
    if (fits()) return;
    throw forbidden(
      `The snapshot ${this.file} is full: it may have ${Math.round(this.limit / 1e6)} MB. Delete startup scripts, SSH keys or whatever is not needed, or empty the cloud with POST /_emulator/reset.`,
    );
  }

  /** Replaces the snapshot, and empties the log. */
  replace(): void {
    this.isComplete = false;
    this.writeSnapshot();
    this.log ??= new LogFile(logOf(this.file));
    this.log.begin(this.generation);
    this.changes.start();
    this.replacedAt = this.world.changes;
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
    this.characters = content.length;
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
