// Random programs, one after another, of which most runs are killed at a random write: then one `up` is enough.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { orphansOf } from '../../../core/orphans/orphans';
import { PENDING, resourceHashOf } from '../../../core/pendingTag';
import { isBilled, isGoing } from '../../../core/statuses';
import { randomCases } from '../../randomCases';
import { InProcessStack } from '../support/inProcessStack';
import type { Declared, Kill } from '../support/killedStack';
import { KilledStack } from '../support/killedStack';
import { editions, programOf } from '../support/randomProgram';

jest.mock('../../../provider/session/progress');

const kill: fc.Arbitrary<Kill> = fc.record({
  write: fc.integer({ min: 1, max: 12 }),
  isAnswered: fc.boolean(),
  pluginLives: fc.boolean(),
});

const histories = fc.record({
  runs: fc.array(
    fc.record({
      edition: editions,
      verb: fc.constantFrom('up' as const, 'up' as const, 'up' as const, 'destroy' as const),
      kill: fc.option(kill, { freq: 4, nil: undefined }),
      pauseMs: fc.constantFrom(0, 3_000, 20_000),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  isHeldByVolume: fc.boolean(),
  isLastEditionNew: fc.boolean(),
  last: editions,
});

type Values = Readonly<Record<string, unknown>>;

/** A machine or a volume. */
interface Billed {
  readonly id: string;
  readonly name: string;
  readonly tags: Values;
  readonly status?: string;
  readonly size?: number;
  readonly volumeIds?: readonly (string | null)[];
}

/** The machines and volumes that cost money, without the trash. */
async function billed({ cloud }: InProcessStack): Promise<Billed[]> {
  const things = [...(await cloud.instances.list()), ...(await cloud.volumes.list())];
  return things
    .filter((thing) => isBilled(thing) && !isGoing(thing))
    .map((thing) => ({
      id: thing.id,
      tags: Object.fromEntries(thing.tags.map(({ key, value }) => [key, value])),
      ...('hostname' in thing
        ? { name: thing.hostname, status: thing.status, volumeIds: [thing.os_volume_id, ...thing.volume_ids] }
        : { name: thing.name, size: thing.size }),
    }));
}

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

/** The ids that the end of a run names: by a pending tag, or by their machine. A create leaves no order of its own. */
async function namedIds(
  { cloud, urnOf }: InProcessStack,
  created: readonly Declared[],
): Promise<Set<string>> {
  const hashes = created.map(({ kind, name }) => resourceHashOf(urnOf(kind, name)));
  const named = (await orphansOf(cloud, () => false)).filter(({ tag }) => !hashes.includes(tag.resource));
  return new Set(named.flatMap(({ object, volumeIds }) => [object.id, ...volumeIds]));
}

/** False if a machine leaves the program and another one needs its volume: that takes two runs, as the refusal says. */
async function unlessRefused(run: Promise<unknown>): Promise<boolean> {
  try {
    await run;
    return true;
  } catch (error) {
    if (!(error as Error).message.includes('If that machine is no longer in the program')) throw error;
    return false;
  }
}

it('one up after killed runs makes the cloud as the program says, and destroy leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async ({ runs, isHeldByVolume, isLastEditionNew, last }) => {
      const stack = await InProcessStack.start({ balance: 1_000_000 });
      try {
        await stack.useHome();
        const engine = new KilledStack(stack);
        let size = 10;
        let edition = last;
        for (const run of runs) {
          ({ edition } = run);
          size += edition.growth;
          if (run.verb === 'destroy') await engine.destroy(run.kill);
          else await unlessRefused(engine.up(programOf(edition, size, isHeldByVolume), run.kill));
          await stack.clock.sleep(run.pauseMs);
        }
        if (isLastEditionNew) edition = last;
        const program = programOf(edition, size, isHeldByVolume);
        if (await unlessRefused(engine.up(program)))
          expect(await differences(stack, engine, program)).toEqual([]);
        await engine.destroy();
        expect(await billed(stack)).toEqual([]);
      } finally {
        await stack.stop();
      }
    }),
    { ...randomCases(30), endOnFailure: process.env['FUZZ_SHRINK'] === undefined },
  );
}, 600_000);
