import type { InstanceGroup, UpdateInstanceGroupRequest } from '#contract';
import { invalidRequest } from '../model/errors';
import { statusOf } from '../model/time/timelines';
import { optionalIds, present, timestamp } from '../resources/shared/wording';
import type { Cloud } from '../cloud/cloud';
import type { Group, GroupPatch } from '../cloud/groups';
import type { Handlers } from '../contract/handlers';

/** GB of the OS volumes when the template leaves it out. */
const defaultOsVolumeSize = 50;

function worded(cloud: Cloud, group: Group): InstanceGroup {
  const members = cloud.groups.members(group);
  const { image, osVolumeSize, sshKeyIds, startupScriptId } = group.template;
  return {
    id: group.id,
    project_id: group.projectId,
    name: group.name,
    description: group.description,
    location_code: group.location,
    instance_type: group.instanceType,
    template: {
      image,
      os_volume: { size: osVolumeSize },
      ssh_key_ids: sshKeyIds,
      startup_script_id: startupScriptId,
    },
    created_at: timestamp(group.createdAt),
    updated_at: timestamp(group.updatedAt),
    deleted_at: group.deletedAt === null ? null : timestamp(group.deletedAt),
    instances: members.map((member) => ({
      id: member.id,
      hostname: member.hostname,
      status: statusOf(member),
    })),
    size: members.length,
  };
}

/** Unlike elsewhere, null clears; fields that cannot change are refused, whatever their value. */
function patchOf(body: UpdateInstanceGroupRequest): GroupPatch {
  const { template } = body;
  refuseImmutable(body, ['location_code', 'instance_type'], '');
  if (template) refuseImmutable(template, ['image', 'os_volume'], 'template.');
  return {
    name: present(body.name),
    description: body.description,
    sshKeyIds: template?.ssh_key_ids === null ? [] : optionalIds(template?.ssh_key_ids),
    startupScriptId: template?.startup_script_id,
  };
}

function refuseImmutable(body: object, properties: readonly string[], prefix: string): void {
  const found = properties.find((property) => property in body);
  if (found === undefined) return;
  throw invalidRequest(`${prefix}${found} of an instance group cannot be changed. Make a new group.`);
}

export const groups: Handlers<
  | 'listInstanceGroups'
  | 'createInstanceGroup'
  | 'getInstanceGroup'
  | 'updateInstanceGroup'
  | 'deleteInstanceGroup'
> = {
  listInstanceGroups: ({ cloud, caller }) => ({
    status: 200,
    body: cloud.groups.list(caller).map((group) => worded(cloud, group)),
  }),
  createInstanceGroup({ cloud, caller, body }) {
    const { name, description, location_code, instance_type, template } = body;
    const group = cloud.groups.create(caller, {
      name,
      description: description ?? null,
      location: location_code,
      instanceType: instance_type,
      template: {
        image: template.image,
        osVolumeSize: template.os_volume?.size ?? defaultOsVolumeSize,
        sshKeyIds: optionalIds(template.ssh_key_ids) ?? [],
        startupScriptId: template.startup_script_id ?? null,
      },
    });
    return { status: 201, body: worded(cloud, group) };
  },
  getInstanceGroup: ({ cloud, caller, path }) => ({
    status: 200,
    body: worded(cloud, cloud.groups.get(caller, path.groupId)),
  }),
  updateInstanceGroup: ({ cloud, caller, path, body }) => ({
    status: 200,
    body: worded(cloud, cloud.groups.update(caller, path.groupId, patchOf(body))),
  }),
  deleteInstanceGroup({ cloud, caller, path }) {
    cloud.groups.delete(caller, path.groupId);
    return { status: 204 };
  },
};
