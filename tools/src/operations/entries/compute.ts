// Instances, clusters and instance groups.
import type { Entry } from '../entry';
import { all, at, because, same } from '../entry';

const several = at('Instance', 'its id; deletes that arrive together are one request');

const call = 'client().instances.perform';

const instanceActions = {
  start: at('Instance.powerState', '`running`'),
  shutdown: at('Instance.powerState', '`offline`'),
  force_shutdown: at('Instance.powerState', '`offline`, when the machine does not shut down by itself'),
  delete: at('Instance', '`pulumi destroy`'),
  hibernate: at('Instance.hibernate', 'on `pulumi destroy`'),
  configure_spot: 'Instance.osVolume.onSpotDiscontinue',
  boot: at(call, '`powerState` uses `start`, which does the same to a machine that is off'),
  discontinue: at(call, 'an older word for `delete`'),
  delete_stuck: at('Instance', '`pulumi destroy`, when the deletion hangs'),
  deploy: at(call, 'for an instance that hangs in `ordered`'),
  transfer: at(call, 'gives it to another project'),
};

export const compute: Readonly<Record<string, Entry>> = {
  listInstances: {
    by: 'Instance, client().instances.list',
    request: {
      computeId: at('client().instances.list', '`computeId`; data sources have `getInstance(id)`'),
    },
  },
  getInstance: { by: 'Instance, client().instances.get' },
  deployInstance: {
    by: 'Instance, client().instances.deploy',
    request: {
      pricing: because('deprecated: use `contract`'),
    },
  },
  performInstanceAction: {
    by: 'Instance, client().instances.perform',
    request: {
      action: at('Instance', 'see the actions'),
      id: several,
      volume_ids: at('Instance.keepVolumes', 'the volumes created with it, except kept ones'),
      delete_permanently: 'Instance.deletePermanently',
      on_spot_discontinue: 'Instance.osVolume.onSpotDiscontinue',
      project_id: at(call, 'of a `transfer`'),
    },
    actions: instanceActions,
  },
  createInstanceTag: {
    by: 'Instance.tags, Tag, client().tags.add',
    request: {
      key: at('Tag.key, Instance.tags', 'its keys'),
      value: at('Tag.value, Instance.tags', 'its values'),
    },
  },
  deleteInstanceTag: { by: 'Instance.tags, Tag, client().tags.remove' },
  performInstanceActionDeprecated: { by: because('deprecated: use PUT /v1/instances') },

  listClusters: { by: 'Cluster, client().clusters.list' },
  getCluster: { by: 'Cluster, client().clusters.get' },
  deployCluster: {
    by: 'Cluster, client().clusters.deploy',
    request: { 'existing_volumes.id': at('Cluster.existingVolumes', 'its entries') },
  },
  performClusterAction: {
    by: 'Cluster, client().clusters.discontinue',
    request: {
      ...all('actions actions.action', at('Cluster', '`pulumi destroy`')),
      'actions.id': at('Cluster', 'its id'),
    },
    actions: { discontinue: at('Cluster', '`pulumi destroy`') },
  },
  performClusterNodeAction: {
    by: 'Cluster.powerState, Cluster.offlineNodes, client().clusters.nodeAction',
    request: { action: 'Cluster.powerState, Cluster.offlineNodes' },
    actions: {
      boot: at('Cluster.powerState', '`running`'),
      shutdown: at('Cluster.powerState', '`offline`'),
      force_shutdown: at('Cluster.powerState', '`offline`, when a node does not shut down by itself'),
    },
  },
  createClusterTag: {
    by: 'Cluster.tags, Tag, client().tags.add',
    request: {
      key: at('Tag.key, Cluster.tags', 'its keys'),
      value: at('Tag.value, Cluster.tags', 'its values'),
    },
  },
  deleteClusterTag: { by: 'Cluster.tags, Tag, client().tags.remove' },

  listInstanceGroups: { by: 'InstanceGroup, client().instanceGroups.list' },
  getInstanceGroup: { by: 'InstanceGroup, client().instanceGroups.get' },
  createInstanceGroup: { by: 'InstanceGroup, client().instanceGroups.create' },
  updateInstanceGroup: {
    by: 'InstanceGroup, client().instanceGroups.update',
    request: same(
      'InstanceGroup',
      'name description template template.ssh_key_ids template.startup_script_id',
    ),
  },
  deleteInstanceGroup: { by: 'InstanceGroup, client().instanceGroups.delete' },

  listJournal: {
    by: 'client().journal.list, client().journal.listAll',
    request: {
      ...all('page pageSize', at('client().journal.list', '`getJournal` reads all pages')),
    },
  },
  listComputeJournal: {
    by: 'Instance, Cluster, client().journal.forCompute',
    request: {
      ...all('page pageSize action_code object_type hydrate', 'client().journal.forCompute'),
      ...all('compute_id volume_id', because('the path names the subject')),
    },
  },
  listVolumeJournal: {
    by: 'client().journal.forVolume',
    request: {
      ...all('page pageSize action_code object_type hydrate', 'client().journal.forVolume'),
      ...all('compute_id volume_id', because('the path names the subject')),
    },
  },
};
