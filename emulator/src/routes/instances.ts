import type { DeployInstanceRequest, Instance as InstanceBody, InstanceActionRequest } from '#contract';
import { exchangeRate, machineTypeOf } from '../model/catalogue';
import { shownOsVolumeId } from '../resources/machines/machines';
import { CloudError } from '../model/errors';
import { lasting } from '../contract/text';
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
import type { DeployRequest } from '../cloud/deploy';
import type { Caller } from '../model/events';
import type { Instance } from '../cloud/instances';
import type { Volume } from '../resources/volumes/volume';
import type { Answer, Handlers } from '../contract/handlers';

/** Bodies of machines, good until something changes in the cloud: whoever polls asks for the same ones again and again. */
const bodies = new WeakMap<Instance, { changes: number; body: InstanceBody }>();

export function instanceBody(cloud: Cloud, instance: Instance): InstanceBody {
  const known = bodies.get(instance);
  if (known?.changes === cloud.changes) return known.body;
  const body = lasting(newBody(cloud, instance, cloud.volumes.byInstance().get(instance.id) ?? []));
  bodies.set(instance, { changes: cloud.changes, body });
  return body;
}

function newBody(cloud: Cloud, instance: Instance, volumes: readonly Volume[]): InstanceBody {
  const osVolume = volumes.find(({ id }) => id === instance.osVolumeId);
  return {
    id: instance.id,
    hostname: instance.hostname,
    description: instance.description,
    status: statusOf(instance),
    created_at: timestamp(instance.createdAt),
    created_by_user_id: instance.createdByUserId,
    ip: instance.ip,
    private_ip: instance.privateIp,
    ...hardware(machineTypeOf(instance)),
    storage: { description: osVolume === undefined ? '' : `${osVolume.size}GB ${osVolume.type}` },
    location: instance.location,
    price_per_hour: price(
      instance.pricePerHour * exchangeRate[cloud.projects.get(instance.projectId).currency],
    ),
    is_spot: instance.isSpot,
    instance_type: instance.type,
    image: instance.image,
    os_name: instance.osName,
    startup_script_id: instance.startupScriptId,
    ssh_key_ids: instance.sshKeyIds,
    os_volume_id: shownOsVolumeId(instance),
    volume_ids: volumes.filter(({ id }) => id !== instance.osVolumeId).map(({ id }) => id),
    jupyter_token: instance.jupyterToken,
    contract: instance.contract,
    pricing: 'FIXED_PRICE',
    tags: instance.tags,
  };
}

function deployRequest(body: DeployInstanceRequest): DeployRequest {
  const osVolume = present(body.os_volume);
  return {
    hostname: body.hostname,
    description: body.description,
    image: present(body.image),
    instanceType: present(body.instance_type),
    locationCode: present(body.location_code),
    contract: present(body.contract),
    isSpot: present(body.is_spot),
    longTermPeriod: present(body.long_term_period),
    coupon: present(body.coupon),
    sshKeyIds: optionalIds(body.ssh_key_ids),
    startupScriptId: present(body.startup_script_id),
    groupId: present(body.instance_group_id),
    existingVolumes: body.existing_volumes ?? [],
    osVolume: osVolume && {
      name: present(osVolume.name),
      size: present(osVolume.size),
      onSpotDiscontinue: present(osVolume.on_spot_discontinue),
    },
    volumes: (body.volumes ?? []).map((volume) => ({
      name: volume.name,
      size: volume.size,
      type: volume.type,
      tags: tags(volume.tags),
      onSpotDiscontinue: present(volume.on_spot_discontinue),
    })),
    tags: tags(body.tags),
  };
}

/** One id in either form is answered for itself, several by a list of results. */
function act(cloud: Cloud, caller: Caller, body: InstanceActionRequest): Answer<'performInstanceAction'> {
  const outcomes = cloud.instanceActions.perform(caller, {
    action: body.action,
    ids: ids(body.id),
    volumeIds: optionalIds(body.volume_ids),
    deletePermanently: body.delete_permanently ?? false,
    onSpotDiscontinue: present(body.on_spot_discontinue),
    projectId: present(body.project_id),
  });
  const [only] = outcomes;
  if (outcomes.length === 1 && only !== undefined) {
    if (only.outcome instanceof CloudError) throw only.outcome;
    if (only.outcome === 'satisfied') return { status: 204 };
  }
  const results = outcomes.map(({ instanceId, outcome }) => {
    if (!(outcome instanceof CloudError))
      return { action: body.action, instanceId, status: 'success' as const };
    const { message, status: statusCode } = outcome;
    return { action: body.action, instanceId, status: 'error' as const, error: message, statusCode };
  });
  return { status: results.every(({ status }) => status === 'success') ? 202 : 207, body: results };
}

export const instances: Handlers<
  | 'listInstances'
  | 'deployInstance'
  | 'performInstanceAction'
  | 'performInstanceActionDeprecated'
  | 'getInstance'
  | 'createInstanceTag'
  | 'deleteInstanceTag'
> = {
  listInstances({ cloud, caller, query }) {
    const found = cloud.instances.list(caller, {
      status: query.status,
      id: query.computeId,
      tags: query.tag,
    });
    return { status: 200, body: found.map((one) => instanceBody(cloud, one)) };
  },
  deployInstance: ({ cloud, caller, body }) => ({
    status: 202,
    body: cloud.deploy.perform(caller, deployRequest(body)).id,
  }),
  performInstanceAction: ({ cloud, caller, body }) => act(cloud, caller, body),
  performInstanceActionDeprecated: ({ cloud, caller, body }) => act(cloud, caller, body),
  getInstance({ cloud, caller, path }) {
    const instance = cloud.instances.get(caller, path.instance_id);
    return { status: 200, body: instanceBody(cloud, instance) };
  },
  createInstanceTag: ({ cloud, caller, path, body }) => ({
    status: 201,
    body: cloud.instances.addTag(caller, path.instance_id, tag(body)),
  }),
  deleteInstanceTag({ cloud, caller, path }) {
    cloud.instances.removeTag(caller, path.instance_id, path.tagId);
    return { status: 204 };
  },
};
