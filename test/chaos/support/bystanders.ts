// What somebody else has in the same project. Each has the name of a thing of the program, was there long before it, and
// gets the pending tag that the program's thing carries or carried.
import { PENDING, resourceHashOf } from '../../../core/pendingTag';
import { urnOf } from './engine';
import type { SimulatedCloud, Thing } from './simulatedCloud';

/** What is longer ago than this was not ordered with the tag that it carries. */
export const LONG_BEFORE_MS = 11 * 60_000;

/** The resource whose tag a bystander gets, by the name of the bystander. */
const COPIED_FROM: Readonly<Record<string, string>> = {
  ...{ machine: 'machine', 'machine-os': 'machine', 'machine-data': 'machine' },
  ...{ accepted: 'accepted', 'accepted-os': 'accepted' },
  ...{ disk: 'disk', copy: 'copy', cluster: 'cluster', 'cluster-shared': 'cluster' },
};

export class Bystanders {
  private readonly things: readonly Thing[];
  private readonly before: readonly string[];
  /** Attached to the program's machine, with the name of a volume that is made with it. */
  private readonly lent: Thing;

  constructor(private readonly cloud: SimulatedCloud) {
    this.things = cloud.bystanders();
    this.lent = cloud.lent('machine-data');
    this.before = this.things.map(lookOf);
  }

  has(id: string): boolean {
    return [this.lent, ...this.things].some((thing) => thing.id === id);
  }

  /** Somebody copies the tags of the program's things to his own. */
  copyTags(): void {
    const machine = this.cloud.billed().find(({ id, name }) => name === 'machine' && !this.has(id));
    if (machine && this.lent.goneAt === undefined) this.lent.holder = machine.id;
    for (const { id, name, tags } of [this.lent, ...this.things]) {
      const hash = resourceHashOf(urnOf(COPIED_FROM[name] ?? name));
      const value = this.cloud.pendingTags.findLast(({ resource }) => resource === hash)?.text;
      if (value !== undefined) tags.splice(0, tags.length, { id: `tag_of_${id}`, key: PENDING, value });
    }
  }

  /** Those that are gone, renamed, grown, or taken off what they were attached to. */
  harmed(): string[] {
    const gone = this.lent.goneAt === undefined ? [] : [`${this.lent.name}, lent`];
    const changed = this.things
      .filter((thing, index) => lookOf(thing) !== this.before[index])
      .map(({ name }) => name);
    return [...gone, ...changed];
  }
}

const lookOf = ({ id, name, size, holder, goneAt }: Thing): string =>
  JSON.stringify({ id, name, size, holder, goneAt });
