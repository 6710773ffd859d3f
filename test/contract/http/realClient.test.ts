import type { FaultDefinition, FaultEffect } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import { NoCapacityError, ServerError, TransportError } from '../../../api/errors';
import { disk, machine, longEnough, useCloud } from '../support/caller';
import type { CreateVolumeRequest, DeployInstanceRequest } from '#contract';

const volume = disk() as CreateVolumeRequest;
const trainer = (fields: object = {}) => machine(fields) as DeployInstanceRequest;

describe('a client of a failing cloud', () => {
  const cloud = useCloud();
  let client: CloudComputeClient;
  const connect = (timeoutMs?: number) =>
    new CloudComputeClient({
      baseUrl: cloud.emulator.url,
      clientId: 'emulator',
      clientSecret: 'emulator',
      timeoutMs,
    });

  beforeEach(() => {
    client = connect();
  });
  afterEach(() => {
    client.close();
  });

  const addFaults = (...faults: FaultDefinition[]): void => {
    for (const fault of faults) cloud.emulator.control.faults.add(fault);
  };
  const held = (): number => cloud.emulator.control.state().tables['volumes']?.length ?? 0;
  const calls = (operation: string): number => cloud.emulator.control.requests.counts()[operation] ?? 0;
  const statusAfter = async (fields: object, seconds = longEnough): Promise<string> => {
    const id = await client.instances.deploy(trainer(fields));
    cloud.pass(seconds);
    return (await client.instances.get(id)).status;
  };

  /** One test for each kind of fault; the compiler reports a kind without a test. */
  const testsOfFaults: Record<FaultEffect['kind'], () => Promise<void>> = {
    async status() {
      addFaults({ kind: 'status', status: 500, operation: 'listVolumes', times: 2 });
      expect(await client.volumes.list()).toEqual([]);
      expect(calls('listVolumes')).toBe(3);
      addFaults({ kind: 'status', status: 500, when: 'after', operation: 'createVolume' });
      const failed = await client.volumes.create(volume).catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(ServerError);
      expect(failed).toMatchObject({ status: 500, code: 'server_error', mayHaveArrived: true });
      expect([held(), calls('createVolume')]).toEqual([1, 1]);
    },
    async reset() {
      for (const [when, made] of [
        ['before', 0],
        ['after', 1],
      ] as const) {
        addFaults({ kind: 'reset', when, operation: 'createVolume' });
        const lost = await client.volumes.create(volume).catch((error: unknown) => error);
        expect(lost).toBeInstanceOf(TransportError);
        expect(lost).toMatchObject({ mayHaveArrived: true });
        expect(held()).toBe(made);
      }
      addFaults({ kind: 'reset', operation: 'listVolumes' });
      expect(await client.volumes.list()).toHaveLength(1);
    },
    async delay() {
      const hasty = connect(500);
      await hasty.volumes.list();
      addFaults({ kind: 'delay', milliseconds: 1500, when: 'after', operation: 'createVolume' });
      const late = await hasty.volumes.create(volume).catch((error: unknown) => error);
      expect(late).toBeInstanceOf(TransportError);
      expect(late).toMatchObject({ mayHaveArrived: true });
      expect(held()).toBe(1);
      hasty.close();
    },
    async truncate() {
      await client.volumes.create(volume);
      addFaults({ kind: 'truncate', operation: 'listVolumes' });
      expect(await client.volumes.list()).toMatchObject([{ name: 'data' }]);
      expect(calls('listVolumes')).toBe(2);
      addFaults({ kind: 'truncate', operation: 'createVolume' });
      await expect(client.volumes.create(volume)).rejects.toMatchObject({ mayHaveArrived: true });
      expect(held()).toBe(2);
    },
    async late() {
      addFaults({ kind: 'late', milliseconds: 5000, operation: 'createVolume' });
      await expect(client.volumes.create(volume)).rejects.toBeInstanceOf(TransportError);
      expect(await client.volumes.list()).toEqual([]);
      cloud.pass(5);
      expect(await client.volumes.list()).toMatchObject([{ name: 'data', status: 'ordered' }]);
    },
    async lag() {
      addFaults({ kind: 'lag', seconds: 10, operation: 'listVolumes', times: 'always' });
      const id = await client.volumes.create(volume);
      expect(await client.volumes.list()).toEqual([]);
      expect(await client.volumes.get(id)).toMatchObject({ id });
      cloud.pass(10);
      expect(await client.volumes.list()).toMatchObject([{ id }]);
    },
    async rewrite() {
      const id = await client.volumes.create(volume);
      const set = { status: 'unheard_of', new_field: { value: 'new' } };
      addFaults({ kind: 'rewrite', set, operation: 'GET /v1/volumes**', times: 2 });
      expect(await client.volumes.get(id)).toMatchObject({ id, ...set });
      expect(await client.volumes.list()).toMatchObject([{ id, ...set }]);
    },
    async stuck() {
      addFaults({ kind: 'stuck', status: 'provisioning', operation: 'deployInstance' });
      expect(await statusAfter({})).toBe('provisioning');
    },
    async noCapacity() {
      addFaults(
        { kind: 'noCapacity', operation: 'deployInstance' },
        { kind: 'noCapacity', at: 'later', operation: 'deployInstance' },
      );
      await expect(client.instances.deploy(trainer())).rejects.toBeInstanceOf(NoCapacityError);
      expect(await statusAfter({})).toBe('no_capacity');
    },
    async installationFailed() {
      addFaults({ kind: 'installationFailed', operation: 'deployInstance' });
      expect(await statusAfter({})).toBe('installation_failed');
    },
    async evict() {
      addFaults({ kind: 'evict', seconds: 60, operation: 'deployInstance' });
      expect(await statusAfter({ is_spot: true })).toBe('discontinued');
      expect(await client.instances.list()).toEqual([]);
    },
    // Both concern what a machine answers, not what the API says about it.
    async noSsh() {
      addFaults({ kind: 'noSsh' });
      expect(await statusAfter({})).toBe('running');
      expect(cloud.emulator.control.faults.list()).toMatchObject([{ struck: 1 }]);
    },
    async scriptFailed() {
      addFaults({ kind: 'scriptFailed', exitCode: 2, output: 'a warning' });
      expect(await statusAfter({})).toBe('running');
      expect(cloud.emulator.control.faults.list()).toMatchObject([{ struck: 1 }]);
    },
    async revokeToken() {
      await client.volumes.list();
      const before = calls('createToken');
      addFaults({ kind: 'revokeToken', operation: 'createVolume' });
      await client.volumes.create(volume);
      // The refresh token was revoked too, so the client tries it first, and then the credentials.
      expect([held(), calls('createToken') - before]).toEqual([1, 2]);
    },
  };

  test.each(Object.entries(testsOfFaults))('handles the fault %s', async (_, story) => {
    await story();
  });
});

describe('a client of the older form of the API', () => {
  const cloud = useCloud({ wire: 'legacy' });

  test('reads the same as from the current form', async () => {
    const client = new CloudComputeClient({
      baseUrl: cloud.emulator.url,
      clientId: 'emulator',
      clientSecret: 'emulator',
    });
    const key = await client.sshKeys.create({ name: 'laptop', key: 'ssh-ed25519 AAAA' });
    const script = await client.scripts.create({ name: 'setup', script: 'true' });
    const id = await client.instances.deploy(trainer({ ssh_key_ids: key, startup_script_id: script }));
    const disk = await client.volumes.create(volume);
    cloud.pass(longEnough);
    const copy = await client.volumes.clone({ id: disk, name: 'copy' });
    expect(await client.instances.get(id)).toMatchObject({ id, status: 'running' });
    expect(await client.sshKeys.get(key)).toMatchObject({ id: key, name: 'laptop' });
    expect(await client.scripts.get(script)).toMatchObject({ id: script, name: 'setup' });
    expect((await client.volumes.list()).map((one) => one.id)).toEqual(expect.arrayContaining([disk, copy]));
    client.close();
  });
});
