// Random programs with machines that share a volume, of which most runs are killed or disturbed: then one `up` is enough.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { attachedTo } from '../../../../api/services/volumes';
import type { Compared } from '../../support/histories';
import { playRandomly } from '../../support/histories';
import type { InProcessStack, Declared } from '../../support/inProcessStack';
import { tags } from '../../support/randomProgram';

jest.mock('../../../../provider/run/progress');

const MACHINES = ['one', 'two', 'three'];
const editions = fc.record({
  machines: fc.subarray(MACHINES),
  hasShare: fc.constantFrom(true, true, true, false),
  sharing: fc.subarray(MACHINES),
  isListedByVolume: fc.boolean(),
  hostname: fc.constantFrom('', '', '-new'),
  powerState: fc.constantFrom('running', 'running', 'offline'),
  tags,
});
type Edition = typeof editions extends fc.Arbitrary<infer T> ? T : never;

/** @param isListedByVolume the same for all editions of a program. */
function programOf(edition: Edition, isListedByVolume: boolean): Declared[] {
  const { machines, hasShare, hostname, powerState } = edition;
  const sharing = edition.sharing.filter((name) => hasShare && machines.includes(name));
  const share: Declared = {
    ...{ kind: 'volume', name: 'share', needs: isListedByVolume ? sharing : [] },
    args: (idOf) => ({
      ...{ name: 'share', size: 10, type: 'NVMe_Shared', locationCode: 'FIN-01', tags: edition.tags },
      ...{ allowShutdown: true, ...(isListedByVolume && { instanceIds: sharing.map(idOf) }) },
    }),
  };
  const rest = machines.map((name): Declared => {
    const attaches = !isListedByVolume && sharing.includes(name);
    return {
      ...{ kind: 'instance', name, needs: attaches ? ['share'] : [] },
      args: (idOf) => ({
        ...{ hostname: `${name}${hostname}`, instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04' },
        ...{ locationCode: 'FIN-01', allowShutdown: true, powerState },
        ...(!isListedByVolume && { existingVolumes: attaches ? [idOf('share')] : [] }),
      }),
    };
  });
  return [...(hasShare ? [share] : []), ...rest];
}

/** In which points the volume is not on the machines that share it. */
async function differences({ stack, idOf, argsOf }: Compared): Promise<unknown[]> {
  const found: unknown[] = [];
  const share = argsOf.get('share');
  if (!share) return found;
  const volume = (await stack.cloud.volumes.list()).find(({ id }) => id === idOf('share'));
  if (!volume) return [{ lost: 'share' }];
  const machines = [...argsOf].filter(([name]) => name !== 'share');
  const expected = machines
    .filter(([, args]) => (args['existingVolumes'] as string[] | undefined)?.includes(idOf('share')))
    .map(([name]) => idOf(name));
  const ids = ((share['instanceIds'] as string[] | undefined) ?? expected).toSorted();
  // If the machines list the volume, it may also be on an orphan, which the end of the run names.
  const isCompared = (id: string) => 'instanceIds' in share || machines.some(([name]) => idOf(name) === id);
  const actual = attachedTo(volume).filter(isCompared).toSorted();
  if (!isDeepStrictEqual(actual, ids)) found.push({ actual, ids });
  for (const [name, args] of machines) {
    const { status } = await stack.cloud.instances.get(idOf(name));
    if (status !== args['powerState']) found.push({ name, status, wanted: args['powerState'] });
  }
  return found;
}

/** Somebody detaches the volume from a machine, or shuts a machine down. */
async function act(stack: InProcessStack, idOf: (name: string) => string, choice: number): Promise<void> {
  const id = idOf(MACHINES[choice % 3] ?? '');
  const machine = (await stack.cloud.instances.list()).find((one) => one.id === id);
  if (machine?.status !== 'running') return;
  const volume = (await stack.cloud.volumes.list()).find((one) => one.id === idOf('share'));
  if (choice > 4 && volume && attachedTo(volume).includes(id))
    await stack.cloud.volumes
      .perform({ action: 'detach', id: volume.id, instance_id: id })
      .catch(() => undefined);
  else await stack.power(id, 'shutdown');
}

it(
  'one up after killed runs attaches a shared volume as the program says, and destroy leaves nothing',
  () =>
    playRandomly(editions, 20, () => {
      let isListedByVolume: boolean | undefined;
      return {
        programOf: (edition: Edition) => {
          isListedByVolume ??= edition.isListedByVolume;
          return programOf(edition, isListedByVolume);
        },
        differences,
        event: act,
      };
    }),
  600_000,
);
