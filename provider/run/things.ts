/** What the program says of an object in state. */
interface Declared {
  readonly urn: string;
  /** The newest settings: they decide how it is deleted. */
  readonly settings?: object;
  /** The keys in `tags`, in lower case. */
  readonly tagKeys?: readonly string[];
}

/** The objects of the program, by id. Written by the diff verb, and by a create that takes an object over; read by all. */
export class Things {
  private readonly declared = new Map<string, Declared>();
  private readonly hostKeys = new Map<string, string>();
  private readonly announced = new Set<string>();
  /** By URN: the new machine of a replacement reads what the diff of the old one wrote. */
  private readonly kept = new Map<string, readonly string[]>();

  declare(id: string, declared: Declared): void {
    this.declared.set(id, { ...this.declared.get(id), ...declared });
  }

  has(id: string): boolean {
    return this.declared.has(id);
  }

  hasUrn(urn: string): boolean {
    return [...this.declared.values()].some((one) => one.urn === urn);
  }

  urnOf(id: string): string | undefined {
    return this.declared.get(id)?.urn;
  }

  settingsOf(id: string): object | undefined {
    return this.declared.get(id)?.settings;
  }

  tagKeysOf(id: string): readonly string[] {
    return this.declared.get(id)?.tagKeys ?? [];
  }

  /** The diff has named what the replacement of this object deletes. */
  announce(id: string): void {
    this.announced.add(id);
  }

  isAnnounced(id: string): boolean {
    return this.announced.has(id);
  }

  /** The volumes of an evicted machine that its replacement keeps. */
  keep(urn: string, volumeIds: readonly string[]): void {
    this.kept.set(urn, volumeIds);
  }

  /** The public SSH host key that a machine has shown at its first connection. */
  showHostKey(id: string, line: string): void {
    this.hostKeys.set(id, line);
  }

  hostKeyOf(id: string): string | undefined {
    return this.hostKeys.get(id);
  }

  keptBy(urn: string): readonly string[] | undefined {
    return this.kept.get(urn);
  }
}
