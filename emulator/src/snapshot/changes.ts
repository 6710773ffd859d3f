import type { Entity, Store, Tables } from '../model/store';

/** The rows of some tables that are new or changed, and the ids of removed ones. */
export interface RowChanges {
  set: Tables;
  removed: Record<string, string[]>;
}

/** A copy that shares everything below the row's own fields and arrays: see `Store`. */
function copyOf(row: Entity): Entity {
  const copy: Record<string, unknown> = { ...row };
  for (const key in copy) {
    const value = copy[key];
    if (Array.isArray(value)) copy[key] = value.slice();
  }
  return copy as unknown as Entity;
}

const sameItems = (left: unknown, right: unknown): boolean =>
  Array.isArray(left) &&
  Array.isArray(right) &&
  left.length === right.length &&
  left.every((item, index) => item === right[index]);

function isSame(row: Entity, copy: Entity): boolean {
  const [left, right] = [row, copy] as unknown as Record<string, unknown>[];
  for (const key in left) {
    if (left[key] !== right?.[key] && !sameItems(left[key], right?.[key])) return false;
  }
  return true;
}

/** Finds the changes of a store since the last call. */
export class ChangeTracker {
  private readonly copies = new Map<string, Map<string, Entity>>();

  constructor(private readonly store: Store) {
    store.watch();
  }

  /** Marks the present rows as unchanged. */
  start(): void {
    this.copies.clear();
    this.take();
  }

  take(): RowChanges {
    const changes: RowChanges = { set: {}, removed: {} };
    for (const [name, table] of this.store.all()) {
      const touched = table.takeTouched();
      const set =
        table.options.isFixed === true ? touched.filter((id) => table.has(id)) : this.differing(name, table);
      const removed = touched.filter((id) => !table.has(id));
      for (const id of removed) this.copies.get(name)?.delete(id);
      const rows = set.flatMap((id) => table.get(id) ?? []);
      if (rows.length > 0) changes.set[name] = rows;
      if (removed.length > 0) changes.removed[name] = removed;
    }
    return changes;
  }

  private differing(name: string, table: ReadonlyMap<string, Entity>): string[] {
    const known = this.copies.get(name) ?? new Map<string, Entity>();
    this.copies.set(name, known);
    const found: string[] = [];
    for (const [id, row] of table) {
      const copy = known.get(id);
      if (copy !== undefined && isSame(row, copy)) continue;
      known.set(id, copyOf(row));
      found.push(id);
    }
    return found;
  }
}
