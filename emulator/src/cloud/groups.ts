import { checkImage, machineTypeFor, placeFor } from '../model/catalogue';
import { conflict, notFound } from '../model/errors';
import { requestedBy } from '../model/events';
import { isGone } from '../resources/machines/machines';
import { allOwned, references } from '../model/projects';
import type { Cloud } from './cloud';
import type { Caller } from '../model/events';
import type { Instance } from './instances';
import type { Owned } from '../model/projects';

export interface GroupTemplate {
  image: string;
  /** GB. */
  osVolumeSize: number;
  sshKeyIds: string[];
  startupScriptId: string | null;
}

export interface Group extends Owned {
  name: string;
  description: string | null;
  location: string;
  instanceType: string;
  template: GroupTemplate;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
}

export type NewGroup = Pick<Group, 'name' | 'description' | 'location' | 'instanceType' | 'template'>;

/** What is absent stays as it is. */
export interface GroupPatch {
  name?: string | undefined;
  description?: string | null | undefined;
  sshKeyIds?: string[] | undefined;
  startupScriptId?: string | null | undefined;
}

/** Machines of one type, image and location under one name. */
export class Groups {
  readonly table: Map<string, Group>;

  constructor(private readonly cloud: Cloud) {
    this.table = cloud.store.table<Group>('groups');
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
  getFor(caller: Caller, id: string): Group {
    const group = this.find(caller, id);
    if (group === undefined)
      throw notFound(`instance_group_id: there is no instance group "${id}" in this project.`);
    return group;
  }

  members(group: Group): Instance[] {
    return [...this.cloud.instances.table.values()].filter(
      (instance) => instance.groupId === group.id && !isGone(instance),
    );
  }

  create(caller: Caller, wanted: NewGroup): Group {
    const machine = machineTypeFor('instance_type', wanted.instanceType);
    placeFor('location_code', wanted.location);
    checkImage(wanted.template.image, machine);
    this.checkTemplate(caller, wanted.template);
    this.checkName(caller, wanted.name);
    const now = this.cloud.now();
    const group: Group = {
      ...wanted,
      id: this.cloud.identifiers.uuid(),
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
    Object.assign(group, { name, description, template, updatedAt: this.cloud.now() });
    this.record(caller, 'other', group);
    return group;
  }

  /** Hides the group and frees its name; its machines live on without it. */
  delete(caller: Caller, id: string): void {
    const group = this.get(caller, id);
    for (const instance of this.members(group)) instance.groupId = null;
    group.deletedAt = this.cloud.now();
    this.record(caller, 'delete', group);
  }

  private find(caller: Caller, id: string): Group | undefined {
    const group = this.table.get(id);
    return group?.projectId === caller.projectId && group.deletedAt === null ? group : undefined;
  }

  private checkName(caller: Caller, name: string, itself?: Group): void {
    const twin = this.list(caller).find((group) => group.name === name && group !== itself);
    if (twin !== undefined)
      throw conflict(`name: the instance group ${twin.id} is already called "${name}".`);
  }

  private checkTemplate(
    caller: Caller,
    { sshKeyIds, startupScriptId }: Pick<GroupTemplate, 'sshKeyIds' | 'startupScriptId'>,
  ): void {
    const { sshKeys, scripts } = this.cloud;
    references(sshKeys.table, caller, 'SSH key', 'template.ssh_key_ids', sshKeyIds);
    const scriptIds = startupScriptId === null ? [] : [startupScriptId];
    references(scripts.table, caller, 'startup script', 'template.startup_script_id', scriptIds);
  }

  private record(caller: Caller, action: string, group: Group): void {
    this.cloud.events.record({
      projectId: caller.projectId,
      action,
      objectType: 'other',
      objectId: group.id,
      cause: requestedBy(caller),
      data: { name: group.name, instance_type: group.instanceType, location_code: group.location },
    });
  }
}
