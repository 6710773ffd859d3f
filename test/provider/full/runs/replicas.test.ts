// After a create, lists and replicas may not show the new resource, which is billed. A resource in state is not lost
// because of that.
import { LAG_MS } from '../../../../core/orphans/intentLog';
import { currentRun } from '../../../../provider/run/run';
import type { Answered, Relay } from '../../../relay';
import { relayTo } from '../../../relay';
import type { TestResource } from '../../support/inProcessStack';
import { InProcessStack } from '../../support/inProcessStack';

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
};
const DISK = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const CLUSTER = {
  ...{ hostname: 'big', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster' },
  ...{ locationCode: 'FIN-01', deleteSharedVolumes: true, sharedVolume: { name: 'shared', size: 20 } },
};

describe('a resource that lists and replicas do not show', () => {
  let stack: InProcessStack;
  let relay: Relay;
  /** Whether lists and reads show the resource with this id. */
  let shows: (id: string) => boolean;

  /** The answer to an action on an unknown machine, in place of a 404. */
  let refusal: Pick<Answered, 'status' | 'body'> | undefined;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
    shows = () => true;
    refusal = undefined;
    relay = await relayTo(stack.emulator.url, async ({ method, path }, pass) => {
      const answer = await pass();
      const [, collection, id] =
        /^\/v1\/(instances|volumes|clusters)(?:\/([^/?]+))?(?:\?|$)/.exec(path) ?? [];
      const isUnknown = method === 'PUT' && answer.status === 404;
      if (isUnknown && collection !== 'volumes' && refusal) return { ...answer, ...refusal };
      if (method !== 'GET' || collection === undefined) return answer;
      if (id !== undefined) return shows(id) ? answer : notFound(answer);
      const all = JSON.parse(answer.body) as { id: string }[];
      return { ...answer, body: JSON.stringify(all.filter((one) => shows(one.id))) };
    });
    stack.configure({ 'cloudCompute:baseUrl': relay.url });
    stack.newProcess();
  });

  afterEach(async () => {
    await stack.stop();
    await relay.close();
  });

  const notFound = ({ headers }: Answered): Answered => ({
    ...{ status: 404, headers },
    body: JSON.stringify({ code: 'not_found', message: 'There is no such thing.' }),
  });

  const billed = async () => {
    stack.emulator.clock.advance(60_000);
    const [instances, clusters, volumes] = await Promise.all([
      stack.cloud.instances.list(),
      stack.cloud.clusters.list(),
      stack.cloud.volumes.list(),
    ]);
    const all = [...instances, ...clusters, ...volumes.filter(({ type }) => type !== 'NVMe_OS_Cluster')];
    return all.map((one) => ('hostname' in one ? one.hostname : one.name)).sort();
  };

  const KINDS = [
    ['instance', MACHINE],
    ['volume', DISK],
    ['cluster', CLUSTER],
  ] as const;

  const created = async (kind: (typeof KINDS)[number][0], args: object): Promise<TestResource> => {
    const key = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a',
    });
    return stack.up(kind, 'thing', { ...args, ...(kind === 'cluster' && { sshKeyIds: [key.id] }) });
  };

  /** Simulates that the create returned long ago, in another process. */
  const age = (thing: TestResource): void => {
    delete thing.outputs['__createdAt'];
    stack.newProcess();
  };

  /** Simulates that the create has just returned, and that nothing shows the resource until lists have caught up. */
  const lag = (thing: TestResource): void => {
    const { clock } = currentRun();
    const at = clock.now();
    thing.outputs['__createdAt'] = at;
    shows = (id) => id !== thing.id || clock.now() >= at + LAG_MS;
  };

  it.each(KINDS)('is deleted nevertheless: %s', async (kind, args) => {
    const thing = await created(kind, args);
    age(thing);
    shows = (id) => id !== thing.id;
    await thing.delete();
    expect(await billed()).toEqual([]);
  });

  it.each(KINDS)('is neither dropped from state nor replaced while it is new: %s', async (kind, args) => {
    const thing = await created(kind, args);
    lag(thing);
    expect(await thing.refresh()).toBe(true);
    lag(thing);
    stack.newProcess();
    expect(await thing.diff()).toMatchObject({ changes: false, replaces: [] });
  });

  it.each(KINDS)('counts as gone if its delete request is answered with 404: %s', async (kind, args) => {
    const thing = await created(kind, args);
    await thing.delete();
    shows = (id) => id !== thing.id;
    // The engine was killed before it saved the state; the cloud has forgotten the resource since.
    stack.emulator.clock.advance(30 * 86_400_000);
    age(thing);
    await thing.delete();
    expect(await thing.refresh()).toBe(false);
    expect(await billed()).toEqual([]);
  });

  it.each([KINDS[0], KINDS[2]])(
    'counts as gone if its delete request is answered with 400 because its volumes are unknown: %s',
    async (kind, args) => {
      const thing = await created(kind, args);
      await thing.delete();
      shows = (id) => id !== thing.id;
      stack.emulator.clock.advance(30 * 86_400_000);
      age(thing);
      refusal = {
        status: 400,
        body: JSON.stringify({ code: 'invalid_request', message: 'volume_ids: unknown.' }),
      };
      await thing.delete();
      expect(await billed()).toEqual([]);
    },
  );

  it('needs no single reads after lists show it', async () => {
    const things = await Promise.all(
      ['one', 'two', 'three'].map((name) => stack.up('instance', name, { ...MACHINE, hostname: name })),
    );
    stack.newProcess();
    stack.emulator.control.requests.reset();
    await Promise.all(things.map((thing) => thing.delete()));
    const counts = stack.emulator.control.requests.counts();
    expect({ puts: counts['performInstanceAction'], gets: counts['getInstance'] ?? 0 }).toEqual({
      ...{ puts: 1, gets: 0 },
    });
  });
});
