// Random programs that move several volumes between several machines in one run, of which most runs are killed or disturbed.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { attachedTo } from '../../../../api/services/volumes';
import type { Compared } from '../../support/histories';
import { playRandomly } from '../../support/histories';
import type { Declared } from '../../support/inProcessStack';
import { volumesOf } from '../../support/randomProgram';

jest.mock('../../../../provider/run/progress');

const MACHINES = ['one', 'two', 'three'];
const DISKS = ['red', 'green', 'blue'];
const machine = fc.record({
  powerState: fc.constantFrom('running', 'running', 'offline'),
  hostname: fc.constantFrom('', '', '', '-new'),
  more: fc.subarray(['scratch']),
});
const disk = fc.record({
  holder: fc.constantFrom(...MACHINES, undefined),
  growth: fc.constantFrom(0, 0, 0, 10),
});
const editions = fc.record({
  machines: fc.tuple(machine, machine, machine),
  disks: fc.tuple(disk, disk, disk),
});
type Edition = typeof editions extends fc.Arbitrary<infer T> ? T : never;

/** Whether a disk declares its attachment; otherwise the machine does. */
const SAYS_ITSELF = [true, false, false];

function programOf({ machines, disks }: Edition, sizes: readonly number[]): Declared[] {
  const volumes = disks.map(({ holder }, index): Declared => {
    const byItself = SAYS_ITSELF[index] === true;
    const name = DISKS[index] ?? '';
    return {
      ...{ kind: 'volume', name, needs: byItself && holder !== undefined ? [holder] : [] },
      args: (idOf) => ({
        ...{ name, size: sizes[index], type: 'NVMe', locationCode: 'FIN-01', allowShutdown: true },
        ...(byItself && { instanceIds: holder === undefined ? [] : [idOf(holder)] }),
      }),
    };
  });
  const servers = machines.flatMap(({ hostname, more, powerState }, index): Declared[] => {
    const name = MACHINES[index] ?? '';
    const held = DISKS.filter((_, at) => SAYS_ITSELF[at] === false && disks[at]?.holder === name);
    const others = more.map((one) => `${name}-${one}`);
    const machine: Declared = {
      ...{ kind: 'instance', name, needs: [...held, ...others] },
      args: (idOf) => ({
        ...{ hostname: `${name}${hostname}`, instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04' },
        ...{ locationCode: 'FIN-01', allowShutdown: true, powerState },
        volumes: [{ name: `${name}-local`, size: 10, type: 'NVMe' }],
        existingVolumes: [...held, ...others].map(idOf),
      }),
    };
    return [...volumesOf(others), machine];
  });
  return [...volumes, ...servers];
}

/** In which points the machines and volumes are not as the program says. */
async function differences({ stack, idOf }: Compared, { machines, disks }: Edition): Promise<unknown[]> {
  const volumes = await stack.cloud.volumes.list();
  const ids = MACHINES.map(idOf);
  // A disk that no machine lists may also be on an orphan, which the end of the run names.
  const holders = DISKS.map((name, index) =>
    volumes
      .filter(({ id }) => id === idOf(name))
      .flatMap(attachedTo)
      .filter((id) => SAYS_ITSELF[index] === true || ids.includes(id)),
  );
  const wanted = disks.map(({ holder }) => (holder === undefined ? [] : [idOf(holder)]));
  const found: unknown[] = isDeepStrictEqual(holders, wanted) ? [] : [{ holders, wanted }];
  for (const [index, { powerState }] of machines.entries()) {
    const { status } = await stack.cloud.instances.get(idOf(MACHINES[index] ?? ''));
    if (status !== powerState) found.push({ machine: MACHINES[index], status, powerState });
  }
  return found;
}

it(
  'one up after killed runs attaches all volumes as the program says, and destroy leaves nothing',
  () =>
    playRandomly(editions, 20, () => {
      let sizes = DISKS.map(() => 10);
      let last: Edition | undefined;
      return {
        programOf: (edition: Edition) => {
          sizes = sizes.map((size, index) => size + (edition.disks[index]?.growth ?? 0));
          last = edition;
          return programOf(edition, sizes);
        },
        differences: (compared) => (last ? differences(compared, last) : []),
      };
    }),
  600_000,
);
