import { existsSync, readFileSync } from 'node:fs';
import { logOf, readLog } from './log';
import type { Entity, Tables } from '../model/store';
import type { CloudState } from '../model/world';
import type { LogRecord } from './log';

/** A stored state of a cloud. The log of the same generation follows it. */
export interface StoredState extends CloudState {
  /** Increases each time the snapshot is replaced. Absent in the snapshots of former versions, which had no log. */
  generation?: number;
}

/** The stored cloud; undefined when there is no file yet. A damaged file is refused, never overwritten. */
export function readSnapshot(file: string): StoredState | undefined {
  const log = readBy(logOf(file), readLog);
  if (!existsSync(file)) {
    if (log === undefined) return undefined;
    throw new Error(
      `The snapshot ${file} is missing, but its log ${logOf(file)} is there. Put the snapshot back, or remove the log to start with an empty cloud.`,
    );
  }
  const state = readBy(file, parse);
  if (!isState(state)) {
    throw new Error(
      `The snapshot ${file} was not written by this version of the emulator. Move it away to start with an empty cloud.`,
    );
  }
  const { generation = 0 } = state;
  if (log === undefined || log.generation < generation) return state;
  if (log.generation > generation) {
    throw new Error(
      `The snapshot ${file} is older than its log ${logOf(file)}. Put the newer snapshot back, or remove the log to continue from the older one.`,
    );
  }
  return { ...state, ...log.records.at(-1), tables: replayed(state.tables, log.records) };
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

const parse = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function isState(value: unknown): value is StoredState {
  const { version, clock, drawn, tables } = (value ?? {}) as Partial<Record<keyof CloudState, unknown>>;
  const { now } = (clock ?? {}) as { now?: unknown };
  return version === 1 && typeof now === 'number' && typeof drawn === 'number' && areTables(tables);
}

const areTables = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((table) => Array.isArray(table) && table.every(isEntity));

const isEntity = (value: unknown): boolean => typeof (value as { id?: unknown } | null)?.id === 'string';
