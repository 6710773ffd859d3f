// What the examples of the reference look up.
import { keys } from '../../../unit/core/validation/publicKeys';
import type { TestCloud } from '../testCloud';

/** Makes the things that the examples look up. @returns the configuration that names them. */
export async function makeExisting({ cloud, emulator }: TestCloud): Promise<Record<string, string>> {
  const place = { location_code: 'FIN-01' };
  const key = await cloud.sshKeys.create({ name: 'workstation', key: keys.ed25519.text });
  await cloud.sshKeys.create({ name: 'team-ci', key: keys.ed25519.text });
  await cloud.scripts.create({ name: 'bootstrap', script: '#!/bin/bash\ntrue\n' });
  const group = await cloud.instanceGroups.create({
    ...{ name: 'batch', description: '', ...place, instance_type: 'CPU.4V.16G' },
    template: { image: 'ubuntu-24.04', os_volume: { size: 50 }, ssh_key_ids: [key], startup_script_id: null },
  });
  const machine = (hostname: string) => ({
    ...{ hostname, description: '', image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G', ...place },
    instance_group_id: group.id,
    tags: [{ key: 'team', value: 'research' }],
  });
  const instance = await cloud.instances.deploy(machine('existing'));
  const deleted = await cloud.instances.deploy(machine('deleted'));
  const cluster = await cloud.clusters.deploy({
    ...{ hostname: 'existing', description: '', cluster_type: '16H100', ...place, ssh_key_ids: [key] },
    image: 'ubuntu-22.04-cuda-12.4-cluster',
  });
  const volume = await cloud.volumes.create({
    ...{ name: 'existing', size: 10, type: 'NVMe', ...place },
    tags: [{ key: 'team', value: 'research' }],
  });
  const lost = await cloud.volumes.create({ name: 'results', size: 100, type: 'NVMe', ...place });
  emulator.clock.advance(3600_000);
  await cloud.volumes.delete(lost);
  await cloud.instances.perform({ id: deleted, action: 'delete' });
  const [network] = await cloud.privateNetworks.list();
  const id = network?.id ?? '';
  const other = await cloud.privateNetworks.create({ name: 'other' });
  const [subnet] = await cloud.privateNetworks.subnets.list(id);
  const mapping = await cloud.privateNetworks.addressMappings.create(id, {
    ...{ service: 'backup', location_code: 'FIN-01', source_cidr: '10.0.9.0/24' },
    ...{ target_private_network_id: other.id, target_cidr: '10.16.9.0/24' },
  });
  const binding = await cloud.privateNetworks.endpointBindings.create(id, {
    ...{ service: 'existing', endpoint_ip: '10.0.0.201', target_workload_id: instance },
  });
  const [model] = await cloud.inference.models();
  return {
    ...{ instanceId: instance, clusterId: cluster, volumeId: volume, networkId: id },
    ...{ network: id, otherNetwork: other.id, subnetId: subnet?.id ?? '' },
    ...{ mapping: mapping.id, binding: binding.id, model: model?.code ?? '' },
  };
}
