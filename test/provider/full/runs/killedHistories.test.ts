// Random programs, one after another, of which most runs are killed or disturbed: then one `up` is enough.
import { isDeepStrictEqual } from 'node:util';
import { EXPIRES } from '../../../../core/expiryTag';
import { PENDING, resourceHashOf } from '../../../../core/pendingTag';
import { isGoing } from '../../../../core/statuses';
import type { Billed, Values } from '../../support/billed';
import type { Compared } from '../../support/histories';
import { playRandomly } from '../../support/histories';
import type { InProcessStack } from '../../support/inProcessStack';
import type { Edition } from '../../support/randomProgram';
import { editions, programOf } from '../../support/randomProgram';

jest.mock('../../../../provider/run/progress');

/** In which points the machines and volumes are not as the program says. */
function differences({ stack, program, idOf, argsOf, things, forgotten }: Compared): unknown[] {
  const found: unknown[] = [];
  const same = (what: string, actual: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(actual, expected)) found.push({ what, actual, expected });
  };
  for (const { kind, name } of program) {
    const args = argsOf.get(name) ?? {};
    if (kind === 'tag') continue;
    const actual = things.find(({ id }) => id === idOf(name));
    const purpose = argsOf.get('purpose');
    const tag = purpose?.['resourceId'] === idOf(name) ? purpose : undefined;
    const tags = { ...(args['tags'] as Values | undefined), ...(tag && { purpose: tag['value'] }) };
    // If a resource left the program after its killed create, tags of that create may remain; a killed create of a Tag
    // also leaves its tag.
    const isForgotten = forgotten.has(resourceHashOf(stack.urnOf(kind, name)));
    const compared = Object.keys(actual?.tags ?? {}).filter(
      (key) => key !== EXPIRES && (key in tags || !(key === 'purpose' || isForgotten)),
    );
    // The diff of another process compares the time with the program.
    const hasEnd = (actual?.tags[EXPIRES] as string | undefined)?.endsWith(idOf(name)) ?? false;
    same(`the end of ${name}`, hasEnd, args['maxRunDuration'] !== undefined);
    same(`the tags of ${name}`, tagsWith(compared, actual?.tags ?? {}), tags);
    if (kind === 'volume') {
      same(`the volume ${name}`, [actual?.name, actual?.size], [args['name'], args['size']]);
      continue;
    }
    same(`the machine ${name}`, [actual?.name, actual?.status], [args['hostname'], args['powerState']]);
    const attached = [...argsOf].filter(
      ([other, of]) =>
        (args['existingVolumes'] as string[] | undefined)?.includes(idOf(other)) ||
        (of['instanceIds'] as string[] | undefined)?.includes(idOf(name)),
    );
    const osVolume = args['osVolume'] ?? { name: `${String(args['hostname'])}-os`, size: 50 };
    const declared = [
      ...[osVolume, ...((args['volumes'] ?? []) as Values[])],
      ...attached.map(([, of]) => of),
    ] as Billed[];
    // The tags of Volumes are compared above.
    const tagsOf = (id: string) => attached.find(([other]) => idOf(other) === id)?.[1]['tags'] ?? {};
    const volumes = things
      .filter((one) => actual?.volumeIds?.includes(one.id) && !(PENDING in one.tags))
      .map((one) => ({ ...one, tags: tagsOf(one.id) as Values }));
    same(`the volumes of ${name}`, described(volumes), described(declared));
  }
  return found;
}

const tagsWith = (keys: readonly string[], tags: Values): Values =>
  Object.fromEntries(Object.entries(tags).filter(([key]) => keys.includes(key)));

const described = (volumes: readonly Partial<Billed>[]): string[] =>
  volumes
    .map(({ name, size, tags = {} }) => JSON.stringify([name, size, Object.entries(tags).sort()]))
    .sort();

/** What somebody does in the console. */
async function act(stack: InProcessStack, idOf: (name: string) => string, choice: number): Promise<void> {
  const { instances, volumes } = stack.cloud;
  const [name, other] = choice % 2 === 0 ? (['trainer', 'disk'] as const) : (['peer', 'spare'] as const);
  const machine = (await instances.list()).find(({ id }) => id === idOf(name));
  const volume = (await volumes.list()).find((one) => one.id === idOf(other) && !isGoing(one));
  switch (Math.floor(choice / 2)) {
    case 0:
      if (machine?.status === 'running') await instances.perform({ action: 'delete', id: machine.id });
      break;
    case 1:
      if (machine?.status === 'running') await stack.power(machine.id, 'shutdown');
      break;
    case 2:
      if (volume?.status === 'detached') await volumes.delete(volume.id);
      // Nobody has changed the machine meanwhile.
      else if (volume?.instance_id) await stack.detach(volume.id, volume.instance_id).catch(() => undefined);
      break;
    default:
      if (volume) await volumes.perform({ action: 'rename', id: volume.id, name: 'by-hand' });
  }
}

it(
  'one up after killed runs makes the cloud as the program says, and destroy leaves nothing',
  () =>
    playRandomly(editions, 30, () => {
      let size = 10;
      let isHeldByVolume: boolean | undefined;
      return {
        programOf: (edition: Edition) => {
          isHeldByVolume ??= edition.isHeldByVolume;
          size += edition.growth;
          return programOf(edition, size, isHeldByVolume);
        },
        differences,
        event: act,
      };
    }),
  600_000,
);
