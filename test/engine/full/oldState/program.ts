/** The program that commit 2af911b deployed. */
export const program = `
  const place = { instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' };
  const image = 'ubuntu-24.04';
  const disk = (name) =>
    new cc.Volume(name, { name, size: 20, type: 'NVMe', locationCode: 'FIN-01', tags: { kind: 'data' } });
  const [data, shared] = [disk('data'), disk('tagged')];
  new cc.Tag('stage', { resourceType: 'volume', resourceId: shared.id, key: 'stage', value: 'test' });
  const key = new cc.SshKey('me', {
    name: 'me',
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me@laptop',
  });
  const script = new cc.StartupScript('setup', { name: 'setup', script: '#!/bin/sh\\necho one\\n' });
  const group = new cc.InstanceGroup('servers', {
    name: 'servers',
    ...place,
    template: { image, osVolume: { size: 60 }, sshKeyIds: [key.id] },
  });
  new cc.Instance('member', { hostname: 'member', instanceGroupId: group.id, groupRevision: group.revision });
  const trainer = new cc.Instance('trainer', {
    hostname: 'trainer',
    image,
    ...place,
    osVolume: { name: 'trainer-os', size: 50 },
    sshKeyIds: [key.id],
    startupScriptId: script.id,
    existingVolumes: [data.id],
    allowShutdown: true,
    tags: { team: 'ml' },
    volumes: [{ name: 'scratch', size: 50, type: 'NVMe', tags: { kind: 'cache' } }],
  });
  new cc.Fleet('workers', {
    count: 2,
    instance: (index) => ({
      hostname: 'worker-' + index,
      image,
      ...place,
      isSpot: true,
      volumes: [{ name: 'cache-' + index, size: 30, type: 'NVMe' }],
    }),
  });
  const cluster = new cc.Cluster('train', {
    hostname: 'train',
    clusterType: '16H100',
    image: 'ubuntu-22.04-cuda-12.4-cluster',
    locationCode: 'FIN-01',
    sshKeyIds: [key.id],
    sharedVolume: { name: 'datasets', size: 100 },
    deleteSharedVolumes: true,
    tags: { team: 'ml' },
  });
  exports.ip = trainer.ip;
  exports.workers = cluster.workerNodes.length;`;
