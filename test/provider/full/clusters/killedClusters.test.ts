// Random programs with a cluster, of which most runs are killed or disturbed: then one `up` is enough.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Compared } from '../../support/histories';
import { playRandomly } from '../../support/histories';
import type { Declared } from '../../support/inProcessStack';
import { tags } from '../../support/randomProgram';

jest.mock('../../../../provider/run/progress');

const editions = fc.record({
  declares: fc.subarray(['cluster', 'cluster', 'share', 'mate'], { minLength: 1 }),
  hostname: fc.constantFrom('cluster', 'cluster', 'other'),
  tags,
  hasSharedVolume: fc.boolean(),
  mounts: fc.subarray(['cluster', 'mate']),
  shareTags: tags,
});
type Edition = typeof editions extends fc.Arbitrary<infer T> ? T : never;

const PLACE = { locationCode: 'FIN-01', sshKeyIds: [] } as const;

function programOf(edition: Edition): Declared[] {
  const has = (name: string) => edition.declares.includes(name);
  const isMounted = (name: string) => has('share') && edition.mounts.includes(name);
  const mounting = (name: string, idOf: (name: string) => string) => ({
    existingVolumes: isMounted(name) ? [idOf('share')] : [],
  });
  const share: Declared = {
    ...{ kind: 'volume', name: 'share', needs: [] },
    args: () => ({
      ...{ name: 'share', size: 10, type: 'NVMe_Shared', locationCode: 'FIN-01', tags: edition.shareTags },
      allowShutdown: true,
    }),
  };
  const cluster: Declared = {
    ...{ kind: 'cluster', name: 'cluster', needs: isMounted('cluster') ? ['share'] : [] },
    args: (idOf) => ({
      ...{ ...PLACE, clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster' },
      ...{ hostname: edition.hostname, tags: edition.tags },
      ...(edition.hasSharedVolume && { sharedVolume: { name: 'scratch', size: 20 } }),
      ...{ ...mounting('cluster', idOf), deleteSharedVolumes: true },
    }),
  };
  const mate: Declared = {
    ...{ kind: 'instance', name: 'mate', needs: isMounted('mate') ? ['share'] : [] },
    args: (idOf) => ({
      ...{ ...PLACE, hostname: 'mate', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04' },
      ...{ ...mounting('mate', idOf), allowShutdown: true },
    }),
  };
  return [share, cluster, mate].filter(({ name }) => has(name));
}

/** In which points the cluster is not as the program says. */
async function differences({ stack, idOf, argsOf }: Compared): Promise<unknown[]> {
  const args = argsOf.get('cluster');
  if (!args) return [];
  const cluster = await stack.cloud.clusters.get(idOf('cluster'));
  const actual = {
    hostname: cluster.hostname,
    tags: Object.fromEntries(cluster.tags.map(({ key, value }) => [key, value])),
    volumes: cluster.shared_volumes.map((volume) => volume.name).sort(),
  };
  const expected = {
    hostname: args['hostname'],
    tags: args['tags'],
    volumes: [
      ...(args['sharedVolume'] ? ['scratch'] : []),
      ...((args['existingVolumes'] as string[]).length > 0 ? ['share'] : []),
    ],
  };
  return isDeepStrictEqual(actual, expected) ? [] : [{ actual, expected }];
}

it(
  'one up after killed runs makes a cluster as the program says, and destroy leaves nothing',
  () => playRandomly(editions, 20, () => ({ programOf, differences })),
  600_000,
);
