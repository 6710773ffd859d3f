// A location without capacity: the next location is used, or all machines wait together.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../../api';
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { OperationFailed, TestStack } from '../../support/stacks/stack';

const TYPE = 'CPU.4V.16G';
const machine = (name: string, more = '') => `new cc.Instance('${name}', {
  hostname: '${name}', image: 'ubuntu-24.04', instanceType: '${TYPE}', locationCode: 'FIN-01',
  osVolume: { name: '${name}-os', size: 50 }, ${more}
});`;
const WAITING = ['a', 'b', 'c'];

describe.each(doors)('a machine in a location without capacity ($name)', (door) => {
  jest.setTimeout(300_000);
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let stack: TestStack;

  const setCapacity = (location: string, total: number, type = TYPE) => {
    emulator.control.capacity.set({ location, type }, total);
  };

  beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 200, balance: 1_000_000 });
    cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
    stack = await TestStack.create({ door, url: emulator.url, program: '' });
  });

  afterAll(async () => {
    await stack.dispose();
    cloud.close();
    await emulator.close();
  });

  const landed = async () =>
    Object.fromEntries((await cloud.instances.list()).map(({ hostname, location }) => [hostname, location]));

  it('is ordered in the first fallback location with capacity, at the deploy and later, and says so', async () => {
    const cluster = '16H100';
    const places = (await cloud.catalogue.clusterAvailability()).filter(({ availabilities }) =>
      availabilities.includes(cluster),
    );
    const [first = '', second = '', third = ''] = places.map(({ location_code: code }) => code);
    setCapacity('FIN-01', 0);
    setCapacity('FIN-02', 0);
    setCapacity(first, 0, cluster);
    // The fallback accepts the order and has no capacity afterwards, so the next location is used.
    emulator.control.faults.add({ operation: 'deployCluster', kind: 'noCapacity', at: 'later' });
    await stack.program(`
      ${machine('trainer', `fallbackLocationCodes: ['FIN-02', 'FIN-03']`)}
      const key = new cc.SshKey('key', { key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a' });
      new cc.Cluster('cluster', {
        hostname: 'cluster', clusterType: '${cluster}', image: 'ubuntu-22.04-cuda-12.4-cluster',
        locationCode: '${first}', fallbackLocationCodes: ['${second}', '${third}'], sshKeyIds: [key.id],
        sharedVolume: { name: 'shared', size: 20 }, deleteSharedVolumes: true,
      });`);
    const { progress } = await stack.up();
    expect(progress['trainer']).toEqual(
      expect.arrayContaining([
        expect.stringContaining('no capacity in FIN-01; trying FIN-02'),
        expect.stringContaining('no capacity in FIN-02; trying FIN-03'),
      ]),
    );
    expect(await landed()).toEqual({ trainer: 'FIN-03' });
    expect((await stack.resource('Instance')).outputs['location']).toBe('FIN-03');
    expect(progress['cluster']).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`no capacity in ${first}; trying ${second}`),
        expect.stringContaining(`no capacity in ${second}; trying ${third}`),
      ]),
    );
    expect((await stack.resource('Cluster')).outputs['location']).toBe(third);
    // The deployment without capacity was removed with its shared volume.
    expect(await cloud.clusters.list()).toHaveLength(1);
    expect((await cloud.volumes.list()).filter(({ name }) => name === 'shared')).toHaveLength(1);
    expect((await stack.preview()).changes).toEqual({ same: 3 });
    await stack.program('');
    await stack.up();
  });

  it('waits for capacity with one poll for all machines, and names the capacity', async () => {
    setCapacity('FIN-01', 0);
    setCapacity('FIN-02', 0);
    await stack.program(
      WAITING.map((name) => machine(name, `fallbackLocationCodes: ['FIN-02'], waitForCapacity: '2h'`)).join(
        '',
      ),
    );
    emulator.control.requests.reset();
    const up = stack.up();
    const polls = () => {
      const all = emulator.control.requests.list();
      const refused = all.findIndex(
        ({ operationId, status }) => operationId === 'deployInstance' && status === 503,
      );
      return all.slice(refused + 1).filter(({ operationId }) => operationId === 'listInstanceAvailability');
    };
    // Two polls: after the first, it is clear for all machines that there is no capacity.
    const over = up.then(
      () => true,
      () => true,
    );
    const pause = () => new Promise<boolean>((resolve) => setTimeout(resolve, 20, false));
    while (polls().length < 2 && !(await Promise.race([over, pause()])));
    setCapacity('FIN-02', WAITING.length);
    const { progress } = await up;
    expect(await landed()).toEqual(Object.fromEntries(WAITING.map((name) => [name, 'FIN-02'])));
    for (const name of WAITING)
      expect(progress[name]?.join('\n')).toMatch(/waiting for capacity in FIN-01, FIN-02 \(2 h left\)/);
    // Each machine was refused in both locations, and deployed after the poll that all share.
    const deploys = emulator.control.requests.counts()['deployInstance'] ?? 0;
    expect(deploys).toBeGreaterThanOrEqual(3 * WAITING.length);
    expect(polls().length).toBeLessThan(2 * WAITING.length);
    const outputs = (await stack.resources()).map(({ outputs: { location } }) => location);
    expect(outputs).toEqual(WAITING.map(() => 'FIN-02'));
    expect((await stack.preview()).changes).toEqual({ same: WAITING.length });
    await stack.destroy();
  });

  it('fails when the time for the wait is over, leaves nothing, and says what to do', async () => {
    setCapacity('FIN-02', 0);
    await stack.program(machine('late', `waitForCapacity: '1s'`));
    const failed: unknown = await stack.up().catch((error: unknown) => error);
    if (!(failed instanceof OperationFailed)) throw new Error('The update succeeded.');
    expect(failed.output).toMatch(
      /503 service_unavailable.*Try another location or type, or wait for capacity/,
    );
    expect(failed.output).not.toMatch(/\n\s+at /);
    expect(await stack.resources()).toEqual([]);
    expect(await everythingIn(cloud)).toEqual([]);
  });
});
