import { clusterKinds, machineTypes, places } from './catalogue';
import { number, rowOf } from './rows';
import type { Entity, Store } from './store';

/** How many machines of a type a location can hold, all projects together. */
interface CapacityLimit extends Entity {
  total: number;
}

export interface CapacityKey {
  location: string;
  /** An instance type or a cluster type. */
  type: string;
  isSpot: boolean;
}

const idOf = ({ location, type, isSpot }: CapacityKey): string =>
  `${location}/${type}${isSpot ? '/spot' : ''}`;

/** The capacity for machines: a machine uses it while it exists. */
export class Capacity {
  private readonly table: Map<string, CapacityLimit>;
  private readonly sources: (() => Iterable<CapacityKey>)[] = [];

  constructor(store: Store) {
    this.table = store.table<CapacityLimit>('capacity', { row: rowOf<CapacityLimit>({ total: number }) });
    for (const { name, capacity, locations } of [...machineTypes, ...clusterKinds]) {
      for (const location of locations) {
        this.set({ location, type: name, isSpot: false }, capacity);
        this.set({ location, type: name, isSpot: true }, capacity);
      }
    }
  }

  /** Adds a kind of resource that uses capacity: the source lists the resources that use it now. */
  use(source: () => Iterable<CapacityKey>): void {
    this.sources.push(source);
  }

  set(key: CapacityKey, total: number): void {
    const id = idOf(key);
    this.table.set(id, { id, total });
  }

  /** Capacity left. A location or type without an entry has none. */
  left(key: CapacityKey): number {
    return (this.table.get(idOf(key))?.total ?? 0) - (this.taken().get(idOf(key)) ?? 0);
  }

  /** The types for which the location has capacity now. */
  available(types: readonly string[], location: string, isSpot: boolean): string[] {
    const taken = this.taken();
    return types.filter((type) => {
      const id = idOf({ location, type, isSpot });
      return (this.table.get(id)?.total ?? 0) > (taken.get(id) ?? 0);
    });
  }

  /** Locations that have capacity for the type now. */
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
