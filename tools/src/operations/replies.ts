// Where the fields of replies are available.
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
  'auto_rental_extension ip instance_type os_volume_id instance_template instance_template.instance_type ' +
  'instance_template.cpu_cores instance_template.gpu_number instance_template.gpu_vram_gb instance_template.ram_gb ' +
  'instance_model instance_model.code instance_model.manufacturer instance_model.category instance_model.cluster_model_code';

/** By the name of the schema. */
export const replies: Readonly<Record<string, ReplyEntry>> = {
  AccessToken: { reason: 'only the client uses it' },
  Volume: {
    fields: {
      instances: 'Volume.attachedTo, Volume.attachedMachines',
      ...attached(OF_INSTANCES),
    },
  },
  Instance: { fields: { image: 'Instance.image' } },
  InstanceActionResult: { all: 'client().instances.perform()' },
  Cluster: {
    fields: {
      'cpu.model': 'getCluster().cpu.model',
      ...same('Cluster', 'service_nodes service_nodes.id service_nodes.hostname service_nodes.public_ip'),
      ...same('Cluster', 'service_nodes.private_ip service_nodes.status'),
    },
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
};
