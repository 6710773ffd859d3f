import type { Field } from './rows';

/** A row of a table. */
export interface Entity {
  id: string;
}

export type Tables = Record<string, Entity[]>;

export interface TableOptions {
  /** The fields of its rows. A snapshot with other rows is refused. */
  row: Field;
  /** For each field with the id of another row: the table of that row. */
  refers?: Record<string, string>;
  /** Whether its rows never change: they are only added, replaced and removed. Default: false. */
  isFixed?: boolean;
}

/** Rows by their id. */
export class Table extends Map<string, Entity> {
  private touched: Set<string> | undefined;

  constructor(readonly options: TableOptions) {
    super();
  }

  /** Records the ids of added, replaced and removed rows from now on. */
  watch(): void {
    this.touched = new Set();
  }

  /** The ids of the rows that were added, replaced or removed since the last call. */
  takeTouched(): string[] {
    const touched = [...(this.touched ?? [])];
    this.touched?.clear();
    return touched;
  }

  override set(id: string, row: Entity): this {
    this.touched?.add(id);
    return super.set(id, row);
  }

  override delete(id: string): boolean {
    this.touched?.add(id);
    return super.delete(id);
  }

  override clear(): void {
    for (const id of this.keys()) this.touched?.add(id);
    super.clear();
  }
}

/**
 * All data of the cloud, as plain rows in named tables. Snapshots and state dumps contain it. A resource adds
 * its table and keeps no data elsewhere. A row changes in place only in its own fields and arrays; an object in
 * them is replaced as a whole.
 */
export class Store {
  private readonly tables = new Map<string, Table>();

  /** Adds the table of a resource, which defines the type of its rows. */
  table<T extends Entity>(name: string, options: TableOptions): Map<string, T> {
    const table = new Table(options);
    this.tables.set(name, table);
    return table as Map<string, Entity> as Map<string, T>;
  }

  all(): ReadonlyMap<string, Table> {
    return this.tables;
  }

  /** Makes every table record the ids of the rows that change from now on. */
  watch(): void {
    for (const table of this.tables.values()) table.watch();
  }

  /** The live data, not a copy. */
  dump(): Tables {
    return Object.fromEntries([...this.tables].map(([name, table]) => [name, [...table.values()]]));
  }

  /** Replaces all data by the data of a dump. */
  load(tables: Tables): void {
    for (const [name, table] of this.tables) {
      table.clear();
      for (const entity of tables[name] ?? []) table.set(entity.id, entity);
    }
  }
}
