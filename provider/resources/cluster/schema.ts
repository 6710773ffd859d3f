import type { Cluster } from '../../../api';
import { TRASH_PERIOD } from '../../../core/deletedVolume';
import { cores, gpus, machineInputs, memory } from '../../machines/machineSchema';
import { conditionInputs, conditionOutputs } from '../../machines/conditions/schema';
import { expiryInputs, expiryOutputs } from '../../machines/expiry/schema';
import { fieldsFrom } from '../../schema/derived/mapping';
import type { Inputs, Outputs } from '../../schema/resourceSchema';
import { resourceSchema } from '../../schema/resourceSchema';
import {
  boolean,
  gigabytes,
  inputNames,
  inputObject,
  list,
  number,
  oneOf,
  outputObject,
  set,
  text,
} from '../../schema/types';
import { offlineNodesOf, powerStateOf } from './nodes';
import { isReady } from '../../machines/machine';

const sharedVolume = inputObject('ClusterSharedVolume', 'A shared volume that is created with a cluster.', {
  name: { type: text(), doc: 'Name.', onChange: 'replace', required: true, api: 'name' },
  size: { type: gigabytes, doc: 'Size in GB.', onChange: 'replace', required: true, api: 'size' },
});

const nodeOutputs = {
  id: { type: text(), doc: 'The id of the node, which node actions take.' },
  hostname: { type: text(), doc: 'Its host name.' },
  publicIp: { type: text(), doc: 'Public address; null when there is none.', nullable: true },
  privateIp: { type: text(), doc: 'Address within the cluster.', nullable: true },
  status: { type: text(), doc: '`running`, `offline`, … as for instances.' },
} as const;
const node = outputObject('ClusterNode', 'A node of a cluster.', nodeOutputs);

const mountedVolume = outputObject('MountedVolume', 'A shared volume that is mounted on a cluster.', {
  id: { type: text(), doc: 'The id of the volume.' },
  name: { type: text(), doc: 'Its name.' },
  mountPoint: {
    type: text(),
    doc: 'Where the nodes mount it; null when the API does not say.',
    nullable: true,
  },
  sizeInGigabytes: { type: number, doc: 'Size in GB.' },
});

export const clusterSchema = resourceSchema({
  name: 'Cluster',
  provider: 'cluster',
  createdBy: 'deployCluster',
  noun: 'cluster',
  doc:
    'A cluster of machines with shared storage: `up` returns when all its nodes run. Its shared volumes stay ' +
    'when it is deleted, unless `deleteSharedVolumes` is set.',
  autoName: 'hostname',
  billed: 'clusters',
  inputs: {
    hostname: machineInputs.hostname,
    description: machineInputs.description,
    clusterType: {
      type: text(),
      doc: 'Type of the cluster, e.g. `16H100`.',
      onChange: 'replace',
      required: true,
      example: '"16H100"',
      api: 'cluster_type',
      listedIn: 'clusterTypes',
    },
    image: {
      type: text(),
      doc: 'An image for clusters, as `getClusterImages` lists them.',
      onChange: 'replace',
      required: true,
      example: '"ubuntu-24.04-cuda-12.8-cluster"',
      api: 'image',
    },
    locationCode: {
      type: text(),
      doc: 'Location of the cluster, e.g. `FIN-01`.',
      onChange: 'replace',
      required: true,
      example: '"FIN-01"',
      api: { read: 'location', write: 'location_code' },
      listedIn: 'locations',
    },
    fallbackLocationCodes: machineInputs.fallbackLocationCodes,
    waitForCapacity: machineInputs.waitForCapacity,
    sshKeyIds: { ...machineInputs.sshKeyIds, required: true, example: '[key.id]' },
    startupScriptId: machineInputs.startupScriptId,
    contract: {
      type: oneOf('ClusterContract', ['PAY_AS_YOU_GO', 'LONG_TERM']),
      doc: '`PAY_AS_YOU_GO` or `LONG_TERM`.',
      onChange: 'replace',
      leftOutMeans: 'PAY_AS_YOU_GO',
      api: 'contract',
    },
    longTermPeriod: {
      type: text(),
      doc: 'Code of the long-term period, with the contract `LONG_TERM`.',
      onChange: 'replace',
      api: 'long_term_period',
    },
    autoRentExtension: {
      type: boolean,
      doc: 'Whether the long-term contract renews by itself.',
      onChange: 'replace',
      api: 'auto_rent_extension',
    },
    turnToPayAsYouGo: {
      type: boolean,
      doc: 'Whether the cluster becomes pay-as-you-go when the long-term contract ends.',
      onChange: 'replace',
      api: 'turn_to_pay_as_you_go',
    },
    extensionSettings: {
      type: oneOf('ExtensionSettings', ['auto_renew', 'pay_as_you_go', 'end_contract']),
      doc: 'What happens when the long-term contract ends: `auto_renew`, `pay_as_you_go` or `end_contract`.',
      onChange: 'replace',
      api: 'extension_settings',
    },
    sharedVolume: {
      type: sharedVolume,
      doc:
        'A shared volume that is created with the cluster. It stays when the cluster is deleted, and stays billed, ' +
        'unless `deleteSharedVolumes` is set.',
      onChange: 'replace',
      api: { write: 'shared_volume' },
      from: sharedVolumeOf,
    },
    existingVolumes: {
      type: set(text()),
      doc: 'Shared volumes that exist and are attached to the cluster. They stay when the cluster is deleted.',
      onChange: 'replace',
      unmanagedWhenLeftOut: true,
      idOf: ['Volume'],
      api: { write: 'existing_volumes' },
      from: existingVolumesOf,
    },
    tags: machineInputs.tags,
    powerState: {
      type: oneOf('PowerState', ['running', 'offline']),
      doc:
        'Whether its worker nodes run or are shut down; offline nodes stay billed. A shutdown that hangs is forced after ' +
        'three minutes, or after half of a shorter `customTimeouts.update`.',
      onChange: 'in place',
      default: 'running',
      api: { none: 'Actions boot and shut down each node.' },
      from: powerStateOf,
    },
    offlineNodes: {
      type: set(text()),
      doc:
        'Nodes that are shut down although the others run, by host name or id: workers, the jump host, service nodes. ' +
        'They stay billed. A node that leaves the list is booted.',
      onChange: 'in place',
      sharedWithOthers: true,
      api: { none: 'Actions boot and shut down each node.' },
      from: offlineNodesOf,
    },
    awaitReady: {
      type: boolean,
      doc: 'Whether `up` waits until all nodes run.',
      onChange: 'creation only',
      leftOutMeans: true,
      api: { none: 'The provider waits.' },
    },
    ...conditionInputs,
    ...expiryInputs,
    adoptId: {
      type: text(),
      doc: 'Id of an existing cluster to adopt instead of deploying one.',
      onChange: 'creation only',
      api: { none: 'Nothing is deployed.' },
    },
    deleteSharedVolumes: {
      type: boolean,
      doc:
        'Whether the volume that `sharedVolume` names is deleted with the cluster; otherwise it stays, and stays billed. ' +
        'Other shared volumes always stay.',
      onChange: 'setting',
      leftOutMeans: false,
    },
    deletePermanently: {
      type: boolean,
      doc: `Whether volumes that are deleted with it are deleted permanently; otherwise they stay in the trash for ${TRASH_PERIOD}.`,
      onChange: 'setting',
      leftOutMeans: false,
    },
    replaceOn: {
      type: inputNames,
      doc: 'Inputs whose change replaces the cluster instead of being stored or applied in place.',
      onChange: 'setting',
    },
  },
  outputs: {
    status: {
      changesWith: ['powerState', 'offlineNodes'],
      type: text(),
      doc: '`running`, `offline`, … as for instances.',
    },
    location: { type: text(), doc: 'Its location: `locationCode` or one of `fallbackLocationCodes`.' },
    ip: { type: text(), doc: 'Public address; null when there is none.', nullable: true },
    workerNodes: { changesWith: ['powerState', 'offlineNodes'], type: list(node), doc: 'The worker nodes.' },
    jumpHost: {
      changesWith: ['powerState', 'offlineNodes'],
      type: node,
      doc: 'The node to log in through, if there is one.',
      nullable: true,
    },
    serviceNodes: {
      changesWith: ['powerState', 'offlineNodes'],
      type: list(node),
      doc: 'The CPU nodes that serve the cluster.',
      from: ({ service_nodes = [] }: Cluster) => service_nodes.map((found) => fieldsFrom(nodeOutputs, found)),
    },
    sharedVolumes: {
      type: list(mountedVolume),
      doc: 'Its shared volumes; they stay billed when the cluster is deleted, unless `deleteSharedVolumes` is set.',
    },
    cpu: {
      type: outputObject('ClusterCpu', 'The processors of a cluster.', cores),
      doc: 'The processors of all worker nodes together.',
    },
    gpu: { type: gpus, doc: 'The GPUs of all worker nodes together.' },
    gpuMemory: { type: memory, doc: 'The memory of its GPUs.' },
    memory: { type: memory, doc: 'Its main memory.' },
    ...conditionOutputs,
    ...expiryOutputs,
    pricePerHour: { type: number, doc: 'Price per hour of the cluster alone, in `currency`.' },
    hourlyCost: {
      type: number,
      doc: 'Price per hour of the cluster and of the shared volume that was created with it, in `currency`.',
      computed: true,
    },
    monthlyCost: { type: number, doc: '`hourlyCost` per month of 730 hours.', computed: true },
    currency: { type: text(), doc: "The account's currency, `usd` or `eur`.", computed: true },
    osName: { type: text(), doc: 'Name of the operating system.' },
    createdAt: { type: text(), doc: 'When it was created, ISO 8601.' },
  },
});

export type ClusterInputs = Inputs<typeof clusterSchema>;
export type ClusterOutputs = Outputs<typeof clusterSchema>;

// The shared volumes of a cluster to adopt. No other cluster is compared with them: a cluster that is being deployed may
// not show them yet.

/** A cluster to adopt. */
export interface AdoptableCluster extends Cluster {
  readonly held_volumes?: Cluster['shared_volumes'];
}

export const adoptable = (found: Cluster): AdoptableCluster =>
  isReady(found) ? { ...found, held_volumes: found.shared_volumes } : found;

/** Its shared volume with the declared name; null if it has none. */
export function sharedVolumeOf(
  { held_volumes: held }: AdoptableCluster,
  declared: { readonly name: string } | undefined,
): { name: string; size: number } | null | undefined {
  const volume = held?.find(({ name }) => name === declared?.name);
  if (!volume) return held && null;
  return { name: volume.name, size: volume.size_in_gigabytes };
}

/** The declared volumes if it has all of them, or else all that it has: it may have others. */
export function existingVolumesOf(
  { held_volumes: held }: AdoptableCluster,
  declared: string[] = [],
): string[] | undefined {
  const ids = held?.map(({ id }) => id);
  return ids && declared.every((id) => ids.includes(id)) ? declared : ids;
}
