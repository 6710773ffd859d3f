// Random programs whose resources have `retainOnDelete`, of which most runs are killed or disturbed: what left the state
// with that option stays, and everything else that is left was named.
import fc from 'fast-check';
import { playRandomly } from '../../support/histories';
import type { InProcessStack, Declared } from '../../support/inProcessStack';
import { tags, volumesOf } from '../../support/randomProgram';
import { wasToldAbout } from '../../support/warnings';

jest.mock('../../../../provider/run/progress');

const editions = fc.record({
  declares: fc.subarray(['disk', 'trainer', 'cluster'], { minLength: 1 }),
  retained: fc.subarray(['disk', 'trainer', 'cluster']),
  hostname: fc.constantFrom('trainer', 'trainer', 'worker'),
  place: fc.constantFrom('FIN-01', 'FIN-01', 'FIN-02'),
  more: fc.subarray(['more']),
  tags,
});
type Edition = typeof editions extends fc.Arbitrary<infer T> ? T : never;

function programOf({ declares, retained, hostname, place, more, tags }: Edition): Declared[] {
  const has = (name: string) => declares.includes(name);
  const machine = { image: 'ubuntu-24.04', locationCode: 'FIN-01', hostname, tags };
  const disk = { name: 'disk', size: 10, type: 'NVMe', locationCode: place, tags };
  const volumes = [{ name: 'scratch', size: 10, type: 'NVMe' }];
  const others = has('trainer') ? more : [];
  const all: Declared[] = [
    { kind: 'volume', name: 'disk', needs: [], args: () => disk },
    {
      ...{ kind: 'instance', name: 'trainer', needs: others },
      args: (idOf) => ({
        ...{ ...machine, instanceType: 'CPU.4V.16G', volumes, allowShutdown: true },
        existingVolumes: others.map(idOf),
      }),
    },
    {
      ...{ kind: 'cluster', name: 'cluster', needs: [] },
      args: () => ({
        ...{ ...machine, clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', sshKeyIds: [] },
        ...{ sharedVolume: { name: 'scratch', size: 20 }, deleteSharedVolumes: true },
      }),
    },
  ];
  const declared = all
    .filter(({ name }) => has(name))
    .map((one) => {
      const isRetained = retained.includes(one.name);
      const args: Declared['args'] = (idOf) => ({ ...one.args(idOf), ...(isRetained && { __keep: true }) });
      return { ...one, isRetained, args };
    });
  return [...volumesOf(others), ...declared];
}

/** `pulumi stack rename`: orders of the old name are named from then on. */
function renameStack(stack: InProcessStack, _: unknown, choice: number): Promise<void> {
  if (choice > 3) stack.urnPrefix = `urn:pulumi:stack${String(choice)}::test`;
  return Promise.resolve();
}

const isNamed = (id: string) => wasToldAbout(id, /is kept|stays|is not removed/);

it(
  'what is retained stays, and one up after killed runs makes the rest as the program says',
  () =>
    playRandomly(editions, 20, () => {
      jest.clearAllMocks();
      return { programOf, differences: () => [], isNamed, event: renameStack, isSeenByDiff: true };
    }),
  600_000,
);
