// The things of another person in the same project. Each has the name of a thing of the program, is much older, and
// gets the pending tag that the thing of the program has or had.
import { PENDING, resourceHashOf } from '../../../../core/pendingTag';
import { urnOf } from '../program';
import type { SimulatedCloud } from '../simulatedCloud';
import type { Thing } from './things';

/** A thing is foreign if it is older than its pending tag by more than this. */
export const LONG_BEFORE_MS = 11 * 60_000;

/** The resource whose pending tag each foreign thing gets, by the name of the foreign thing. */
const COPIED_FROM: Readonly<Record<string, string>> = {
  ...{ machine: 'machine', 'machine-os': 'machine', 'machine-data': 'machine' },
  ...{ accepted: 'accepted', 'accepted-os': 'accepted' },
  ...{ disk: 'disk', copy: 'copy', cluster: 'cluster', 'cluster-shared': 'cluster' },
};

export class ForeignThings {
  private readonly things: readonly Thing[];
  private readonly before: readonly string[];
  /** Attached to the machine of the program, with the name of one of the volumes created with it. */
  private readonly foreignVolume: Thing;

  constructor(private readonly cloud: SimulatedCloud) {
    this.things = cloud.createForeignThings();
    this.foreignVolume = cloud.createForeignVolume('machine-data');
    this.before = this.things.map(snapshotOf);
  }

  has(id: string): boolean {
    return [this.foreignVolume, ...this.things].some((thing) => thing.id === id);
  }

  /** Simulates a person who copies the tags of the program's things to these. */
  copyTags(): void {
    const machine = this.cloud.billed().find(({ id, name }) => name === 'machine' && !this.has(id));
    if (machine && this.foreignVolume.goneAt === undefined) this.foreignVolume.holder = machine.id;
    for (const { id, name, tags } of [this.foreignVolume, ...this.things]) {
      const hash = resourceHashOf(urnOf(COPIED_FROM[name] ?? name));
      const value = this.cloud.pendingTags.findLast(({ resource }) => resource === hash)?.text;
      if (value !== undefined) tags.splice(0, tags.length, { id: `tag_of_${id}`, key: PENDING, value });
    }
  }

  /** The names of the things that are gone, renamed, grown or detached. */
  changed(): string[] {
    const gone =
      this.foreignVolume.goneAt === undefined ? [] : [`${this.foreignVolume.name}, attached to the machine`];
    const changed = this.things
      .filter((thing, index) => snapshotOf(thing) !== this.before[index])
      .map(({ name }) => name);
    return [...gone, ...changed];
  }
}

const snapshotOf = ({ id, name, size, holder, goneAt }: Thing): string =>
  JSON.stringify({ id, name, size, holder, goneAt });
