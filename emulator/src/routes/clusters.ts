import type { Cluster as ClusterBody, ClusterNode as NodeBody, DeployClusterRequest } from '#contract';
import { exchangeRate } from '../model/catalogue';
import { kindOf } from '../cloud/clusters';
import { statusOf } from '../model/time/timelines';
import {
  hardware,
  ids,
  optionalIds,
  present,
  price,
  tag,
  tags,
  timestamp,
} from '../resources/shared/wording';
import type { Cloud } from '../cloud/cloud';
import type { ClusterDeployRequest } from '../cloud/clusterDeploy';
import type { Cluster } from '../cloud/clusters';
import type { Volume } from '../resources/volumes/volume';
import type { Handlers } from '../contract/handlers';

const mountPoint = ({ name }: Volume): string => `/mnt/${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`;

export function clusterBody(cloud: Cloud, cluster: Cluster): ClusterBody {
  const { worker, workers } = kindOf(cluster);
  const { cores, gpus, memory } = worker;
  const nodes = cloud.clusters.nodesOf(cluster);
  const worded = (role: (typeof nodes)[number]['role']): NodeBody[] =>
    nodes
      .filter((node) => node.role === role)
      .map((node) => ({
        id: node.id,
        hostname: node.hostname,
        public_ip: node.ip,
        private_ip: node.privateIp,
        status: cloud.clusters.nodeStatus(cluster, node),
      }));
  const [jumpHost = null] = worded('jump_host');
  return {
    id: cluster.id,
    ip: jumpHost?.public_ip ?? null,
    status: statusOf(cluster),
    created_at: timestamp(cluster.createdAt),
    ...hardware({ ...worker, cores: workers * cores, gpus: workers * gpus, memory: workers * memory }),
    hostname: cluster.hostname,
    description: cluster.description,
    location: cluster.location,
    price_per_hour: price(
      cluster.pricePerHour * exchangeRate[cloud.projects.get(cluster.projectId).currency],
    ),
    cluster_type: cluster.type,
    image: cluster.image,
    os_name: cluster.osName,
    ssh_key_ids: cluster.sshKeyIds,
    contract: cluster.contract,
    startup_script_id: cluster.startupScriptId,
    auto_rent_extension: cluster.autoRentExtension,
    turn_to_pay_as_you_go: cluster.turnToPayAsYouGo,
    extension_settings: cluster.extension,
    long_term_period: cluster.periodCode,
    worker_nodes: worded('worker'),
    jump_host: jumpHost,
    service_nodes: worded('service'),
    shared_volumes: cloud.clusters.sharedVolumesOf(cluster).map((volume) => ({
      id: volume.id,
      name: volume.name,
      mount_point: mountPoint(volume),
      size_in_gigabytes: volume.size,
    })),
    tags: cluster.tags,
  };
}

const deployRequest = (body: DeployClusterRequest): ClusterDeployRequest => ({
  clusterType: body.cluster_type,
  image: body.image,
  hostname: body.hostname,
  description: body.description,
  locationCode: body.location_code,
  sshKeyIds: optionalIds(body.ssh_key_ids) ?? [],
  contract: present(body.contract),
  longTermPeriod: present(body.long_term_period),
  autoRentExtension: present(body.auto_rent_extension),
  turnToPayAsYouGo: present(body.turn_to_pay_as_you_go),
  extension: present(body.extension_settings),
  startupScriptId: present(body.startup_script_id),
  sharedVolume: present(body.shared_volume),
  existingVolumes: (body.existing_volumes ?? []).map(({ id }) => id),
  tags: tags(body.tags),
});

export const clusters: Handlers<
  | 'listClusters'
  | 'deployCluster'
  | 'performClusterAction'
  | 'getCluster'
  | 'performClusterNodeAction'
  | 'createClusterTag'
  | 'deleteClusterTag'
> = {
  listClusters: ({ cloud, caller }) => ({
    status: 200,
    body: cloud.clusters.list(caller).map((cluster) => clusterBody(cloud, cluster)),
  }),
  deployCluster: ({ cloud, caller, body }) => ({
    status: 202,
    body: { id: cloud.clusterDeploy.perform(caller, deployRequest(body)).id },
  }),
  performClusterAction({ cloud, caller, body }) {
    const wanted = body.actions.flatMap(({ id }) => ids(id));
    cloud.clusters.discontinue(caller, 'actions', wanted);
    return { status: 202 };
  },
  getCluster: ({ cloud, caller, path }) => ({
    status: 200,
    body: clusterBody(cloud, cloud.clusters.get(caller, path.id)),
  }),
  performClusterNodeAction({ cloud, caller, path, body }) {
    cloud.clusters.switchNode(caller, path.clusterId, path.nodeId, body.action);
    return { status: 202 };
  },
  createClusterTag: ({ cloud, caller, path, body }) => ({
    status: 201,
    body: cloud.clusters.addTag(caller, path.id, tag(body)),
  }),
  deleteClusterTag({ cloud, caller, path }) {
    cloud.clusters.removeTag(caller, path.id, path.tagId);
    return { status: 204 };
  },
};
