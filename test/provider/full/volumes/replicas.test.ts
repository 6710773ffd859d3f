// After a create, lists and replicas may not show the new volume yet.
import type { Answered, Relay } from '../../../relay';
import { relayTo } from '../../../relay';
import { InProcessStack } from '../../support/inProcessStack';

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
};

describe('a volume that lists and replicas do not show', () => {
  let stack: InProcessStack;
  let relay: Relay;
  /** Whether lists and reads show the resource with this id. */
  let shows: (id: string) => boolean;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
    shows = () => true;
    relay = await relayTo(stack.emulator.url, async ({ method, path }, pass) => {
      const answer = await pass();
      const [, collection, id] =
        /^\/v1\/(instances|volumes|clusters)(?:\/([^/?]+))?(?:\?|$)/.exec(path) ?? [];
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

  // An attached volume that is not listed could be mistaken for a volume that was created with the machine.
  it('is waited for if a machine attaches it', async () => {
    const attached = await stack.cloud.volumes.create({
      ...{ name: 'attached', size: 10, type: 'NVMe', location_code: 'FIN-01' },
    });
    stack.emulator.clock.advance(60_000);
    stack.configure({ 'cloudCompute:planChecks': 'off' });
    let reads = 0;
    shows = (id) => id !== attached || (reads += 1) > 4;
    await stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: [attached] });
    // The engine was killed before it saved the machine, and then the stack is deleted.
    await stack.deleteOwner();
    expect(await billed()).toEqual(['attached']);
  });
});
