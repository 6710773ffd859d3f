/** What updates of this process have written. Written by whoever writes tags or powers nodes, and by updates; read when an update fails, and at the end of the run. */
export class Written {
  private readonly tagKeys = new Map<string, Set<string>>();
  /** The ids of resources that the cloud still changes, although it has refused a part of the update. */
  readonly changing = new Set<string>();
  /** The ids of resources whose update has succeeded: their notes go when the run ends. */
  readonly updated = new Set<string>();

  /** A tag was added or removed: a read may not show it yet. */
  addTagKey(id: string, key: string): void {
    this.tagKeys.set(id, (this.tagKeys.get(id) ?? new Set()).add(key));
  }

  tagKeysOf(id: string): ReadonlySet<string> {
    return this.tagKeys.get(id) ?? new Set();
  }
}
