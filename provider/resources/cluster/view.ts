// What a program is shown of a cluster: its outputs, and its inputs as they are out there.
import type { Cluster, ClusterNode } from '../../../api';
import { hourlyToMonthly } from '../../../core/prices';
import type { Call } from '../../session/call';
import { actualOf, isDeclared, partsOf } from '../../machines/machine';
import type { PowerState } from '../../machines/power';
import { storageCost } from '../../checks/cost/machinePrice';
import type { ClusterInputs, ClusterNodeOutputs, ClusterOutputs } from './properties';

/** What of a cluster is declared, as it is out there. */
export function actualInputs(
  call: Call,
  rules: object,
  found: Cluster,
  state: Partial<ClusterInputs>,
): Partial<ClusterInputs> {
  const running = found.worker_nodes.every(({ status }) => status === 'running');
  const offline = found.worker_nodes.every(({ status }) => status === 'offline');
  const powerState: PowerState | undefined = running
    ? 'running'
    : offline || state.powerState === 'running'
      ? 'offline'
      : state.powerState;
  const actual = actualOf<ClusterInputs>(call, rules, found, state, powerState);
  return isDeclared(call) ? actual : { ...actual, clusterType: found.cluster_type };
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
    ...partsOf(found),
    pricePerHour: found.price_per_hour,
    hourlyCost: found.price_per_hour,
    monthlyCost: hourlyToMonthly(found.price_per_hour),
    currency,
    osName: found.os_name,
    createdAt: found.created_at,
  };
}
