// Random programs, one after another, of which most runs are killed at a random write: then one `up` is enough.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { PENDING, resourceHashOf } from '../../../core/pendingTag';
import { randomCases } from '../../randomCases';
import type { Billed, Values } from '../support/histories';
import { billed, historiesOf, namedIds, play } from '../support/histories';
import type { InProcessStack } from '../support/inProcessStack';
import type { Declared, KilledStack } from '../support/killedStack';
import type { Edition } from '../support/randomProgram';
import { editions, programOf } from '../support/randomProgram';

jest.mock('../../../provider/session/progress');

/** In which points the cloud is not as the program says. */
async function differences(stack: InProcessStack, engine: KilledStack, program: readonly Declared[]) {
  const found: unknown[] = [];
  const same = (what: string, actual: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(actual, expected)) found.push({ what, actual, expected });
  };
  const { resources } = engine;
  const idOf = (name: string) => resources.get(name)?.id ?? '';
  const argsOf = new Map(program.map(({ name, args }) => [name, args(idOf)]));
  const things = await billed(stack);
  const known = await namedIds(stack, engine.created);
  same('resources in state', [...resources.keys()].sort(), [...argsOf.keys()].sort());
  stack.newProcess();
  for (const { kind, name } of program) {
    const args = argsOf.get(name) ?? {};
    const resource = resources.get(name);
    same(`the diff of ${name}`, (await resource?.copy().diff(args))?.changes, false);
    const ownVolumeIds = (resource?.outputs['ownVolumeIds'] ?? []) as string[];
    for (const id of [idOf(name), ...ownVolumeIds]) known.add(id);
    if (kind === 'tag') continue;
    const actual = things.find(({ id }) => id === idOf(name));
    const tag = name === 'trainer' ? argsOf.get('purpose') : undefined;
    const tags = { ...(args['tags'] as Values | undefined), ...(tag && { purpose: tag['value'] }) };
    // A resource that was out of the program since its killed create may have tags of that, and a killed create of a
    // Tag leaves its tag.
    const isForgotten = engine.forgotten.has(resourceHashOf(stack.urnOf(kind, name)));
    const compared = Object.keys(actual?.tags ?? {}).filter(
      (key) => key in tags || !(key === 'purpose' || isForgotten),
    );
    same(`the tags of ${name}`, tagsWith(compared, actual?.tags ?? {}), tags);
    if (kind === 'volume') {
      same(`the volume ${name}`, [actual?.name, actual?.size], [args['name'], args['size']]);
      continue;
    }
    same(`the machine ${name}`, [actual?.name, actual?.status], [args['hostname'], args['powerState']]);
    const disk = argsOf.get('disk');
    const isHeld = (disk?.['instanceIds'] as string[] | undefined)?.includes(idOf(name));
    const osVolume = args['osVolume'] ?? { name: `${String(args['hostname'])}-os`, size: 50 };
    const declared = [
      ...[osVolume, ...((args['volumes'] ?? []) as Values[])],
      ...(isHeld || (args['existingVolumes'] as string[] | undefined)?.length ? [disk] : []),
    ] as Billed[];
    // The tags of the disk are compared above. An inline volume may also have tags of a killed update that added it.
    const inlineKeys = Object.keys(((args['volumes'] ?? []) as Billed[])[0]?.tags ?? {});
    const volumes = things
      .filter((one) => actual?.volumeIds?.includes(one.id) && !(PENDING in one.tags))
      .map((one) => ({
        ...one,
        tags: one.id === idOf('disk') ? (disk?.['tags'] as Values) : tagsWith(inlineKeys, one.tags),
      }));
    same(`the volumes of ${name}`, described(volumes), described(declared));
  }
  const rest = things.filter(({ id }) => !known.has(id));
  same('not in state', rest, []);
  return found;
}

const tagsWith = (keys: readonly string[], tags: Values): Values =>
  Object.fromEntries(Object.entries(tags).filter(([key]) => keys.includes(key)));

const described = (volumes: readonly Partial<Billed>[]): string[] =>
  volumes
    .map(({ name, size, tags = {} }) => JSON.stringify([name, size, Object.entries(tags).sort()]))
    .sort();

it('one up after killed runs makes the cloud as the program says, and destroy leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(historiesOf(editions), fc.boolean(), async (history, isHeldByVolume) => {
      let size = 10;
      const programOfNext = (edition: Edition) =>
        programOf(edition, (size += edition.growth), isHeldByVolume);
      expect(await play(history, programOfNext, differences)).toEqual({ differences: [], left: [] });
    }),
    { ...randomCases(30), endOnFailure: process.env['FUZZ_SHRINK'] === undefined },
  );
}, 600_000);
