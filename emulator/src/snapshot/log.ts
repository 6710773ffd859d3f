import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { checkHead, checkRecord } from './content';
import type { LogHead, LogRecord } from './content';

/** The log of one snapshot: JSON lines. */
export interface LogContent extends LogHead {
  records: LogRecord[];
}

export const logOf = (snapshot: string): string => `${snapshot}.log`;

/** The changes since a snapshot, each on one line, written before its request is answered. */
export class LogFile {
  private readonly descriptor: number;
  /** Bytes. */
  private written = 0;

  constructor(private readonly file: string) {
    this.descriptor = openSync(file, constants.O_WRONLY | constants.O_CREAT, 0o600);
  }

  get size(): number {
    return this.written;
  }

  /** Empties the log, for the changes that follow this snapshot. */
  begin(generation: number): void {
    this.truncate(0);
    this.write({ generation });
  }

  append(record: LogRecord): void {
    this.write(record);
  }

  remove(): void {
    closeSync(this.descriptor);
    rmSync(this.file, { force: true });
  }

  private write(line: object): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    const start = this.written;
    try {
      for (let done = 0; done < bytes.length;)
        done += writeSync(this.descriptor, bytes, done, bytes.length - done, start + done);
      this.written += bytes.length;
    } catch (error) {
      this.truncate(start);
      throw error;
    }
  }

  private truncate(size: number): void {
    ftruncateSync(this.descriptor, size);
    this.written = size;
  }
}

/**
 * The content of a log; undefined when there is none. Its last line is left out if it has no end: the emulator was
 * killed before it answered that request. Throws for any other damage, with the line.
 */
export function readLog(file: string): LogContent | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const [head, ...records] = lines.map((line, index) => {
    try {
      return index === 0 ? parseHead(line) : parseRecord(line);
    } catch (error) {
      throw new Error(`line ${index + 1}: ${(error as Error).message}`, { cause: error });
    }
  });
  return head && { generation: (head as LogHead).generation, records: records as LogRecord[] };
}

function parseHead(line: string): LogHead {
  const value: unknown = JSON.parse(line);
  checkHead(value);
  return value;
}

function parseRecord(line: string): LogRecord {
  const value: unknown = JSON.parse(line);
  checkRecord(value);
  return value;
}
