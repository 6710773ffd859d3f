/** Which volumes are being detached now, by id. Written by changes and deletes of machines; read by who waits for a volume. */
export class Moves {
  private readonly releases = new Map<string, number>();

  /** Does work that detaches these volumes. Meanwhile, other resources of the run wait for them. */
  async release<T>(volumeIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const add = (change: number) => {
      for (const id of volumeIds) this.releases.set(id, (this.releases.get(id) ?? 0) + change);
    };
    add(1);
    try {
      return await work();
    } finally {
      add(-1);
    }
  }

  /** Whether a call of this process is detaching the volume now. */
  isReleased(id: string): boolean {
    return (this.releases.get(id) ?? 0) > 0;
  }
}
