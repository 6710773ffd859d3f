import type { Visitor } from './visitor';

interface Identified {
  id: string;
}

/** Long enough for every change under way to finish. */
const settled = 600;

const location = 'FIN-01';
const image = 'ubuntu-24.04';
const instanceType = 'CPU.4V.16G';
const clusterType = '16H100';

/** Calls every operation at least once, with requests that are valid. */
export async function walk(visitor: Visitor): Promise<void> {
  const credentials = { grant_type: 'client_credentials', client_id: 'emulator', client_secret: 'emulator' };
  const { access_token } = await visitor.call<{ access_token: string }>('createToken', { body: credentials });
  visitor.authorize(access_token);
  await readCatalogues(visitor);
  await keysAndScripts(visitor);
  await groups(visitor);
  const volumeId = await volumes(visitor);
  const instanceId = await instances(visitor);
  await clusters(visitor);
  await privateNetworks(visitor, instanceId);
  await visitor.call('listJournal', { query: { compute_id: instanceId } });
  await visitor.call('listComputeJournal', { path: { computeId: instanceId }, query: { hydrate: 'true' } });
  await visitor.call('listVolumeJournal', { path: { volumeId }, query: { page: '1', pageSize: '5' } });
  await visitor.call('listAuditEvents', { query: { page_size: '5' } });
  await visitor.call('exportAuditEvents', { body: { object_type: 'compute' } });
}

async function readCatalogues(visitor: Visitor): Promise<void> {
  const plain = [
    'getBalance',
    'listImages',
    'listClusterImages',
    'listLocations',
    'listVolumeTypes',
    'listInstanceTypes',
    'listInstanceTypesDeprecated',
    'listContainerTypes',
    'listClusterTypes',
    'listLongTermPeriods',
    'listInstanceLongTermPeriods',
    'listClusterLongTermPeriods',
    'getPriceHistory',
    'listInstanceAvailability',
    'listClusterAvailability',
    'listInferenceModels',
    'getSchema',
    'getDocs',
  ];
  for (const id of plain) await visitor.call(id);
  const query = { location_code: location };
  await visitor.call('getInstanceAvailability', { path: { instance_type: instanceType }, query });
  await visitor.call('getInstanceAvailabilityDeprecated', { path: { instanceType }, query });
  await visitor.call('getClusterAvailability', { path: { cluster_type: clusterType }, query });
  await visitor.call('getInferenceModel', { path: { code: 'llama-3.1-8b-instruct' } });
}

async function keysAndScripts(visitor: Visitor): Promise<void> {
  const key = { name: 'laptop', key: 'ssh-ed25519 AAAA' };
  for (const suffix of ['', 'Deprecated']) {
    const [one, other] = [
      await visitor.call<string>(`createSshKey${suffix}`, { body: key }),
      await visitor.call<string>(`createSshKey${suffix}`, { body: key }),
    ];
    await visitor.call(`listSshKeys${suffix}`);
    await visitor.call(`getSshKey${suffix}`, { path: { sshKeyId: one } });
    await visitor.call(`deleteSshKey${suffix}`, { path: { sshKeyId: one } });
    await visitor.call(`deleteSshKeys${suffix}`, { body: { keys: [other] } });
  }
  const script = { name: 'setup', script: '#!/bin/sh' };
  const [one, other] = [
    await visitor.call<string>('createScript', { body: script }),
    await visitor.call<string>('createScript', { body: script }),
  ];
  await visitor.call('listScripts', { query: { name: 'set', orderDirection: 'asc' } });
  await visitor.call('getScript', { path: { scriptId: one } });
  await visitor.call('deleteScript', { path: { scriptId: one } });
  await visitor.call('deleteScripts', { body: { scripts: [other] } });
}

async function groups(visitor: Visitor): Promise<void> {
  const template = { image, os_volume: { size: 50 }, ssh_key_ids: [], startup_script_id: null };
  const body = { name: 'fleet', location_code: location, instance_type: instanceType, template };
  const path = { groupId: (await visitor.call<Identified>('createInstanceGroup', { body })).id };
  await visitor.call('listInstanceGroups');
  await visitor.call('getInstanceGroup', { path });
  await visitor.call('updateInstanceGroup', {
    path,
    body: { description: 'of a walk through the contract' },
  });
  await visitor.call('deleteInstanceGroup', { path });
}

async function volumes(visitor: Visitor): Promise<string> {
  const body = { name: 'data', size: 100, type: 'NVMe', location_code: location };
  const id = await visitor.call<string>('createVolume', { body });
  const path = { volume_id: id };
  await visitor.pass(settled);
  await visitor.call('listVolumes');
  await visitor.call('getVolume', { path });
  const tag = await visitor.call<Identified>('createVolumeTag', {
    path,
    body: { key: 'team', value: 'vision' },
  });
  await visitor.call('deleteVolumeTag', { path: { ...path, tagId: tag.id } });
  await visitor.call('performVolumeAction', { body: { action: 'resize', id, size: 200 } });
  await visitor.call('deleteVolume', { path, body: { is_permanent: false } });
  await visitor.pass(settled);
  await visitor.call('listTrash');
  return id;
}

async function instances(visitor: Visitor): Promise<string> {
  const machine = { hostname: 'trainer', description: '', image, instance_type: instanceType };
  const id = await visitor.call<string>('deployInstance', { body: { ...machine, location_code: location } });
  const path = { instance_id: id };
  await visitor.pass(settled);
  await visitor.call('listInstances', { query: { status: 'running' } });
  await visitor.call('getInstance', { path });
  const tag = await visitor.call<Identified>('createInstanceTag', { path, body: { key: 'team' } });
  await visitor.call('deleteInstanceTag', { path: { ...path, tagId: tag.id } });
  await visitor.call('performInstanceAction', { body: { action: 'shutdown', id } });
  await visitor.pass(settled);
  await visitor.call('performInstanceActionDeprecated', { body: { action: 'start', id } });
  return id;
}

async function clusters(visitor: Visitor): Promise<void> {
  const { id } = await visitor.call<Identified>('deployCluster', {
    body: {
      cluster_type: clusterType,
      image: 'ubuntu-24.04-cuda-12.8-cluster',
      hostname: 'cluster',
      description: '',
      ssh_key_ids: [],
      location_code: location,
      shared_volume: { name: 'datasets', size: 100 },
    },
  });
  const path = { id };
  await visitor.pass(settled);
  await visitor.call('listClusters');
  const { worker_nodes } = await visitor.call<{ worker_nodes: Identified[] }>('getCluster', { path });
  await visitor.call('performClusterNodeAction', {
    path: { clusterId: id, nodeId: worker_nodes[0]?.id ?? '' },
    body: { action: 'shutdown' },
  });
  const tag = await visitor.call<Identified>('createClusterTag', { path, body: { key: 'team' } });
  await visitor.call('deleteClusterTag', { path: { ...path, tagId: tag.id } });
  await visitor.call('performClusterAction', { body: { actions: [{ action: 'discontinue', id }] } });
}

async function privateNetworks(visitor: Visitor, instanceId: string): Promise<void> {
  const [network] = await visitor.call<Identified[]>('listPrivateNetworks');
  const { id } = await visitor.call<Identified>('createPrivateNetwork', { body: { name: 'inner' } });
  const path = { private_network_id: id };
  await visitor.call('getPrivateNetwork', { path });

  const subnetBody = { name: 'lab', location_code: location, cidr: '192.168.0.0/24' };
  const subnet = await visitor.call<Identified>('createSubnet', { path, body: subnetBody });
  await visitor.call('listSubnets', { path });
  await visitor.call('getSubnet', { path: { ...path, subnet_id: subnet.id } });

  const mapping = await visitor.call<Identified>('createAddressMapping', {
    path,
    body: {
      service: 'storage',
      location_code: location,
      source_cidr: '192.168.0.0/25',
      target_private_network_id: network?.id,
      target_cidr: '10.0.0.0/25',
    },
  });
  const mappingPath = { ...path, address_mapping_id: mapping.id };
  await visitor.call('listAddressMappings', { path });
  await visitor.call('getAddressMapping', { path: mappingPath });
  await visitor.call('deleteAddressMapping', { path: mappingPath });

  const binding = await visitor.call<Identified>('createEndpointBinding', {
    path,
    body: { service: 'ssh', endpoint_ip: '192.168.0.9', target_workload_id: instanceId },
  });
  const bindingPath = { ...path, endpoint_binding_id: binding.id };
  await visitor.call('listEndpointBindings', { path });
  await visitor.call('getEndpointBinding', { path: bindingPath });
  await visitor.call('deleteEndpointBinding', { path: bindingPath });

  await visitor.call('deleteSubnet', { path: { ...path, subnet_id: subnet.id } });
  await visitor.call('deletePrivateNetwork', { path });
}
