// What a program is shown of a cluster: its outputs, and its inputs as they are out there.
import type { Cluster, ClusterNode } from '../../../api';
import { hourlyToMonthly } from '../../../api/catalogue';
import type { Call } from '../../call';
import { declaredIn } from '../../machine';
import type { PowerState } from '../../power';
import { storageCost } from '../../prices';
import type { Bookkeeping } from '../../resource';
import { declaredTags, tagMap } from '../common';
import type { ClusterInputs, ClusterNodeOutputs, ClusterOutputs } from './properties';

/** What of a cluster is declared, as it is out there. */
export function actualInputs(
  rules: object,
  found: Cluster,
  state: Partial<ClusterInputs> & Bookkeeping,
): Partial<ClusterInputs> {
  const running = found.worker_nodes.every(({ status }) => status === 'running');
  const offline = found.worker_nodes.every(({ status }) => status === 'offline');
  const powerState: PowerState | undefined = running
    ? 'running'
    : offline || state.powerState === 'running'
      ? 'offline'
      : state.powerState;
  if (state.__owner === undefined) {
    return {
      hostname: found.hostname,
      description: found.description,
      clusterType: found.cluster_type,
      image: found.image,
      locationCode: found.location,
      sshKeyIds: found.ssh_key_ids,
      contract: found.contract,
      ...(found.startup_script_id && { startupScriptId: found.startup_script_id }),
      tags: tagMap(found.tags),
      ...(powerState && { powerState }),
    };
  }
  return {
    ...declaredIn(rules, state),
    ...(state.tags && { tags: declaredTags(state.tags, found.tags) ?? {} }),
    ...(state.powerState && powerState && { powerState }),
  };
}

/** The shared volumes of a cluster, in the words of programs. */
export const sharedVolumesIn = (found: Cluster): ClusterOutputs['sharedVolumes'] =>
  found.shared_volumes.map(({ id, name, mount_point, size_in_gigabytes }) => ({
    id,
    name,
    mountPoint: mount_point ?? null,
    sizeInGigabytes: size_in_gigabytes,
  }));

const nodeOutputs = (node: ClusterNode): ClusterNodeOutputs => ({
  id: node.id,
  hostname: node.hostname,
  publicIp: node.public_ip ?? null,
  privateIp: node.private_ip ?? null,
  status: node.status,
});

/**
 * What the cloud says of a cluster, in the words of programs. The account's currency is only asked for where it is not `known`: a refresh
 * reads lists only.
 */
export async function outputsOf(call: Call, found: Cluster, known?: string): Promise<ClusterOutputs> {
  const currency = known ?? (await storageCost(call, [])).currency;
  return {
    status: found.status,
    location: found.location,
    ip: found.ip ?? null,
    workerNodes: found.worker_nodes.map(nodeOutputs),
    jumpHost: found.jump_host ? nodeOutputs(found.jump_host) : null,
    serviceNodes: (found.service_nodes ?? []).map(nodeOutputs),
    sharedVolumes: sharedVolumesIn(found),
    cpu: { description: found.cpu.description, numberOfCores: found.cpu.number_of_cores },
    gpu: { description: found.gpu.description, numberOfGpus: found.gpu.number_of_gpus },
    gpuMemory: {
      description: found.gpu_memory.description,
      sizeInGigabytes: found.gpu_memory.size_in_gigabytes,
    },
    memory: { description: found.memory.description, sizeInGigabytes: found.memory.size_in_gigabytes },
    pricePerHour: found.price_per_hour,
    hourlyCost: found.price_per_hour,
    monthlyCost: hourlyToMonthly(found.price_per_hour),
    currency,
    osName: found.os_name,
    createdAt: found.created_at,
  };
}
