import type { Cluster as ClusterBody, ClusterNode as NodeBody, DeployClusterRequest } from '#contract';
import { exchangeRate } from '../../model/catalogue';
import { statusOf } from '../../model/time/timelines';
import { hardware, ids, optionalIds, present, price, tag, tags, timestamp } from '../shared/fields';
import { kindOf } from './cluster';
import type { Handlers } from '../../contract/handlers';
import type { World } from '../../model/world';
import type { Volume } from '../volumes/volume';
import type { Cluster } from './cluster';
import type { Clusters } from './clusters';
import type { ClusterDeploy } from './deploy';
import type { ClusterDeployRequest } from './deployRequest';

const mountPoint = ({ name }: Volume): string => `/mnt/${name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}`;

export function clusterResponse({ projects }: World, clusters: Clusters, cluster: Cluster): ClusterBody {
  const { worker, workers } = kindOf(cluster);
  const { cores, gpus, memory } = worker;
  const nodes = clusters.nodesOf(cluster);
  const nodesAs = (role: (typeof nodes)[number]['role']): NodeBody[] =>
    nodes
      .filter((node) => node.role === role)
      .map((node) => ({
        id: node.id,
        hostname: node.hostname,
        public_ip: node.ip,
        private_ip: node.privateIp,
        status: clusters.nodeStatus(cluster, node),
      }));
  const [jumpHost = null] = nodesAs('jump_host');
  return {
    id: cluster.id,
    ip: jumpHost?.public_ip ?? null,
    status: statusOf(cluster),
    created_at: timestamp(cluster.createdAt),
    ...hardware({ ...worker, cores: workers * cores, gpus: workers * gpus, memory: workers * memory }),
    hostname: cluster.hostname,
    description: cluster.description,
    location: cluster.location,
    price_per_hour: price(cluster.pricePerHour * exchangeRate[projects.get(cluster.projectId).currency]),
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
    worker_nodes: nodesAs('worker'),
    jump_host: jumpHost,
    service_nodes: nodesAs('service'),
    shared_volumes: clusters.sharedVolumesOf(cluster).map((volume) => ({
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

export function clusterHandlers(
  world: World,
  clusters: Clusters,
  deploy: ClusterDeploy,
): Handlers<
  | 'listClusters'
  | 'deployCluster'
  | 'performClusterAction'
  | 'getCluster'
  | 'performClusterNodeAction'
  | 'createClusterTag'
  | 'deleteClusterTag'
> {
  const toResponse = (cluster: Cluster): ClusterBody => clusterResponse(world, clusters, cluster);
  return {
    listClusters: ({ caller }) => ({
      status: 200,
      body: clusters.list(caller).map(toResponse),
    }),
    deployCluster: ({ caller, body }) => ({
      status: 202,
      body: { id: deploy.perform(caller, deployRequest(body)).id },
    }),
    performClusterAction({ caller, body }) {
      const wanted = body.actions.flatMap(({ id }) => ids(id));
      clusters.discontinue(caller, 'actions', wanted);
      return { status: 202 };
    },
    getCluster: ({ caller, path }) => ({
      status: 200,
      body: toResponse(clusters.get(caller, path.id)),
    }),
    performClusterNodeAction({ caller, path, body }) {
      clusters.switchNode(caller, path.clusterId, path.nodeId, body.action);
      return { status: 202 };
    },
    createClusterTag: ({ caller, path, body }) => ({
      status: 201,
      body: clusters.addTag(caller, path.id, tag(body)),
    }),
    deleteClusterTag({ caller, path }) {
      clusters.removeTag(caller, path.id, path.tagId);
      return { status: 204 };
    },
  };
}
