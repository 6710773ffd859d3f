/** What this process has seen in state, made or deleted. Every verb adds to it; checks, create once, deletes, gates and orphans read it. */
export class Known {
  private readonly known = new Set<string>();
  private readonly claims = new Map<string, Set<string>>();
  private readonly inState = new Set<string>();
  private readonly deleted = new Set<string>();
  private readonly urns = new Set<string>();

  /** An object is in state, or this process has created, adopted or named it: no create takes it over. */
  add(id: string): void {
    this.known.add(id);
  }

  has(id: string): boolean {
    return this.known.has(id);
  }

  get ids(): readonly string[] {
    return [...this.known];
  }

  /**
   * A state with this claim stays valid: from a create, or a state that was passed to diff or update. A create
   * never takes its object, and the delete of another state does not delete it. The engine may be about to
   * delete a state that it passes to read or delete, so such a state must not protect the object from its
   * successor.
   */
  claim(id: string, claim: string | undefined): void {
    this.add(id);
    if (claim !== undefined) this.claims.set(id, (this.claims.get(id) ?? new Set()).add(claim));
  }

  isClaimed(id: string): boolean {
    return this.claims.has(id);
  }

  /** Whether another state that this process has seen owns the object. */
  isClaimedByOther(id: string, claim: string | undefined): boolean {
    return [...(this.claims.get(id) ?? [])].some((other) => other !== claim);
  }

  /** Objects of an old state, the volumes of its machines included: they are no orphans, whatever tags they carry. */
  addInState(ids: readonly string[]): void {
    for (const id of ids) this.inState.add(id);
  }

  isInState(id: string): boolean {
    return this.inState.has(id);
  }

  /** This process has deleted the object. */
  addDeleted(id: string): void {
    this.deleted.add(id);
  }

  isDeleted(id: string): boolean {
    return this.deleted.has(id);
  }

  /** A read, a diff or a delete has shown the id of the resource in state. */
  addUrn(urn: string): void {
    this.urns.add(urn);
  }

  hasUrn(urn: string): boolean {
    return this.urns.has(urn);
  }
}
