// Random programs with a spot machine, a copied and a restored volume, of which most runs are killed or disturbed.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { pick } from '../../../../core/values/omitUndefined';
import type { Values } from '../../support/billed';
import type { Compared } from '../../support/histories';
import { playRandomly } from '../../support/histories';
import type { InProcessStack, Declared } from '../../support/inProcessStack';
import { tags, volumesOf } from '../../support/randomProgram';

jest.mock('../../../../provider/run/progress');

const policy = fc.constantFrom('keep_detached', 'move_to_trash', 'delete_permanently');
const editions = fc.record({
  declares: fc.subarray(['bidder', 'bidder', 'data', 'copy', 'archive'], { minLength: 1 }),
  hostname: fc.constantFrom('bidder', 'bidder', 'other'),
  tags,
  isSpot: fc.constantFrom(true, true, true, false),
  inline: fc.subarray(['scratch', 'cache']),
  more: fc.subarray(['more', 'other']),
  policy,
  osPolicy: policy,
  isAttached: fc.boolean(),
  copyType: fc.constantFrom('NVMe', 'NVMe', 'NVMe_Shared'),
  deletePermanently: fc.constantFrom(false, false, true),
});
type Edition = typeof editions extends fc.Arbitrary<infer T> ? T : never;
const PLACE = { locationCode: 'FIN-01' } as const;

/** @param inline the same for all editions. */
function programOf(edition: Edition, trashed: string, inline: readonly string[]): Declared[] {
  const has = (name: string) => edition.declares.includes(name);
  const isAttached = has('data') && edition.isAttached;
  const data: Declared = {
    ...{ kind: 'volume', name: 'data', needs: [] },
    args: () => ({ ...PLACE, name: 'data', size: 10, type: 'NVMe', tags: edition.tags, allowShutdown: true }),
  };
  const copy: Declared = {
    ...{ kind: 'volume', name: 'copy', needs: ['data'] },
    args: (idOf) => ({
      ...PLACE,
      name: 'copy',
      size: 20,
      type: edition.copyType,
      sourceVolumeId: idOf('data'),
      tags: edition.tags,
    }),
  };
  const archive: Declared = {
    ...{ kind: 'volume', name: 'archive', needs: [] },
    args: () => ({
      ...PLACE,
      name: 'archive',
      size: 10,
      type: 'NVMe',
      restoreVolumeId: trashed,
      tags: edition.tags,
    }),
  };
  const more = has('bidder') ? edition.more : [];
  const held = [...(isAttached ? ['data'] : []), ...more];
  const bidder: Declared = {
    ...{ kind: 'instance', name: 'bidder', needs: held },
    args: (idOf) => ({
      ...{ ...PLACE, hostname: edition.hostname, instanceType: '1V100.6V', image: 'ubuntu-24.04' },
      ...{
        isSpot: edition.isSpot,
        tags: edition.tags,
        allowShutdown: true,
        deletePermanently: edition.deletePermanently,
      },
      osVolume: { name: 'system', size: 60, ...(edition.isSpot && { onSpotDiscontinue: edition.osPolicy }) },
      volumes: inline.map((name) => ({
        name,
        size: 10,
        type: 'NVMe',
        ...(edition.isSpot && { onSpotDiscontinue: edition.policy }),
      })),
      existingVolumes: held.map(idOf),
    }),
  };
  const declared = [data, ...(has('data') ? [copy] : []), archive, bidder].filter(({ name }) => has(name));
  return [...volumesOf(more, { tags: edition.tags }), ...declared];
}

/** In which points the machine and the volumes are not as the program says. */
function differences({ idOf, argsOf, things }: Compared): unknown[] {
  const found: unknown[] = [];
  for (const [name, args] of argsOf) {
    const thing = things.find(({ id }) => id === idOf(name));
    const tags = args['tags'] as Values;
    const shown = {
      name: thing?.name,
      tags: pick(thing?.tags ?? {}, Object.keys(tags)),
      volumes: things.filter(({ id }) => thing?.volumeIds?.includes(id)).map((one) => one.name),
    };
    const inline = (args['volumes'] ?? []) as Values[];
    const volumes = [
      ...(name === 'bidder' ? ['system', ...inline.map((one) => one['name'])] : []),
      ...[...argsOf]
        .filter(([other]) => (args['existingVolumes'] as string[] | undefined)?.includes(idOf(other)))
        .map(([, other]) => other['name']),
    ];
    const expected = { name: args['hostname'] ?? args['name'], tags, volumes: volumes.sort() };
    const actual = { ...shown, volumes: shown.volumes.sort() };
    if (!isDeepStrictEqual(actual, expected)) found.push({ of: name, actual, expected });
  }
  return found;
}

/** Makes a volume, and moves it to the trash. */
async function trashedVolume(stack: InProcessStack): Promise<string> {
  const { volumes } = stack.cloud;
  const id = await volumes.create({ name: 'archive', size: 10, type: 'NVMe', location_code: 'FIN-01' });
  await stack.until(async () => (await volumes.get(id)).status === 'detached');
  await volumes.delete(id);
  await stack.until(async () => (await volumes.trash()).some((one) => one.id === id));
  return id;
}

async function evict(
  { cloud, emulator }: InProcessStack,
  idOf: (name: string) => string,
  choice: number,
): Promise<void> {
  const machine = (await cloud.instances.list()).find(({ id }) => id === idOf('bidder'));
  if (choice > 1 && machine?.is_spot && machine.status === 'running') emulator.control.evict(machine.id);
}

it(
  'one up after killed runs makes spot machines as the program says, and destroy leaves nothing',
  () =>
    playRandomly(editions, 20, () => {
      let trashed = '';
      let inline: readonly string[] | undefined;
      return {
        before: async (stack) => {
          trashed = await trashedVolume(stack);
        },
        programOf: (edition: Edition) => programOf(edition, trashed, (inline ??= edition.inline)),
        differences,
        event: evict,
        isSeenByDiff: true,
      };
    }),
  600_000,
);
