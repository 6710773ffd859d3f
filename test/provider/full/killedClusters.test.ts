// Random programs with a cluster, of which most runs are killed at a random write: then one `up` is enough.
import fc from 'fast-check';
import { PENDING } from '../../../core/pendingTag';
import { randomCases } from '../../randomCases';
import { billed, historiesOf, namedIds, play } from '../support/histories';
import type { InProcessStack } from '../support/inProcessStack';
import type { Declared, KilledStack } from '../support/killedStack';
import { tags } from '../support/randomProgram';

jest.mock('../../../provider/session/progress');

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

/** In which points the cloud is not as the program says. */
async function differences(stack: InProcessStack, engine: KilledStack, program: readonly Declared[]) {
  const { resources } = engine;
  const idOf = (name: string) => resources.get(name)?.id ?? '';
  const argsOf = new Map(program.map(({ name, args }) => [name, args(idOf)]));
  const known = await namedIds(stack, engine.created);
  const things = await billed(stack);
  stack.newProcess();
  const found: unknown[] = [];
  for (const [name, args] of argsOf) {
    const resource = resources.get(name);
    if ((await resource?.copy().diff(args))?.changes !== false) found.push(`${name} changes`);
    known.add(idOf(name));
    for (const id of (resource?.outputs['ownVolumeIds'] ?? []) as string[]) known.add(id);
    for (const { id } of (resource?.outputs['sharedVolumes'] ?? []) as { id: string }[]) known.add(id);
  }
  // The operating-system volume of a cluster goes with it, a moment later than the cluster.
  for (const volume of await stack.cloud.volumes.list())
    if (volume.is_os_volume && volume.instance_id !== null) known.add(volume.id);
  const args = argsOf.get('cluster');
  if (args) {
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
    if (JSON.stringify(actual) !== JSON.stringify(expected)) found.push({ actual, expected });
  }
  const rest = things.filter((thing) => !known.has(thing.id) && !(PENDING in thing.tags));
  return [...found, ...rest];
}

it('one up after killed runs makes a cluster as the program says, and destroy leaves nothing', async () => {
  await fc.assert(
    fc.asyncProperty(historiesOf(editions), async (history) => {
      expect(await play(history, programOf, differences)).toEqual({ differences: [], left: [] });
    }),
    { ...randomCases(20), endOnFailure: process.env['FUZZ_SHRINK'] === undefined },
  );
}, 600_000);
