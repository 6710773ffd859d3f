import type {
  AttachedInstance,
  DeletedVolume,
  LongTerm,
  Volume as VolumeBody,
  VolumeStatus,
} from '#contract';
import { endOf, exchangeRate, hoursPerMonth, instancePeriods } from '../model/catalogue';
import { requestedBy } from '../model/events';
import { machineOf, shownOsVolumeId } from '../cloud/instances';
import { statusOf } from '../model/time/timelines';
import { isDeleted, isPurged } from '../cloud/volumeStates';
import { ids, instanceIds, present, price, tag, tags, timestamp } from '../resources/shared/wording';
import type { Cloud } from '../cloud/cloud';
import type { Instance } from '../cloud/instances';
import type { Volume } from '../cloud/volumes';
import type { Handlers } from '../contract/handlers';

/** A purged volume still reads as deleted. */
function statusWord(volume: Volume): VolumeStatus {
  const status = statusOf(volume);
  return status === 'purged' ? 'deleted' : status;
}

function attachedInstance(cloud: Cloud, instance: Instance): AttachedInstance {
  const machine = machineOf(instance);
  const osVolume = instance.osVolumeId === null ? undefined : cloud.volumes.table.get(instance.osVolumeId);
  return {
    id: instance.id,
    auto_rental_extension: osVolume?.longTerm ? true : null,
    ip: instance.ip,
    instance_type: instance.type,
    status: statusOf(instance),
    os_volume_id: shownOsVolumeId(instance),
    hostname: instance.hostname,
    instance_template: {
      instance_type: instance.type,
      cpu_cores: machine.cores,
      gpu_number: machine.gpus,
      gpu_vram_gb: machine.gpus * (machine.accelerator?.memory ?? 0),
      ram_gb: machine.memory,
    },
    instance_model: {
      code: machine.accelerator?.model ?? 'CPU',
      manufacturer: machine.accelerator?.manufacturer ?? 'AMD',
      category: machine.gpus > 0 ? 'gpu' : 'cpu',
      cluster_model_code: null,
    },
  };
}

/** The contract runs on by itself: each period follows the one before. */
function longTerm(cloud: Cloud, volume: Volume): LongTerm | null {
  const term = volume.longTerm;
  const period = instancePeriods.find(({ code }) => code === term?.periodCode);
  if (term === null || period === undefined) return null;
  let end = endOf(period, term.startedAt);
  while (end <= cloud.now()) end = endOf(period, end);
  const amount = price(term.periodPrice * exchangeRate[cloud.projects.get(volume.projectId).currency]);
  return {
    end_date: timestamp(end),
    long_term_period: term.periodCode,
    discount_percentage: term.discount,
    auto_rental_extension: true,
    next_period_price: amount,
    current_period_price: amount,
  };
}

/** What active and deleted volumes have in common. */
function common(cloud: Cloud, volume: Volume): Omit<DeletedVolume, 'deleted_at' | 'is_permanently_deleted'> {
  const instances = volume.instanceIds.flatMap((id) => cloud.instances.table.get(id) ?? []);
  const monthly = cloud.volumes.monthlyPrice(volume);
  const status = statusWord(volume);
  return {
    id: volume.id,
    name: volume.name,
    status,
    type: volume.type,
    size: volume.size,
    location: volume.location,
    is_os_volume: volume.isOs,
    instance_id: volume.instanceIds[0] ?? null,
    instances: instances.map((instance) => attachedInstance(cloud, instance)),
    ssh_key_ids: volume.sshKeyIds,
    target: status === 'attached' ? volume.device : null,
    contract: volume.longTerm === null ? 'PAY_AS_YOU_GO' : 'LONG_TERM',
    base_hourly_cost: Math.round((monthly / hoursPerMonth) * 1e8) / 1e8,
    monthly_price: price(monthly),
    currency: cloud.projects.get(volume.projectId).currency,
    created_at: timestamp(volume.createdAt),
    tags: volume.tags,
  };
}

/** How to mount it. Block volumes by their device, shared ones over the network. */
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

export function deletedVolume(cloud: Cloud, volume: Volume): DeletedVolume {
  return {
    ...common(cloud, volume),
    deleted_at: timestamp(volume.deletedAt ?? cloud.now()),
    is_permanently_deleted: isPurged(volume),
  };
}

export function volumeBody(cloud: Cloud, volume: Volume): VolumeBody | DeletedVolume {
  if (isDeleted(volume)) return deletedVolume(cloud, volume);
  return {
    ...common(cloud, volume),
    ...mounting(volume),
    long_term: longTerm(cloud, volume),
    created_by_user_id: volume.createdByUserId,
  };
}

export const volumes: Handlers<
  | 'listVolumes'
  | 'createVolume'
  | 'performVolumeAction'
  | 'listTrash'
  | 'getVolume'
  | 'deleteVolume'
  | 'createVolumeTag'
  | 'deleteVolumeTag'
> = {
  listVolumes: ({ cloud, caller, query }) => ({
    status: 200,
    body: cloud.volumes.list(caller, query.status).map((volume) => volumeBody(cloud, volume)),
  }),
  createVolume({ cloud, caller, body }) {
    const { name, size, type } = body;
    const wanted = { name, size, type, tags: tags(body.tags) };
    const volume = cloud.volumes.create(caller, wanted, body.location_code, instanceIds(body));
    return { status: 202, body: volume.id };
  },
  performVolumeAction({ cloud, caller, body }) {
    const { satisfied, copy } = cloud.volumeActions.perform(caller, {
      action: body.action,
      ids: ids(body.id),
      instanceIds: instanceIds(body),
      isPermanent: body.is_permanent ?? false,
      locationCode: present(body.location_code),
      name: present(body.name),
      size: present(body.size),
      type: present(body.type),
      projectId: present(body.project_id),
    });
    if (copy !== undefined) return { status: 202, body: { id: copy.id } };
    return { status: satisfied && body.action === 'delete' ? 204 : 202 };
  },
  listTrash: ({ cloud, caller }) => ({
    status: 200,
    body: cloud.volumes.trash(caller).map((volume) => deletedVolume(cloud, volume)),
  }),
  getVolume: ({ cloud, caller, path }) => ({
    status: 200,
    body: volumeBody(cloud, cloud.volumes.get(caller, path.volume_id)),
  }),
  deleteVolume({ cloud, caller, path, query, body }) {
    const volume = cloud.volumes.get(caller, path.volume_id);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated is still served
    const isPermanent = body?.is_permanent ?? query.force ?? false;
    const doing = cloud.volumeActions.delete(requestedBy(caller), volume, isPermanent);
    if (doing === 'satisfied') return { status: 204 };
    doing();
    return { status: 202 };
  },
  createVolumeTag: ({ cloud, caller, path, body }) => ({
    status: 201,
    body: cloud.volumes.addTag(caller, path.volume_id, tag(body)),
  }),
  deleteVolumeTag({ cloud, caller, path }) {
    cloud.volumes.removeTag(caller, path.volume_id, path.tagId);
    return { status: 204 };
  },
};
