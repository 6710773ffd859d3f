import { clusterKinds, machineTypes, places } from './catalogue';
import type { Entity, Store } from './store';

/** How much of a type a location has room for, all projects together. */
interface Room extends Entity {
  total: number;
}

export interface RoomKey {
  location: string;
  /** An instance type or a cluster type. */
  type: string;
  isSpot: boolean;
}

const idOf = ({ location, type, isSpot }: RoomKey): string => `${location}/${type}${isSpot ? '/spot' : ''}`;

/** Room that machines take while they exist and give back when they are gone. */
export class Capacity {
  private readonly table: Map<string, Room>;
  private readonly sources: (() => Iterable<RoomKey>)[] = [];

  constructor(store: Store) {
    this.table = store.table<Room>('capacity');
    for (const { name, room, locations } of [...machineTypes, ...clusterKinds]) {
      for (const location of locations) {
        this.set({ location, type: name, isSpot: false }, room);
        this.set({ location, type: name, isSpot: true }, room);
      }
    }
  }

  /** Adds a kind of resource that takes room: the source names what takes it now. */
  use(source: () => Iterable<RoomKey>): void {
    this.sources.push(source);
  }

  set(key: RoomKey, total: number): void {
    const id = idOf(key);
    this.table.set(id, { id, total });
  }

  /** Room left. A location or type without an entry has none. */
  left(key: RoomKey): number {
    return (this.table.get(idOf(key))?.total ?? 0) - (this.taken().get(idOf(key)) ?? 0);
  }

  /** The types of these that a location has room for now. */
  available(types: readonly string[], location: string, isSpot: boolean): string[] {
    const taken = this.taken();
    return types.filter((type) => {
      const id = idOf({ location, type, isSpot });
      return (this.table.get(id)?.total ?? 0) > (taken.get(id) ?? 0);
    });
  }

  /** Locations that have room for the type now. */
  locations(type: string, isSpot: boolean): string[] {
    return places.map(({ code }) => code).filter((location) => this.left({ location, type, isSpot }) > 0);
  }

  private taken(): Map<string, number> {
    const taken = new Map<string, number>();
    for (const source of this.sources) {
      for (const key of source()) taken.set(idOf(key), (taken.get(idOf(key)) ?? 0) + 1);
    }
    return taken;
  }
}
