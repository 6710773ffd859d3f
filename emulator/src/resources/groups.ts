import type { InstanceGroup, UpdateInstanceGroupRequest } from '#contract';
import { checkImage, locationCodes, machineTypeByName, machineTypeFor, placeFor } from '../model/catalogue';
import { conflict, invalidRequest, notFound } from '../model/errors';
import { requestedBy } from '../model/events';
import { allOwned, references } from '../model/projects';
import { instant, listOf, nullable, number, objectOf, oneOf, rowOf, text } from '../model/rows';
import { statusOf } from '../model/time/timelines';
import { defaultOsVolumeSize } from './instances/deploy';
import { isGone } from './machines/machines';
import { optionalIds, timestamp } from './shared/fields';
import type { Handlers } from '../contract/handlers';
import type { Caller } from '../model/events';
import type { Owned } from '../model/projects';
import type { World } from '../model/world';
import type { DeployTemplate } from './instances/deploy';
import type { Instance } from './instances/instance';
import type { Instances } from './instances/instances';
import type { Scripts } from './scripts';
import type { SshKeys } from './sshKeys';

export interface Group extends Owned, DeployTemplate {
  name: string;
  description: string | null;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
}

const groupRow = rowOf<Group>({
  projectId: text,
  name: text,
  description: nullable(text),
  instanceType: oneOf(machineTypeByName.keys()),
  location: oneOf(locationCodes),
  template: objectOf<Group['template']>({
    image: text,
    osVolumeSize: number,
    sshKeyIds: listOf(text),
    startupScriptId: nullable(text),
  }),
  createdAt: instant,
  updatedAt: instant,
  deletedAt: nullable(instant),
});

export type NewGroup = Pick<Group, 'name' | 'description' | 'location' | 'instanceType' | 'template'>;

/** Absent fields keep their values. */
export interface GroupPatch {
  name?: string | undefined;
  description?: string | null | undefined;
  sshKeyIds?: string[] | undefined;
  startupScriptId?: string | null | undefined;
}

/** Machines of one type, image and location under one name. */
export class Groups {
  readonly table: Map<string, Group>;

  constructor(
    private readonly world: World,
    private readonly instances: Instances,
    private readonly sshKeys: SshKeys,
    private readonly scripts: Scripts,
  ) {
    this.table = world.store.table<Group>('groups', { row: groupRow, refers: { projectId: 'projects' } });
    world.retention.limit(this.table, ({ deletedAt }) => deletedAt !== null);
  }

  /** Live groups, the oldest first. */
  list(caller: Caller): Group[] {
    return allOwned(this.table, caller).filter((group) => group.deletedAt === null);
  }

  get(caller: Caller, id: string): Group {
    const group = this.find(caller, id);
    if (group === undefined) throw notFound(`There is no instance group "${id}" in this project.`);
    return group;
  }

  /** The group that a deploy names. */
  getForDeploy(caller: Caller, id: string): Group {
    const group = this.find(caller, id);
    if (group === undefined)
      throw notFound(`instance_group_id: there is no instance group "${id}" in this project.`);
    return group;
  }

  members(group: Group): Instance[] {
    return [...this.instances.table.values()].filter(
      (instance) => instance.groupId === group.id && !isGone(instance),
    );
  }

  create(caller: Caller, wanted: NewGroup): Group {
    const machine = machineTypeFor('instance_type', wanted.instanceType);
    placeFor('location_code', wanted.location);
    checkImage(wanted.template.image, machine);
    this.checkTemplate(caller, wanted.template);
    this.checkName(caller, wanted.name);
    const now = this.world.now();
    const group: Group = {
      ...wanted,
      id: this.world.identifiers.uuid(),
      projectId: caller.projectId,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    this.table.set(group.id, group);
    this.record(caller, 'create', group);
    return group;
  }

  update(caller: Caller, id: string, patch: GroupPatch): Group {
    const group = this.get(caller, id);
    const { name = group.name, description = group.description } = patch;
    const { sshKeyIds = group.template.sshKeyIds, startupScriptId = group.template.startupScriptId } = patch;
    this.checkTemplate(caller, {
      sshKeyIds: patch.sshKeyIds ?? [],
      startupScriptId: patch.startupScriptId ?? null,
    });
    this.checkName(caller, name, group);
    const template = { ...group.template, sshKeyIds, startupScriptId };
    Object.assign(group, { name, description, template, updatedAt: this.world.now() });
    this.record(caller, 'other', group);
    return group;
  }

  /** Hides the group and frees its name; its machines remain without it. */
  delete(caller: Caller, id: string): void {
    const group = this.get(caller, id);
    for (const instance of this.members(group)) instance.groupId = null;
    group.deletedAt = this.world.now();
    this.record(caller, 'delete', group);
  }

  private find(caller: Caller, id: string): Group | undefined {
    const group = this.table.get(id);
    return group?.projectId === caller.projectId && group.deletedAt === null ? group : undefined;
  }

  private checkName(caller: Caller, name: string, self?: Group): void {
    const duplicate = this.list(caller).find((group) => group.name === name && group !== self);
    if (duplicate !== undefined)
      throw conflict(`name: the instance group ${duplicate.id} is already called "${name}".`);
  }

  private checkTemplate(
    caller: Caller,
    { sshKeyIds, startupScriptId }: Pick<DeployTemplate['template'], 'sshKeyIds' | 'startupScriptId'>,
  ): void {
    references(this.sshKeys.table, caller, 'SSH key', 'template.ssh_key_ids', sshKeyIds);
    const scriptIds = startupScriptId === null ? [] : [startupScriptId];
    references(this.scripts.table, caller, 'startup script', 'template.startup_script_id', scriptIds);
  }

  private record(caller: Caller, action: string, group: Group): void {
    this.world.events.record({
      projectId: caller.projectId,
      action,
      objectType: 'other',
      objectId: group.id,
      cause: requestedBy(caller),
      data: { name: group.name, instance_type: group.instanceType, location_code: group.location },
    });
  }
}

function toResponse(groups: Groups, group: Group): InstanceGroup {
  const members = groups.members(group);
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

/**
 * Here, null clears a field, unlike in other operations. A field that cannot change is refused, whatever its
 * value.
 */
function patchOf(body: UpdateInstanceGroupRequest): GroupPatch {
  const { template } = body;
  refuseOthers(body, ['name', 'description', 'template'], '');
  if (template) refuseOthers(template, ['ssh_key_ids', 'startup_script_id'], 'template.');
  return {
    name: body.name,
    description: body.description,
    sshKeyIds: template?.ssh_key_ids === null ? [] : optionalIds(template?.ssh_key_ids),
    startupScriptId: template?.startup_script_id,
  };
}

function refuseOthers(body: object, changeable: readonly string[], prefix: string): void {
  const found = Object.keys(body).find((property) => !changeable.includes(property));
  if (found === undefined) return;
  throw invalidRequest(
    `${prefix}${found} cannot be changed: only name, description, template.ssh_key_ids and template.startup_script_id of an instance group can. Create a new group.`,
  );
}

export const groupHandlers = (
  groups: Groups,
): Handlers<
  | 'listInstanceGroups'
  | 'createInstanceGroup'
  | 'getInstanceGroup'
  | 'updateInstanceGroup'
  | 'deleteInstanceGroup'
> => ({
  listInstanceGroups: ({ caller }) => ({
    status: 200,
    body: groups.list(caller).map((group) => toResponse(groups, group)),
  }),
  createInstanceGroup({ caller, body }) {
    const { name, description, location_code, instance_type, template } = body;
    const group = groups.create(caller, {
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
    return { status: 201, body: toResponse(groups, group) };
  },
  getInstanceGroup: ({ caller, path }) => ({
    status: 200,
    body: toResponse(groups, groups.get(caller, path.groupId)),
  }),
  updateInstanceGroup: ({ caller, path, body }) => ({
    status: 200,
    body: toResponse(groups, groups.update(caller, path.groupId, patchOf(body))),
  }),
  deleteInstanceGroup({ caller, path }) {
    groups.delete(caller, path.groupId);
    return { status: 204 };
  },
});
