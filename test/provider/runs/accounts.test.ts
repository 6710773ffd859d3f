// The account of a stack: after a change of credentials no resource counts as gone, and none is created a second time.
import { warn } from '../../../provider/run/progress';
import { InProcessStack, OWNER } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const DISK = { name: 'data', size: 50, type: 'NVMe', locationCode: 'FIN-01' };
const KEY = {
  name: 'me',
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a',
};
const MACHINE = {
  instanceType: '1V100.6V',
  image: 'ubuntu-24.04',
  locationCode: 'FIN-01',
  hostname: 'trainer',
};
const ORIGIN = /created with other credentials or at another address: /;

describe('a stack with the credentials of another account', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    jest.mocked(warn).mockClear();
    stack = await InProcessStack.start({
      clients: [
        { id: 'emulator', secret: 'emulator' },
        { id: 'other-project', secret: 'other-project' },
        { id: 'rotated', secret: 'rotated', project: 'emulator' },
        { id: 'reader', secret: 'reader', project: 'emulator', role: 'viewer' },
      ],
    });
  });
  afterEach(() => stack.stop());

  /** Starts the next process with the credentials of this client. */
  const useClient = (client: string, accepted = '', where = 'config'): void => {
    stack.configure({
      'cloudCompute:clientId': client,
      'cloudCompute:clientSecret': client,
      'cloudCompute:acceptAccount': where === 'config' ? accepted : '',
    });
    stack.environment = where === 'environment' ? { CLOUD_COMPUTE_ACCEPT_ACCOUNT: accepted } : {};
    stack.newProcess();
  };

  const warnings = (): string[] =>
    jest
      .mocked(warn)
      .mock.calls.map(([, message]) => message)
      .filter((message) => message.includes('other credentials'));

  /** A resource of each kind, in the order in which a program needs them. */
  const oneOfEach = async () => {
    const owner = await stack.up('owner', 'owner', {});
    const sshKey = await stack.up('sshKey', 'me', KEY);
    const volume = await stack.up('volume', 'data', DISK);
    const instance = await stack.up('instance', 'trainer', MACHINE);
    return {
      ...{ owner, sshKey, volume, instance },
      startupScript: await stack.up('startupScript', 'setup', {
        name: 'setup',
        script: '#!/bin/sh\ntrue\n',
      }),
      tag: await stack.up('tag', 'team', {
        ...{ resourceType: 'volume', resourceId: volume.id, key: 'team', value: 'a' },
      }),
      instanceGroup: await stack.up('instanceGroup', 'servers', {
        ...{ name: 'servers', instanceType: '1V100.6V', locationCode: 'FIN-01' },
        template: { image: 'ubuntu-24.04', osVolume: { size: 60 } },
      }),
      cluster: await stack.up('cluster', 'nodes', {
        ...{ clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', locationCode: 'FIN-01' },
        ...{ hostname: 'nodes', sshKeyIds: [sshKey.id] },
      }),
      ready: await stack.up('ready', 'gate', { instanceIds: [instance.id] }),
    };
  };

  const sizeOfCloud = async (): Promise<number> => {
    const { instances, clusters, volumes, sshKeys, scripts, instanceGroups } = stack.cloud;
    const lists = await Promise.all([
      instances.list(),
      clusters.list(),
      volumes.list(),
      sshKeys.list(),
      scripts.list(),
      instanceGroups.list(),
    ]);
    return lists.flat().length;
  };

  it('does not treat a resource of the former account as gone in read, diff and delete, whatever its kind', async () => {
    const all = await oneOfEach();
    const before = await sizeOfCloud();
    useClient('other-project');
    const errors: Record<string, unknown> = {};
    for (const [kind, resource] of Object.entries(all)) {
      errors[`delete ${kind}`] = await resource.delete().catch(messageOf);
      // Owner and gate exist only in state, so a refresh cannot find them missing.
      if (kind !== 'owner' && kind !== 'ready')
        errors[`read ${kind}`] = await resource.refresh().catch(messageOf);
      if (kind !== 'owner' && kind !== 'ready')
        errors[`diff ${kind}`] = await resource.diff().catch(messageOf);
    }
    expect(Object.keys(errors)).toHaveLength(23);
    for (const error of Object.entries(errors))
      expect(error).toEqual([error[0], expect.stringMatching(ORIGIN)]);
    expect(await sizeOfCloud()).toBe(before);
  });

  it('gets one warning in a preview', async () => {
    const key = await stack.up('sshKey', 'me', KEY);
    const script = await stack.up('startupScript', 'setup', { name: 'setup', script: 'true' });
    useClient('other-project');
    // A diff does not find the resource in the other account. That is an error for every kind.
    await expect(key.diff()).rejects.toThrow(ORIGIN);
    await expect(script.diff()).rejects.toThrow(ORIGIN);
    expect(warnings()).toEqual([expect.stringContaining('CLOUD_COMPUTE_ACCEPT_ACCOUNT=')]);
  });

  it('refuses creates, at preview and at the update', async () => {
    const owner = await stack.up('owner', 'owner', {});
    useClient('other-project');
    // The program passes on the value in the owner's state, also if --target excludes the owner.
    const disk = stack.resource('volume', 'data', {
      ...DISK,
      __owner: `${OWNER}.${String(owner.outputs['__account'])}`,
    });
    expect(await disk.problems()).toEqual([
      expect.stringMatching(/^Nothing is created, .*CLOUD_COMPUTE_ACCEPT/),
    ]);
    await expect(disk.create()).rejects.toThrow(ORIGIN);
    const key = stack.resource('sshKey', 'me', KEY);
    await expect(key.create()).rejects.toThrow(ORIGIN);
    useClient('emulator');
    expect(await disk.problems()).toEqual([]);
    expect(await sizeOfCloud()).toBe(0);
  });

  it('reads, updates and deletes with new credentials of the same project, and replaces nothing', async () => {
    const all = await oneOfEach();
    useClient('rotated');
    const { owner, volume, instance, ready, tag, ...others } = all;
    expect(await instance.refresh()).toBe(true);
    await expect(instance.diff({ ...MACHINE, hostname: 'other' })).rejects.toThrow(ORIGIN);
    await volume.update({ ...DISK, size: 60 });
    expect(await stack.cloud.volumes.get(volume.id)).toMatchObject({ size: 60 });
    for (const resource of [ready, tag, instance, volume, ...Object.values(others), owner])
      await resource.delete();
    expect(await sizeOfCloud()).toBe(0);
  });

  it.each(['config', 'environment'])(
    'accepts credentials that the %s declares to be of the same project',
    async (where) => {
      const all = await oneOfEach();
      useClient('rotated', 'rotated', where);
      for (const resource of Object.values(all)) {
        expect(await resource.diff()).toMatchObject({ changes: true, replaces: [] });
        await resource.update();
      }
      expect(warnings()).toEqual([]);
      useClient('rotated');
      for (const resource of Object.values(all))
        expect(await resource.diff()).toMatchObject({ changes: false });
      await stack.up('volume', 'more', {
        ...DISK,
        __owner: `${OWNER}.${String(all.owner.outputs['__account'])}`,
      });
      useClient('emulator');
      await expect(all.instance.refresh()).resolves.toBe(true);
      expect(warnings()).toHaveLength(1);
    },
  );

  it.each(['rotated', 'reader'])(
    'does not change its state for another client of the same project: %s',
    async (client) => {
      const all = await oneOfEach();
      const hash = String(all.owner.outputs['__account']);
      useClient(client);
      stack.environment = { CLOUD_COMPUTE_SAME_PROJECT: client };
      stack.newProcess();
      for (const resource of Object.values(all)) {
        expect(await resource.diff()).toMatchObject({ changes: false });
        expect(await resource.refresh()).toBe(true);
        expect(resource.outputs['__account']).toBe(hash);
      }
      const another = stack.resource('volume', 'more', { ...DISK, __owner: `${OWNER}.${hash}` });
      expect(await another.problems()).toEqual([]);
      if (client === 'reader') {
        await expect(another.create()).rejects.toThrow(/403 forbidden_action/);
      } else {
        await another.create();
        expect(another.outputs['__account']).toBe(hash);
      }
      expect(warnings()).toEqual([]);
    },
  );

  it('ignores CLOUD_COMPUTE_SAME_PROJECT if it names another client than the current one', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    useClient('other-project');
    stack.environment = { CLOUD_COMPUTE_SAME_PROJECT: 'rotated' };
    stack.newProcess();
    await expect(disk.refresh()).rejects.toThrow(/CLOUD_COMPUTE_SAME_PROJECT/);
  });

  it('ignores acceptAccount if it names another client than the current one', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    useClient('other-project', 'rotated');
    await expect(disk.refresh()).rejects.toThrow(/is not the current client id/);
  });

  it('treats a missing resource as gone once the account is accepted', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    useClient('other-project', 'other-project');
    expect(await disk.refresh()).toBe(false);
  });

  it('treats every loopback address as the same host', async () => {
    const disk = await stack.up('volume', 'data', DISK);
    stack.configure({ 'cloudCompute:baseUrl': stack.emulator.url.replace('127.0.0.1', 'localhost') });
    stack.newProcess();
    expect(await disk.diff()).toMatchObject({ changes: false });
    expect(await disk.refresh()).toBe(true);
    expect(warnings()).toEqual([]);
  });

  it('accepts a state without a hash, and protects it by its owner', async () => {
    const owner = await stack.up('owner', 'owner', {});
    const disk = await stack.up('volume', 'data', DISK);
    delete disk.outputs['__account'];
    stack.newProcess();
    expect(await disk.diff()).toMatchObject({ changes: false });
    useClient('other-project');
    const program = { ...DISK, __owner: `${OWNER}.${String(owner.outputs['__account'])}` };
    await expect(disk.diff(program)).rejects.toThrow(ORIGIN);
  });
});

const messageOf = (error: unknown): string => (error as Error).message;
