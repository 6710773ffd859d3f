// The API documents no tags in the deploy of a cluster. A cloud that ignores them must not cause lost or duplicate
// clusters.
import type { Answered, Relay } from '../../relay';
import { relayTo } from '../../relay';
import { PENDING } from '../../../core/pendingTag';
import { warn } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';
import { warned } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const LOST: Answered = { status: 502, headers: new Headers(), body: '' };

describe('a cloud that ignores the tags of a cluster’s deploy', () => {
  let stack: InProcessStack;
  let relay: Relay;
  let args: Record<string, unknown>;
  /** Whether deploy requests are dropped at present. */
  let isHeldBack: () => boolean;
  /** Changes the answer to a deploy; `pass` sends the request once more. */
  let answered: (answer: Answered, pass: () => Promise<Answered>) => Answered | Promise<Answered>;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
    answered = (answer) => answer;
    isHeldBack = () => false;
    relay = await relayTo(stack.emulator.url, async (request, pass) => {
      if (request.method !== 'POST' || request.path !== '/v1/clusters') return pass();
      const { tags: _, ...body } = JSON.parse(request.body) as { tags?: unknown };
      request.body = JSON.stringify(body);
      if (isHeldBack()) return answered(LOST, pass);
      return answered(await pass(), pass);
    });
    stack.configure({ 'cloudCompute:baseUrl': relay.url });
    stack.newProcess();
    const key = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a',
    });
    args = {
      ...{ hostname: 'big', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster' },
      ...{ locationCode: 'FIN-01', sshKeyIds: [key.id], tags: { team: 'ml' } },
    };
  });

  afterEach(async () => {
    await stack.stop();
    await relay.close();
  });

  const keysOf = (tags: readonly { key: string }[]) => tags.map(({ key }) => key);

  it('gets the pending tag as soon as the cluster is listed, so that a crash does not lose the cluster', async () => {
    stack.emulator.clock.freeze();
    const interrupted = stack.resource('cluster', 'big', args);
    const creating = interrupted.create().catch(() => undefined);
    let seen = await stack.cloud.clusters.list();
    while (!seen[0]?.tags.length) seen = await stack.cloud.clusters.list();
    expect(seen).toMatchObject([{ hostname: 'big', status: 'ordered' }]);
    expect(keysOf(seen[0].tags)).toEqual([PENDING]);
    // The process ends, and the next process finds the pending tag.
    stack.newProcess();
    stack.emulator.clock.resume();
    const again = await stack.up('cluster', 'big', args);
    expect(again.id).toBe(seen[0].id);
    const [found, ...others] = await stack.cloud.clusters.list();
    expect(others).toEqual([]);
    expect(keysOf(found?.tags ?? [])).toContain('team');
    await creating;
  });

  it('does not lose a cluster whose reply is lost, and no other cluster of the same name is adopted', async () => {
    const theirs = await stack.cloud.clusters.deploy({
      ...{ hostname: 'big', description: 'theirs', cluster_type: '16H100', location_code: 'FIN-01' },
      ...{ image: 'ubuntu-22.04-cuda-12.4-cluster', ssh_key_ids: args['sshKeyIds'] as string[] },
    });
    stack.emulator.clock.advance(3_600_000);
    let lost = 0;
    answered = (answer) => {
      lost += 1;
      return lost > 1 ? answer : { ...answer, status: 502, body: '' };
    };
    const mine = await stack.up('cluster', 'big', args);
    expect(lost).toBe(1);
    expect(mine.id).not.toBe(theirs);
    expect((await stack.cloud.clusters.list()).map(({ id }) => id).sort()).toEqual([mine.id, theirs].sort());
    expect((await stack.cloud.clusters.get(theirs)).tags).toEqual([]);
  });

  it.each([
    ['the name that the program gives', {}],
    ['an automatic name', { hostname: undefined }],
  ])('causes a warning about a cluster that a killed run could not tag: %s', async (_, name) => {
    jest.mocked(warn).mockClear();
    // The engine ends before the answer, so no more writes are sent, not even the pending tag.
    answered = (answer) => {
      stack.loseEngine();
      return answer;
    };
    const mine = { ...args, ...name };
    await expect(stack.resource('cluster', 'big', mine).create()).rejects.toThrow();
    answered = (answer) => answer;
    const [left] = await stack.cloud.clusters.list();
    expect(left?.tags).toEqual([]);
    stack.newProcess();
    const { id } = await stack.up('cluster', 'big', mine);
    expect(warned()).toContain(`The cluster ${String(left?.id)} looks like ${id}.`);
    expect(warned()).toMatch(/it is billed, and nothing removes it/);
  });

  it.each([
    ['is deleted if its name is automatic', { hostname: undefined }, 1],
    ['is only reported if the program gives the name', {}, 2],
  ])('may get a second cluster from a late request, which %s', async (_, name, left) => {
    jest.mocked(warn).mockClear();
    let deploys = 0;
    answered = async (answer, pass) => {
      deploys += 1;
      // The request that seemed lost takes effect after the second request.
      if (deploys === 2) await pass();
      return deploys > 1 ? answer : { ...answer, status: 502, body: '' };
    };
    isHeldBack = () => deploys === 0;
    const made = await stack.up('cluster', 'big', { ...args, ...name });
    expect(deploys).toBe(2);
    stack.emulator.clock.advance(60_000);
    const ids = (await stack.cloud.clusters.list()).map(({ id }) => id);
    expect(ids).toHaveLength(left);
    expect(ids).toContain(made.id);
    expect(warned()).toMatch(left === 1 ? /created a second cluster/ : /Another cluster of the same name/);
  });
});
