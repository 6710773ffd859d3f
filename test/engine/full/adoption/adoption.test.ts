// `adoptId` adopts existing resources. It replaces `pulumi import`, which dynamic providers cannot support.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../../api';
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { OperationFailed, TestStack } from '../../support/stacks/stack';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const CLUSTER_IMAGE = 'ubuntu-22.04-cuda-12.4-cluster';

/** The inputs in the program for each existing resource. */
const says = {
  key: { name: 'theirs', key: `${KEY} another comment` },
  script: { name: 'theirs', script: '#!/bin/sh\ntrue\n' },
  volume: { name: 'ours', size: 60, type: 'NVMe', locationCode: 'FIN-01', tags: { team: 'ml' } },
  group: {
    ...{ name: 'theirs', locationCode: 'FIN-01', instanceType: '1V100.6V' },
    template: { image: 'ubuntu-24.04', osVolume: { size: 60 } },
  },
  instance: {
    ...{ hostname: 'theirs', image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01' },
    tags: { team: 'ml' },
  },
  cluster: {
    ...{ hostname: 'theirs', clusterType: '16H100', image: CLUSTER_IMAGE, locationCode: 'FIN-01' },
    tags: { team: 'ml' },
  },
};
type Kind = keyof typeof says;

describe.each(doors)('an existing resource that adoptId names ($name)', (door) => {
  jest.setTimeout(300_000);
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let stack: TestStack;
  let ids: Record<Kind, string>;

  beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 200, balance: 1_000_000 });
    cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
    const key = await cloud.sshKeys.create({ name: 'theirs', key: KEY });
    const common = { hostname: 'theirs', description: 'theirs', location_code: 'FIN-01' };
    ids = {
      key,
      script: await cloud.scripts.create(says.script),
      volume: await cloud.volumes.create({ name: 'theirs', size: 50, type: 'NVMe', location_code: 'FIN-01' }),
      group: (
        await cloud.instanceGroups.create({
          ...{ name: 'theirs', location_code: 'FIN-01', instance_type: '1V100.6V' },
          template: { image: 'ubuntu-24.04', os_volume: { size: 60 } },
        })
      ).id,
      instance: await cloud.instances.deploy({ ...common, image: 'ubuntu-24.04', instance_type: '1V100.6V' }),
      cluster: await cloud.clusters.deploy({
        ...{ ...common, cluster_type: '16H100', image: CLUSTER_IMAGE, ssh_key_ids: [key] },
        shared_volume: { name: 'theirs-shared', size: 20 },
      }),
    };
    emulator.clock.advance(3_600_000);
    stack = await TestStack.create({ door, url: emulator.url, program: '' });
  });

  afterAll(async () => {
    await stack.dispose();
    cloud.close();
    await emulator.close();
  });

  /** The program that adopts all of them, with these changes. */
  const program = (
    changed: Partial<Record<Kind, object>> = {},
    adopts: readonly Kind[] = Object.keys(says) as Kind[],
  ) => {
    const of = (kind: Kind) =>
      JSON.stringify({
        ...says[kind],
        ...(adopts.includes(kind) && { adoptId: ids[kind] }),
        // Without sharedVolume, its shared volume would stay: nothing says that it is the program's.
        ...(kind === 'cluster' && {
          ...{ sshKeyIds: [ids.key], deleteSharedVolumes: true },
          sharedVolume: { name: 'theirs-shared', size: 20 },
        }),
        ...changed[kind],
      });
    return `new cc.SshKey('it', ${of('key')});
      new cc.StartupScript('it', ${of('script')});
      new cc.Volume('it', ${of('volume')});
      new cc.InstanceGroup('it', ${of('group')});
      new cc.Instance('it', ${of('instance')});
      new cc.Cluster('it', ${of('cluster')});`;
  };

  const refusal = async (operation: 'preview' | 'up'): Promise<string> => {
    const failed: unknown = await stack[operation]().catch((error: unknown) => error);
    if (!(failed instanceof OperationFailed)) throw new Error(`The ${operation} succeeded.`);
    return failed.output;
  };

  const idsInState = async () => (await stack.resources()).map(({ id }) => id).sort();

  it('is not adopted if it differs from the program: preview lists every difference', async () => {
    await stack.program(
      program({ instance: { instanceType: '1A100.22V', locationCode: 'FIN-02', image: 'ubuntu-22.04' } }),
    );
    const printed = await refusal('preview');
    const which = `but the instance ${ids.instance} to adopt has`;
    for (const difference of [
      `instanceType is "1A100.22V", ${which} "1V100.6V"`,
      `locationCode is "FIN-02", ${which} "FIN-01"`,
      `image is "ubuntu-22.04", ${which} "ubuntu-24.04"`,
    ])
      expect(printed).toContain(difference);
    expect(printed).not.toMatch(/\n\s+at /);
  });

  it('is not changed by an update without a preview if it differs from the program', async () => {
    // All adoptions differ: the engine still creates one resource while it checks the next.
    await stack.program(
      program({
        key: { name: 'another' },
        script: { name: 'another', script: '#!/bin/sh\nfalse\n' },
        volume: { locationCode: 'FIN-02' },
        group: { instanceType: '1A100.22V' },
        instance: { instanceType: '1A100.22V' },
        cluster: { image: 'ubuntu-24.04' },
      }),
    );
    const before = await everythingIn(cloud);
    expect(await refusal('up')).toContain('to adopt has');
    expect(await everythingIn(cloud)).toEqual(before);
    expect(await idsInState()).toEqual([]);
  });

  it('is adopted and changed in place as far as possible; nothing new is ordered', async () => {
    emulator.control.requests.reset();
    await stack.program(program());
    await stack.up();
    expect(await idsInState()).toEqual(Object.values(ids).sort());
    expect(await cloud.volumes.get(ids.volume)).toMatchObject({ name: 'ours', size: 60 });
    const counts = emulator.control.requests.counts();
    for (const creation of [
      'deployInstance',
      'createVolume',
      'deployCluster',
      'createSshKey',
      'createScript',
      'createInstanceGroup',
    ])
      expect({ creation, count: counts[creation] ?? 0 }).toEqual({ creation, count: 0 });
    expect((await stack.preview()).changes).toEqual({ same: 6 });
  });

  it('is not lost by a forced replacement while adoptId is still in the program', async () => {
    const urns = (await stack.resources()).map(({ urn }) => urn);
    await stack.up({ replace: urns.filter((urn) => /:(Instance|Volume|Cluster)::/.test(urn)) });
    expect(await idsInState()).toEqual(Object.values(ids).sort());
    for (const found of [await cloud.instances.get(ids.instance), await cloud.clusters.get(ids.cluster)])
      expect(found.status).toBe('running');
    expect((await stack.preview()).changes).toEqual({ same: 6 });
  });

  it('is replaced after adoptId has left the program; until then a message says to leave adoptId out', async () => {
    await stack.program(program({ instance: { instanceType: 'CPU.4V.16G' } }));
    expect(await refusal('up')).toMatch(
      /cannot change in place: instanceType.*Remove adoptId from the program/,
    );
    expect((await cloud.instances.get(ids.instance)).status).toBe('running');
    await stack.program(
      program({ instance: { instanceType: 'CPU.4V.16G' } }, ['key', 'script', 'volume', 'group', 'cluster']),
    );
    await stack.up();
    expect(await cloud.instances.list()).toEqual([
      expect.objectContaining({ instance_type: 'CPU.4V.16G', status: 'running' }),
    ]);
    await stack.destroy();
    expect(await everythingIn(cloud)).toEqual([]);
  });
});
