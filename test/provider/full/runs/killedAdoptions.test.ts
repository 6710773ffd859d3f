// Random programs that adopt machines and volumes, of which most runs are killed or disturbed: what was adopted is deleted
// with its resource only, and nothing else of the same owner is touched.
import fc from 'fast-check';
import { billed } from '../../support/billed';
import { playRandomly } from '../../support/histories';
import type { InProcessStack, Declared } from '../../support/inProcessStack';
import { tags, volumesOf } from '../../support/randomProgram';

jest.mock('../../../../provider/run/progress');

const editions = fc.record({
  declares: fc.subarray(['machine', 'machine', 'data', 'data', 'part'], { minLength: 1 }),
  adopts: fc.constantFrom(true, true, true, false),
  hostname: fc.constantFrom(undefined, 'theirs'),
  tags,
  isInline: fc.boolean(),
  more: fc.subarray(['more']),
  isAttached: fc.boolean(),
  volumeName: fc.constantFrom(undefined, 'data', 'renamed'),
});
type Edition = typeof editions extends fc.Arbitrary<infer T> ? T : never;

const PLACE = { locationCode: 'FIN-01' } as const;

/** What exists before the first run. */
interface Theirs {
  readonly machine: string;
  readonly scratch: string;
  readonly data: string;
  readonly ids: readonly string[];
}

/** @param isInline whether the machine declares the volume that was ordered with it; the same for all editions. */
function programOf(
  edition: Edition,
  theirs: Theirs,
  deleted: ReadonlySet<string>,
  isInline: boolean,
): Declared[] {
  const has = (name: string) => edition.declares.includes(name) && !(name === 'part' && isInline);
  const more = has('machine') ? edition.more : [];
  const isAttached = has('data') && edition.isAttached;
  const adopt = (id: string) => (edition.adopts && !deleted.has(id) ? { adoptId: id } : {});
  const given = <T>(key: string, value: T | undefined) => (value === undefined ? {} : { [key]: value });
  const data: Declared = {
    ...{ kind: 'volume', name: 'data', needs: [] },
    args: () => ({
      ...{ ...PLACE, size: 10, type: 'NVMe', tags: edition.tags, allowShutdown: true },
      ...{ ...given('name', edition.volumeName), ...adopt(theirs.data) },
    }),
  };
  // It was ordered with the machine.
  const part: Declared = {
    ...{ kind: 'volume', name: 'part', needs: [] },
    args: () => ({ ...{ ...PLACE, size: 10, type: 'NVMe', allowShutdown: true }, ...adopt(theirs.scratch) }),
  };
  const machine: Declared = {
    ...{ kind: 'instance', name: 'machine', needs: [...(isAttached ? ['data'] : []), ...more] },
    args: (idOf) => ({
      ...{ ...PLACE, instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', allowShutdown: true },
      ...{ ...given('hostname', edition.hostname), tags: edition.tags, ...adopt(theirs.machine) },
      volumes: isInline ? [{ name: 'scratch', size: 10, type: 'NVMe' }] : [],
      existingVolumes: [...(isAttached ? ['data'] : []), ...more].map(idOf),
    }),
  };
  return [...volumesOf(more), ...[data, part, machine].filter(({ name }) => has(name))];
}

/** A machine with a volume, and a volume, which somebody made in the console. */
async function made(stack: InProcessStack): Promise<Theirs> {
  const { instances, volumes } = stack.cloud;
  const data = await volumes.create({ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01' });
  const machine = await instances.deploy({
    ...{ hostname: 'theirs', description: 'theirs', instance_type: 'CPU.4V.16G', image: 'ubuntu-24.04' },
    ...{ location_code: 'FIN-01', volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
  });
  await stack.clock.sleep(3_600_000);
  const { os_volume_id: os, volume_ids: own } = await instances.get(machine);
  const scratch = own.find((id) => id !== os) ?? '';
  return { data, machine, scratch, ids: [data, machine, scratch, String(os)] };
}

it(
  'one up after killed runs adopts what the program says, and destroy deletes nothing else',
  () =>
    playRandomly(editions, 20, () => {
      let isInline: boolean | undefined;
      let theirs: Theirs = { machine: '', scratch: '', data: '', ids: [] };
      return {
        before: async (stack) => {
          theirs = await made(stack);
        },
        programOf: (edition: Edition, deleted) => {
          isInline ??= edition.isInline;
          return programOf(edition, theirs, deleted, isInline);
        },
        differences: () => [],
        isNamed: (id) => theirs.ids.includes(id),
        after: async (stack, deleted) => {
          const present = (await billed(stack)).map(({ id }) => id);
          return theirs.ids
            .filter((id) => present.includes(id) === deleted.has(id))
            .map((id) => ({ [deleted.has(id) ? 'not deleted' : 'deleted']: id }));
        },
      };
    }),
  600_000,
);
