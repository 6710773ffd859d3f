// Files for notes. The first line is about the process that wrote it. It is empty if that process was killed while writing.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The mode of the folder: the names of notes say what a user has ordered. */
const PRIVATE = 0o700;

/** A note that was read. */
interface Note {
  /** Whether a process of this computer wrote it. Containers with one home directory have different host names. */
  readonly isOfThisHost: boolean;
  /** Whether the process that wrote it still runs. */
  readonly isAuthorRunning: boolean;
  /** The id of that process if it is another one. */
  readonly otherAuthor: number | undefined;
  /** What it says besides that process. */
  readonly content: string;
}

/**
 * The notes in Pulumi's home directory. If there is none, or it cannot be written, nothing is noted, and the next run
 * assumes that its first list is complete.
 */
export class NoteFiles {
  private readonly folder: string | undefined;
  private readonly author: string;

  /** @param author the id of the process that writes notes. */
  constructor({ PULUMI_HOME, HOME, USERPROFILE }: NodeJS.ProcessEnv, author: number) {
    // An empty variable does not mean the working directory.
    const home = HOME || USERPROFILE;
    const pulumi = PULUMI_HOME || (home && path.join(home, '.pulumi'));
    this.folder = pulumi && path.join(pulumi, 'cloud-compute');
    this.author = [os.hostname(), author, startOf(String(author)) ?? ''].join(' ').trimEnd();
  }

  /** The notes of one kind. @param fileOf the name of the file. */
  kind<Ids extends readonly string[]>(fileOf: (...ids: Ids) => string) {
    return {
      fileOf,
      add: (...ids: Ids) => {
        this.add(fileOf(...ids));
      },
      remove: (...ids: Ids) => {
        this.remove(fileOf(...ids));
      },
      read: (...ids: Ids) => this.read(fileOf(...ids)),
    };
  }

  names(): string[] {
    return this.ifPossible((folder) => readdirSync(folder)) ?? [];
  }

  add(name: string, ...content: readonly string[]): void {
    this.ifPossible((folder) => {
      mkdirSync(folder, { recursive: true, mode: PRIVATE });
      // It may exist already, and belong to another user.
      orUndefined(() => {
        chmodSync(folder, PRIVATE);
      });
      writeFileSync(path.join(folder, name), [this.author, ...content].join('\n'), { mode: 0o600 });
    });
  }

  /** Changes what a note says; its author stays. */
  change(name: string, content: string): void {
    this.ifPossible((folder) => {
      const file = path.join(folder, name);
      const [author = ''] = readFileSync(file, 'utf8').split('\n', 1);
      writeFileSync(file, [author, content].join('\n'), { mode: 0o600 });
    });
  }

  remove(name: string): void {
    this.ifPossible((folder) => {
      rmSync(path.join(folder, name), { force: true });
    });
  }

  read(name: string): Note | undefined {
    const note = this.ifPossible((folder) => readFileSync(path.join(folder, name), 'utf8'));
    if (note === undefined) return undefined;
    const [author = ''] = note.split('\n', 1);
    return {
      isOfThisHost: author.split(' ')[0] === os.hostname(),
      // After a restart of the computer, another process may have the id.
      isAuthorRunning: isRunning(author) && (this.timeOf(name) ?? 0) > Date.now() - os.uptime() * 1_000,
      otherAuthor: author === this.author ? undefined : Number(author.split(' ')[1]),
      content: note.slice(note.indexOf('\n') + 1),
    };
  }

  /** When a note was written, in ms since the epoch. */
  timeOf(name: string): number | undefined {
    return this.ifPossible((folder) => statSync(path.join(folder, name)).mtimeMs) || undefined;
  }

  private ifPossible<T>(work: (folder: string) => T): T | undefined {
    const { folder } = this;
    return folder ? orUndefined(() => work(folder)) : undefined;
  }
}

/** Whether the author of a note still runs. Containers with one home directory have different host names. */
function isRunning(line: string): boolean {
  const [host, author, start] = line.split(' ');
  if (author === undefined || host !== os.hostname()) return false;
  try {
    process.kill(Number(author), 0);
    // Another process may have got its id.
    return !isZombie(author) && (start === undefined || start === startOf(author));
  } catch (error) {
    // The process of another user cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process has ended, but its parent has not asked for its exit code: it can still be signalled. Linux only. */
const isZombie = (id: string): boolean => processFields(id)[0] === 'Z';

/** When a process was started, in ticks since the computer was started. Linux only. */
const startOf = (id: string): string | undefined => processFields(id)[19];

/** The fields of a process after its name, of which the first is its status. Linux only. */
function processFields(id: string): string[] {
  const line = orUndefined(() => readFileSync(`/proc/${id}/stat`, 'utf8')) ?? '';
  // The name of the program stands in parentheses, and may contain some itself.
  return line
    .slice(line.lastIndexOf(')') + 1)
    .trim()
    .split(' ');
}

/** The log helps the next run; this run does not fail because of it. */
function orUndefined<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  }
}
