import { oneOf, text, tagFilters, valueOf } from './support/argumentTypes';
import { byIdOrName, idOrName } from './support/byIdOrName';
import { dataSource } from './support/describe';
import { withoutHiddenTags, withoutToken } from './support/withoutHidden';

export const getInstances = dataSource({
  doc: 'The instances of the project that meet all conditions. Without the tokens of their Jupyter servers: `Instance.get` has them.',
  operations: ['listInstances'],
  args: {
    status: {
      type: valueOf('InstanceStatus'),
      doc: 'Only instances in this status.',
      default: 'all but discontinued ones',
    },
    computeId: {
      type: text,
      doc: 'Only the instance with this id; without one the list is empty. `getInstance` fails instead.',
      default: 'all',
      parameter: 'computeId',
    },
    tags: {
      type: tagFilters,
      doc: 'Only instances with all these tags: `key` for any value, `key=value` for this value.',
      default: 'all',
      parameter: 'tag',
    },
  },
  result: { list: 'Instance', without: ['jupyter_token'] },
  ask: async (api, args) => (await api.instances.list(args)).map(withoutToken),
});

export const getInstance = dataSource({
  doc: 'One instance. Without the token of its Jupyter server: `Instance.get` has it. An unknown id is an error.',
  operations: ['getInstance'],
  args: { id: { type: text, doc: 'The id of the instance.', required: true } },
  result: { object: 'Instance', without: ['jupyter_token'] },
  ask: async (api, { id }) => withoutToken(await api.instances.get(id)),
});

export const getClusters = dataSource({
  doc: 'The clusters of the project.',
  operations: ['listClusters'],
  args: {},
  result: { list: 'Cluster' },
  ask: async (api) => (await api.clusters.list()).map(withoutHiddenTags),
});

export const getCluster = dataSource({
  doc: 'One cluster. An unknown id is an error.',
  operations: ['getCluster'],
  args: { id: { type: text, doc: 'The id of the cluster.', required: true } },
  result: { object: 'Cluster' },
  ask: async (api, { id }) => withoutHiddenTags(await api.clusters.get(id)),
});

export const getInstanceGroups = dataSource({
  doc: 'The live instance groups of the project with their members, oldest first.',
  operations: ['listInstanceGroups'],
  args: {},
  result: { list: 'InstanceGroup' },
  ask: (api) => api.instanceGroups.list(),
});

export const getInstanceGroup = dataSource({
  doc: 'One instance group with its members. An unknown id or name is an error.',
  operations: ['getInstanceGroup', 'listInstanceGroups'],
  args: idOrName,
  result: { object: 'InstanceGroup' },
  ask: (api, args) =>
    byIdOrName(
      'instance group',
      args,
      (id) => api.instanceGroups.get(id),
      () => api.instanceGroups.list(),
    ),
});

export const getTags = dataSource({
  doc: 'The tags of one instance, volume or cluster. An unknown id is an error.',
  operations: ['getInstance', 'getVolume', 'getCluster'],
  args: {
    resourceType: {
      type: oneOf('instance', 'volume', 'cluster'),
      doc: 'The kind of resource: `instance`, `volume` or `cluster`.',
      required: true,
    },
    resourceId: { type: text, doc: 'The id of the resource.', required: true },
  },
  result: { list: 'Tag' },
  ask: async (api, { resourceType, resourceId }) => {
    const service = { instance: api.instances, volume: api.volumes, cluster: api.clusters }[resourceType];
    return withoutHiddenTags(await service.get(resourceId)).tags;
  },
});
