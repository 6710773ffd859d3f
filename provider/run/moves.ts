import type { Call } from './call';

/** A volume on its way to or from a machine. */
export interface Move {
  readonly call: Call;
  readonly action: 'attach' | 'detach';
  readonly instanceId: string;
  readonly finish: (error?: Error) => void;
}

/** The moves of one volume that wait for their turn. */
export interface Queue {
  readonly waiting: Move[];
  isWorking: boolean;
}

/** Which volumes are attached and detached now, by id. Written and read where volumes of machines are moved. */
export class Moves {
  readonly queues = new Map<string, Queue>();
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
