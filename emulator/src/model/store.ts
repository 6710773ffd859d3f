/** Whatever the cloud holds has an id. */
export interface Entity {
  id: string;
}

export type Tables = Record<string, Entity[]>;

/**
 * Everything that the cloud holds, as plain data in named tables: what a snapshot writes and a state dump shows.
 * An area of the cloud claims its table by name and keeps nothing beside it.
 */
export class Store {
  private readonly tables = new Map<string, Map<string, Entity>>();

  /** The table of that name. The area that claims a name says what type it holds. */
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

  /** Replaces everything by what a dump held. */
  load(tables: Tables): void {
    for (const table of this.tables.values()) table.clear();
    for (const [name, entities] of Object.entries(tables)) {
      const table = this.table(name);
      for (const entity of entities) table.set(entity.id, entity);
    }
  }
}
