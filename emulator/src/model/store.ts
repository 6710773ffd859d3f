/** A row of a table. */
export interface Entity {
  id: string;
}

export type Tables = Record<string, Entity[]>;

/**
 * All data of the cloud, as plain rows in named tables. Snapshots and state dumps contain it. A resource requests its
 * table by name and keeps no data elsewhere.
 */
export class Store {
  private readonly tables = new Map<string, Map<string, Entity>>();

  /** The table with this name. The resource that requests it defines the type of its rows. */
  table<T extends Entity>(name: string): Map<string, T> {
    let table = this.tables.get(name);
    if (table === undefined) {
      table = new Map<string, Entity>();
      this.tables.set(name, table);
    }
    return table as Map<string, T>;
  }

  /** The live data, not a copy. */
  dump(): Tables {
    return Object.fromEntries([...this.tables].map(([name, table]) => [name, [...table.values()]]));
  }

  /** Replaces all data by the data of a dump. */
  load(tables: Tables): void {
    for (const table of this.tables.values()) table.clear();
    for (const [name, entities] of Object.entries(tables)) {
      const table = this.table(name);
      for (const entity of entities) table.set(entity.id, entity);
    }
  }
}
