import type { Tables } from './overview';

interface Row {
  id: string;
}

type Table = keyof Tables;

/** The changes of the lists: new or different rows, and the ids of removed rows. */
export interface Changes {
  changed: Partial<Tables>;
  removed: Partial<Record<Table, string[]>>;
}

/** Compares each version of the lists with the one before. */
export class ChangeFinder {
  private readonly known = new Map<string, { rows: readonly Row[]; texts: ReadonlyMap<string, string> }>();

  /** The changes since the last call; undefined if there are none. */
  next(tables: Tables): Changes | undefined {
    const changed: Record<string, Row[]> = {};
    const removed: Record<string, string[]> = {};
    for (const [name, rows] of Object.entries(tables) as [Table, Row[]][]) {
      const before = this.known.get(name);
      // The array is replaced when its rows change.
      if (before?.rows === rows) continue;
      const texts = new Map(rows.map((row) => [row.id, JSON.stringify(row)]));
      const different = rows.filter(({ id }) => before?.texts.get(id) !== texts.get(id));
      const gone = [...(before?.texts.keys() ?? [])].filter((id) => !texts.has(id));
      if (different.length > 0) changed[name] = different;
      if (gone.length > 0) removed[name] = gone;
      this.known.set(name, { rows, texts });
    }
    if (Object.keys(changed).length + Object.keys(removed).length === 0) return undefined;
    return { changed, removed };
  }
}
