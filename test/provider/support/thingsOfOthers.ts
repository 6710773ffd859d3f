// Things of somebody else in the same project. No run may change them.
import { isDeepStrictEqual } from 'node:util';
import { PENDING } from '../../../core/pendingTag';
import type { Billed } from './billed';
import { billed } from './billed';
import type { InProcessStack } from './inProcessStack';

/** A machine and a volume of somebody else, with names of the program. */
export class ThingsOfOthers {
  private constructor(
    private readonly stack: InProcessStack,
    private readonly before: readonly Billed[],
  ) {}

  static async in(stack: InProcessStack): Promise<ThingsOfOthers> {
    const { instances, volumes } = stack.cloud;
    await volumes.create({ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01' });
    await instances.deploy({
      ...{ hostname: 'trainer', description: 'of somebody else', instance_type: 'CPU.4V.16G' },
      ...{ image: 'ubuntu-24.04', location_code: 'FIN-01' },
      volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }],
    });
    // A thing that is much older than an order does not belong to it, whatever its tags say.
    await stack.clock.sleep(3_600_000);
    return new ThingsOfOthers(stack, await billed(stack));
  }

  get ids(): string[] {
    return this.before.map(({ id }) => id);
  }

  /** Copies a pending tag of the stack to the volumes. */
  async copyPendingTag(): Promise<void> {
    const { tags } = this.stack.cloud;
    const things = await billed(this.stack);
    const value = things.map((one) => one.tags[PENDING]).find((text) => typeof text === 'string');
    const bare = things.filter((one) => this.ids.includes(one.id) && 'size' in one && !(PENDING in one.tags));
    if (typeof value !== 'string') return;
    for (const { id } of bare) await tags.add('volumes', id, { key: PENDING, value });
  }

  /**
   * The billed things that are not of somebody else. A thing of somebody else that a run has changed or removed is
   * included.
   */
  without(left: readonly Billed[]): Billed[] {
    const isSame = (one: Billed, other: Billed) =>
      isDeepStrictEqual({ ...one, tags: {} }, { ...other, tags: {} });
    const changed = this.before.filter((one) => !left.some((other) => isSame(one, other)));
    return [...left.filter((one) => !this.ids.includes(one.id)), ...changed];
  }
}
