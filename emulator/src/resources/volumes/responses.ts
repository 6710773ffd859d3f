import type { AttachedInstance, DeletedVolume, Volume as VolumeBody, VolumeStatus } from '#contract';
import { clusterKinds, hoursPerMonth, machineTypeOf } from '../../model/catalogue';
import { statusOf } from '../../model/time/timelines';
import { shownOsVolumeId } from '../machines/machines';
import { price, timestamp } from '../shared/fields';
import { keptOf } from '../shared/kept';
import { longTermResponse } from './longTerm';
import { isDeleted, isPurged } from './volume';
import type { World } from '../../model/world';
import type { Machine } from '../machines/machines';
import type { Volume } from './volume';
import type { Volumes } from './volumes';

/** A purged volume is shown as deleted. */
function publicStatus(volume: Volume): VolumeStatus {
  const status = statusOf(volume);
  return status === 'purged' ? 'deleted' : status;
}

function attachedInstance(volumes: Volumes, instance: Machine): AttachedInstance {
  const cluster = clusterKinds.find(({ name }) => name === instance.type);
  const machine = cluster?.worker ?? machineTypeOf(instance);
  const count = cluster?.workers ?? 1;
  const longTerm = volumes.table.get(instance.osVolumeId ?? '')?.longTerm ?? null;
  return {
    id: instance.id,
    auto_rental_extension: longTerm === null ? null : (longTerm.isRenewed ?? true),
    ip: instance.ip,
    instance_type: instance.type,
    status: statusOf(instance),
    os_volume_id: shownOsVolumeId(instance),
    hostname: instance.hostname,
    instance_template: {
      instance_type: instance.type,
      cpu_cores: count * machine.cores,
      gpu_number: count * machine.gpus,
      gpu_vram_gb: count * machine.gpus * (machine.accelerator?.memory ?? 0),
      ram_gb: count * machine.memory,
    },
    instance_model: {
      code: machine.accelerator?.model ?? 'CPU',
      manufacturer: machine.accelerator?.manufacturer ?? 'AMD',
      category: machine.gpus > 0 ? 'gpu' : 'cpu',
      cluster_model_code: cluster === undefined ? null : (machine.accelerator?.model ?? null),
    },
  };
}

/** The fields that active and deleted volumes share. */
function common(
  world: World,
  volumes: Volumes,
  volume: Volume,
): Omit<DeletedVolume, 'deleted_at' | 'is_permanently_deleted'> {
  const instances = volume.instanceIds.flatMap((id) => volumes.machines.findAny(id) ?? []);
  const monthly = volumes.monthlyPrice(volume);
  const status = publicStatus(volume);
  return {
    id: volume.id,
    ...keptOf('Volume', volume),
    status,
    location: volume.location,
    is_os_volume: volume.isOs,
    instance_id: volume.instanceIds[0] ?? null,
    instances: instances.map((instance) => attachedInstance(volumes, instance)),
    ssh_key_ids: volume.sshKeyIds,
    target: status === 'attached' ? volume.device : null,
    contract: volume.longTerm === null ? 'PAY_AS_YOU_GO' : 'LONG_TERM',
    base_hourly_cost: Math.round((monthly / hoursPerMonth) * 1e8) / 1e8,
    monthly_price: price(monthly),
    currency: world.projects.get(volume.projectId).currency,
    created_at: timestamp(volume.createdAt),
    tags: volume.tags,
  };
}

/** Mount commands: block volumes by their device, shared ones over the network. */
function mounting(
  volume: Volume,
): Pick<
  VolumeBody,
  'pseudo_path' | 'create_directory_command' | 'mount_command' | 'filesystem_to_fstab_command'
> {
  if (volume.isOs) {
    return {
      pseudo_path: null,
      create_directory_command: null,
      mount_command: null,
      filesystem_to_fstab_command: null,
    };
  }
  const pseudoPath = `${volume.name.replaceAll(/[^A-Za-z0-9_-]/g, '-')}-${volume.id.slice(0, 8)}`;
  const directory = `/mnt/${pseudoPath}`;
  const isShared = volume.type.includes('Shared');
  const source = isShared
    ? `nfs.${volume.location.toLowerCase()}.internal:/${pseudoPath}`
    : `/dev/disk/by-id/virtio-${volume.id.slice(0, 20)}`;
  const kind = isShared ? 'nfs' : 'ext4';
  return {
    pseudo_path: pseudoPath,
    create_directory_command: `mkdir -p ${directory}`,
    mount_command: `mount -t ${kind} ${source} ${directory}`,
    filesystem_to_fstab_command: `grep -qxF '${source} ${directory} ${kind} defaults 0 0' /etc/fstab || echo '${source} ${directory} ${kind} defaults 0 0' | sudo tee -a /etc/fstab`,
  };
}

/** Describes volumes as the API does. */
export class VolumeResponses {
  constructor(
    private readonly world: World,
    private readonly volumes: Volumes,
  ) {}

  of(volume: Volume): VolumeBody | DeletedVolume {
    if (isDeleted(volume)) return this.ofDeleted(volume);
    return {
      ...common(this.world, this.volumes, volume),
      ...mounting(volume),
      long_term: longTermResponse(this.world, volume),
      created_by_user_id: volume.createdByUserId,
    };
  }

  ofDeleted(volume: Volume): DeletedVolume {
    return {
      ...common(this.world, this.volumes, volume),
      deleted_at: timestamp(volume.deletedAt ?? this.world.now()),
      is_permanently_deleted: isPurged(volume),
    };
  }
}
