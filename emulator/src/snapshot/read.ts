import { existsSync, readFileSync } from 'node:fs';
import { logOf, readLog } from './log';
import { checkState } from './content';
import type { Entity, Tables } from '../model/store';
import type { LogRecord, StoredState } from './content';

/**
 * The stored cloud; undefined when there is no file yet. A damaged file is refused, never overwritten. The rows are not
 * checked.
 */
export function readSnapshot(file: string): StoredState | undefined {
  const log = readBy(logOf(file), readLog);
  if (!existsSync(file)) {
    if (log === undefined) return undefined;
    throw new Error(
      `The snapshot ${file} is missing, but its log ${logOf(file)} is there. Put the snapshot back, or remove the log to start with an empty cloud.`,
    );
  }
  const state = readState(file);
  const { generation } = state;
  if (log === undefined || log.generation < generation) return state;
  if (log.generation > generation) {
    throw new Error(
      `The snapshot ${file} is older than its log ${logOf(file)}. Put the newer snapshot back, or remove the log to continue from the older one.`,
    );
  }
  return { ...state, ...log.records.at(-1), tables: replayed(state.tables, log.records) };
}

function readState(file: string): StoredState {
  const state = readBy(file, (path): unknown => JSON.parse(readFileSync(path, 'utf8')));
  if ((state as { version?: unknown } | null)?.version !== 1) {
    throw new Error(
      `The snapshot ${file} was not written by this version of the emulator. Move it away to start with an empty cloud.`,
    );
  }
  return readBy(file, () => {
    checkState(state);
    return state;
  });
}

function replayed(tables: Tables, records: readonly LogRecord[]): Tables {
  const byId = new Map(
    Object.entries(tables).map(([name, rows]) => [name, new Map(rows.map((row) => [row.id, row]))]),
  );
  const tableOf = (name: string): Map<string, Entity> => {
    const table = byId.get(name) ?? new Map<string, Entity>();
    byId.set(name, table);
    return table;
  };
  for (const { set = {}, removed = {} } of records) {
    for (const [name, ids] of Object.entries(removed)) for (const id of ids) tableOf(name).delete(id);
    for (const [name, rows] of Object.entries(set)) for (const row of rows) tableOf(name).set(row.id, row);
  }
  return Object.fromEntries([...byId].map(([name, rows]) => [name, [...rows.values()]]));
}

/** The error for a file that does not hold the state of a cloud. */
export function damaged(file: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(
    `The snapshot ${file} is damaged (${reason}). Repair it, or move it away to start with an empty cloud.`,
    { cause: error },
  );
}

function readBy<T>(file: string, read: (file: string) => T): T {
  try {
    return read(file);
  } catch (error) {
    throw damaged(file, error);
  }
}
