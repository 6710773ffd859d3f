// What becomes of the fields of replies.
import type { ReplyEntry } from './entry';
import { all, at, because, same } from './entry';

const attached = (names: string) =>
  all(
    names
      .split(' ')
      .map((name) => `instances.${name}`)
      .join(' '),
    because('of the machine: `Instance.get` or `getInstance`'),
  );

const OF_INSTANCES =
  'auto_rental_extension ip instance_type status os_volume_id hostname instance_template instance_template.instance_type ' +
  'instance_template.cpu_cores instance_template.gpu_number instance_template.gpu_vram_gb instance_template.ram_gb ' +
  'instance_model instance_model.code instance_model.manufacturer instance_model.category instance_model.cluster_model_code';

const tagsOf = (resource: string) => ({
  tags: `${resource}.tags`,
  'tags.id': at('Tag.tagId', 'also `getTags`'),
  'tags.key': at(`${resource}.tags`, 'its keys'),
  'tags.value': at(`${resource}.tags`, 'its values'),
});

/** By the name of the schema. */
export const replies: Readonly<Record<string, ReplyEntry>> = {
  AccessToken: { reason: 'the client holds it and shows it to nobody' },
  Volume: {
    fields: {
      instances: 'Volume.attachedTo',
      'instances.id': at('Volume.attachedTo', 'its entries'),
      ...attached(OF_INSTANCES),
      'tags.id': at('Tag.tagId', 'also `getTags`'),
    },
  },
  Instance: {
    // The data source leaves the one secret out.
    fields: {
      ...same('Instance', 'id hostname description status created_at created_by_user_id ip private_ip cpu'),
      ...same(
        'Instance',
        'cpu.description cpu.number_of_cores cpu.model gpu gpu.description gpu.number_of_gpus',
      ),
      ...same('Instance', 'gpu_memory gpu_memory.description gpu_memory.size_in_gigabytes memory'),
      ...same('Instance', 'memory.description memory.size_in_gigabytes storage storage.description location'),
      ...same('Instance', 'price_per_hour is_spot instance_type image os_name startup_script_id ssh_key_ids'),
      ...same('Instance', 'os_volume_id volume_ids jupyter_token contract pricing'),
      ...tagsOf('Instance'),
    },
  },
  InstanceActionResult: { all: 'client().instances.perform()' },
  Cluster: {
    fields: {
      ...same(
        'Cluster',
        'id ip status created_at cpu cpu.description cpu.number_of_cores gpu gpu.description',
      ),
      ...same('Cluster', 'gpu.number_of_gpus gpu_memory gpu_memory.description gpu_memory.size_in_gigabytes'),
      ...same('Cluster', 'memory memory.description memory.size_in_gigabytes hostname description location'),
      ...same('Cluster', 'price_per_hour cluster_type image os_name ssh_key_ids contract startup_script_id'),
      ...same('Cluster', 'auto_rent_extension turn_to_pay_as_you_go extension_settings long_term_period'),
      ...same('Cluster', 'worker_nodes worker_nodes.id worker_nodes.hostname worker_nodes.public_ip'),
      ...same('Cluster', 'worker_nodes.private_ip worker_nodes.status jump_host jump_host.id'),
      ...same('Cluster', 'jump_host.hostname jump_host.public_ip jump_host.private_ip jump_host.status'),
      ...same('Cluster', 'service_nodes service_nodes.id service_nodes.hostname service_nodes.public_ip'),
      ...same('Cluster', 'service_nodes.private_ip service_nodes.status shared_volumes shared_volumes.id'),
      ...same('Cluster', 'shared_volumes.name shared_volumes.mount_point shared_volumes.size_in_gigabytes'),
      'cpu.model': 'getCluster().cpu.model',
      ...tagsOf('Cluster'),
    },
  },
  InstanceGroup: {
    fields: { deleted_at: at('getInstanceGroup().deletedAt', 'a group that is read is live') },
  },
  AuditPage: {
    fields: {
      data: 'getAuditLog()',
      ...Object.fromEntries(
        (
          'specversion id source subject type time data data.contract data.hostname data.instance_type ' +
          'data.location_code data.discontinue_reason data.request_ip data.request_origin data.actor_id data.compute ' +
          'data.compute.id data.compute.hostname data.compute.instance_type data.compute.ip data.compute.os_volume_id ' +
          'data.compute.location_code data.compute.is_cluster'
        )
          .split(' ')
          .map((name) => [`data.${name}`, Object.values(same('getAuditLog()', name))[0] ?? '']),
      ),
      cursor: at('client().audit.list().cursor', '`getAuditLog` follows it'),
    },
  },
  VolumeActionAccepted: { fields: { id: at('Volume.id', 'of a copy') } },
  ClusterAccepted: { fields: { id: 'Cluster.id' } },
  AddressMapping: { all: 'client().privateNetworks.addressMappings.get()' },
  EndpointBinding: { all: 'client().privateNetworks.endpointBindings.get()' },
};
