import {
  Cluster,
  EndpointBinding,
  Instance,
  InstanceGroup,
  InstancesReady,
  SshKey,
  StartupScript,
  Tag,
  Volume,
} from 'pulumi-cloud-compute';
import { run } from '../support/program';

const machine = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };

/** The resources of a program, of which some are wired wrongly. */
async function resources() {
  await run({ answer: ({ inputs }) => ({ id: '', state: inputs }) });
  return {
    key: new SshKey('key', { key: 'ssh-ed25519 AAAA' }),
    script: new StartupScript('setup', { script: 'true' }),
    volume: new Volume('data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' }),
    trainer: new Instance('trainer', machine),
  };
}

type Wired = Awaited<ReturnType<typeof resources>>;

test.each<[string, (wired: Wired) => unknown, path: string, given: string, expected: string]>([
  [
    'a list of ids',
    ({ key, script }) => new Instance('wrong', { ...machine, sshKeyIds: [key.id, script.id] }),
    'sshKeyIds[1]',
    'StartupScript',
    'SshKey',
  ],
  [
    'one id',
    ({ key }) => new Cluster('wrong', { ...cluster(key), startupScriptId: key.id }),
    'startupScriptId',
    'SshKey',
    'StartupScript',
  ],
  [
    'an id inside another argument',
    ({ volume }) =>
      new InstanceGroup('wrong', {
        ...{ instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
        template: { image: 'ubuntu-24.04', sshKeyIds: [volume.id] },
      }),
    'template.sshKeyIds[0]',
    'Volume',
    'SshKey',
  ],
  [
    'a resource in the place of its id',
    ({ volume }) => new Volume('wrong', { ...copy, sourceVolumeId: volume.id, instanceIds: [volume.id] }),
    'instanceIds[0]',
    'Volume',
    'Instance',
  ],
  [
    'an input for two kinds',
    ({ volume }) =>
      new EndpointBinding('wrong', {
        ...{
          sourcePrivateNetworkId: 'pn_1',
          service: 'api',
          endpointIp: '10.0.200.10',
          targetWorkloadId: volume.id,
        },
      }),
    'targetWorkloadId',
    'Volume',
    'Instance, Cluster',
  ],
  [
    'a kind that another argument names',
    ({ trainer }) => new Tag('wrong', { resourceType: 'volume', resourceId: trainer.id, key: 'team' }),
    'resourceId',
    'Instance',
    'Volume',
  ],
])('the id of another kind of resource is refused in %s', async (_, program, path, given, expected) => {
  const wired = await resources();
  expect(() => program(wired)).toThrow(
    `("wrong", { … }): ${path} is the id of another kind of resource (${given}): write the id of the right kind (${expected}).`,
  );
});

test('one id in the place of a list is refused', async () => {
  const { key, volume } = await resources();
  const one = { sshKeyIds: key.id as unknown as string[] };
  expect(() => new Instance('wrong', { ...machine, ...one })).toThrow(
    '("wrong", { … }): sshKeyIds takes a list of ids, not one id: write it in brackets.',
  );
  const disks = { existingVolumes: volume.id as unknown as string[] };
  expect(() => new Instance('wrong', { ...machine, ...disks })).toThrow(
    'existingVolumes takes a list of ids',
  );
});

test('the name of a resource in the place of an id is refused', async () => {
  const { key, volume, trainer } = await resources();
  expect(() => new Instance('wrong', { ...machine, sshKeyIds: [key.id, key.name] })).toThrow(
    '("wrong", { … }): sshKeyIds[1] is the name of a resource (SshKey): write an id (SshKey).',
  );
  expect(() => new Volume('wrong', { ...copy, sourceVolumeId: volume.name })).toThrow(
    'sourceVolumeId is the name of a resource (Volume): write an id (Volume).',
  );
  expect(() => new Volume('wrong', { ...copy, instanceIds: [trainer.hostname] })).toThrow(
    'instanceIds[0] is the name of a resource (Instance): write an id (Instance).',
  );
});

test('all wrong ids of a resource are reported together', async () => {
  const { volume } = await resources();
  expect(
    () => new Instance('wrong', { ...machine, sshKeyIds: [volume.id], startupScriptId: volume.id }),
  ).toThrow(
    'sshKeyIds[0] is the id of another kind of resource (Volume): write the id of the right kind (SshKey). ' +
      'startupScriptId is the id of another kind of resource (Volume): write the id of the right kind (StartupScript).',
  );
});

test('an id in the place of an object is refused', async () => {
  const { key, volume } = await resources();
  const wrong = (args: object) => () => new Instance('wrong', { ...machine, ...args });
  const reason = 'takes an object, not the id of a resource';
  expect(wrong({ volumes: [volume.id] })).toThrow(
    `("wrong", { … }): volumes[0] ${reason} (Volume): write it in image or existingVolumes.`,
  );
  expect(wrong({ volumes: [volume] })).toThrow(
    `volumes[0] ${reason} (Volume): write it in image or existingVolumes.`,
  );
  expect(wrong({ osVolume: key.id })).toThrow(`osVolume ${reason} (SshKey): write it in sshKeyIds.`);
  expect(wrong({ volumes: [{ name: volume.name, size: 10, type: 'NVMe' }] })).not.toThrow();
});

test('a lookup by the id of another kind of resource is refused', async () => {
  const { trainer, volume } = await resources();
  expect(() => Instance.get('found', volume.id)).toThrow(
    'Instance.get("found") needs the id of an existing resource of this kind, but the id is that of another kind (Volume).',
  );
  expect(() => Instance.get('found', trainer.id)).not.toThrow();
  expect(() => Instance.get('found', trainer.id, 'protect' as never)).toThrow(
    'Instance.get("found", id, { … }) takes an object of options, not a string.',
  );
});

test('the ids of the right kinds are accepted', async () => {
  const { key, script, volume, trainer } = await resources();
  const group = new InstanceGroup('group', {
    ...{ instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
    template: { image: 'ubuntu-24.04', sshKeyIds: [key.id], startupScriptId: script.id },
  });
  new Instance('member', { instanceGroupId: group.id, existingVolumes: [volume.id], sshKeyIds: [key.id] });
  new Tag('label', { resourceType: 'instance', resourceId: trainer.id, key: 'team' });
  new InstancesReady('gate', { instances: [trainer] });
  new Instance('tagged', { ...machine, tags: { image: script.id } });
  // The provider reports a wrong type.
  new Tag('other-label', { resourceType: 'instances' as 'instance', resourceId: trainer.id, key: 'stage' });
  // An output that is not the id itself may be anything.
  new Instance('other', { ...machine, image: trainer.id.apply((id) => id) });
});

const copy = { size: 10, type: 'NVMe', locationCode: 'FIN-01' } as const;
const cluster = (key: SshKey) => ({
  ...{ clusterType: '16H200', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  ...{ sharedVolume: { name: 'shared', size: 100 }, sshKeyIds: [key.id] },
});
