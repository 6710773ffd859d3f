import { checkImage, imageByType, images, machineTypeFor, placeFor } from '../../model/catalogue';
import { invalidRequest, notFound } from '../../model/errors';
import { requestedBy } from '../../model/events';
import { references } from '../../model/projects';
import { provisioningSeconds } from '../../model/settings';
import { provisioningSteps, requireCapacity } from '../machines/deploy';
import { keptOf } from '../shared/kept';
import { newTags } from '../shared/tags';
import { checkForInstances, checkIsOffered } from '../volumes/checks';
import { longTermFrom } from '../volumes/longTerm';
import { gigabytesOf } from '../volumes/volumes';
import { checkFree, inherited, termsOf, unknownImage } from './deployRequest';
import type { MachineType } from '../../model/catalogue';
import type { Caller } from '../../model/events';
import type { World } from '../../model/world';
import type { Scripts } from '../scripts';
import type { SshKeys } from '../sshKeys';
import type { NewVolume, Volume } from '../volumes/volume';
import type { DeployRequest, Terms } from './deployRequest';
import type { Instance } from './instance';
import type { Instances } from './instances';

/** The settings that an instance group provides to its instances. */
export interface DeployTemplate {
  id: string;
  instanceType: string;
  location: string;
  template: {
    image: string;
    /** GB. */
    osVolumeSize: number;
    sshKeyIds: string[];
    startupScriptId: string | null;
  };
}

type FindTemplate = (caller: Caller, groupId: string) => DeployTemplate;

/** GB of an OS volume without a size. */
export const defaultOsVolumeSize = 50;

/** Checks a deploy against all data of the cloud, then creates the machine and its volumes, or nothing. */
export class InstanceDeploy {
  private findTemplate: FindTemplate = (_, id) => {
    throw notFound(`instance_group_id: there is no instance group "${id}" in this project.`);
  };

  constructor(
    private readonly world: World,
    private readonly instances: Instances,
    private readonly sshKeys: SshKeys,
    private readonly scripts: Scripts,
  ) {}

  /** Sets how a deploy finds the template of the group that it names. */
  useTemplates(find: FindTemplate): void {
    this.findTemplate = find;
  }

  perform(caller: Caller, request: DeployRequest): Instance {
    const { billing, capacity } = this.world;
    const { volumes } = this.instances;
    const group = request.groupId === undefined ? undefined : this.findTemplate(caller, request.groupId);
    const machine = machineTypeFor(
      'instance_type',
      inherited('instance_type', request.instanceType, group?.instanceType),
    );
    const location = placeFor(
      'location_code',
      inherited('location_code', request.locationCode, group?.location),
    ).code;
    const terms = termsOf(request, machine);
    const keyIds = this.keyIds(caller, request, group);
    const instance = this.draft(caller, request, { machine, location, terms, group, keyIds });
    const image = inherited('image', request.image, group?.template.image);
    const osVolume = this.osVolume(caller, request, { image, machine, instance, group });
    const news = request.volumes.map((wanted, index) => this.newVolume(caller, wanted, index, instance));
    const existing = this.existing(caller, request.existingVolumes, instance, osVolume);
    const made = osVolume.entered === 0 ? [osVolume, ...news] : news;
    const price = made.reduce((sum, volume) => sum + volumes.hourlyPrice(volume), instance.pricePerHour);
    volumes.checkQuota(caller, gigabytesOf(made));
    billing.require(caller, price);
    requireCapacity(capacity, { location, type: machine.name, isSpot: instance.isSpot });
    instance.osVolumeId = osVolume.id;
    instance.image = osVolume.image ?? image;
    instance.osName = imageByType(instance.image)?.name ?? instance.image;
    if (terms.period !== undefined) osVolume.longTerm = longTermFrom(instance.createdAt, terms.period, price);
    this.launch(caller, instance, machine, made, existing.concat(made.includes(osVolume) ? [] : [osVolume]));
    return instance;
  }

  /** Plans the statuses of a machine from `ordered` to `running`. */
  provision(caller: Caller, instance: Instance, machine: MachineType): void {
    const seconds = provisioningSeconds(this.world.durations, machine);
    this.world.timelines.plan(instance, requestedBy(caller), provisioningSteps(seconds));
  }

  private launch(
    caller: Caller,
    instance: Instance,
    machine: MachineType,
    made: Volume[],
    existing: Volume[],
  ): void {
    const { instances } = this;
    const { volumes } = instances;
    instance.privateIp = this.privateAddress(caller, instance);
    if (this.world.loopback.isOpen) instance.authorizedKeys = this.sshKeys.textsOf(instance.sshKeyIds);
    instances.table.set(instance.id, instance);
    instances.record(requestedBy(caller), 'create', instance);
    if (instance.coupon !== null) this.redeem(caller, instance.coupon, instance);
    this.provision(caller, instance, machine);
    for (const volume of made) {
      volume.instanceIds = [instance.id];
      volumes.add(caller, volume);
    }
    for (const volume of existing) volumes.attach(requestedBy(caller), volume, [instance]);
  }

  private privateAddress(caller: Caller, { location }: Instance): string | null {
    const { loopback } = this.world;
    return loopback.isOpen
      ? loopback.take()
      : (this.instances.networks.findFree(caller, location, 1)[0] ?? null);
  }

  /** The emulator has no coupons: it accepts each one, without an effect on the price. */
  private redeem(caller: Caller, coupon: string, { id, hostname }: Instance): void {
    this.world.events.record({
      projectId: caller.projectId,
      action: 'redeem',
      objectType: 'coupon',
      objectId: coupon,
      cause: requestedBy(caller),
      data: { compute_id: id, hostname },
    });
  }

  private draft(
    caller: Caller,
    request: DeployRequest,
    chosen: {
      machine: MachineType;
      location: string;
      terms: Terms;
      group: DeployTemplate | undefined;
      keyIds: string[];
    },
  ): Instance {
    const { identifiers } = this.world;
    const { machine, location, terms, group, keyIds } = chosen;
    const scriptId = request.startupScriptId ?? group?.template.startupScriptId ?? undefined;
    if (request.startupScriptId !== undefined)
      references(this.scripts.table, caller, 'startup script', 'startup_script_id', [
        request.startupScriptId,
      ]);
    else if (scriptId !== undefined && !this.scripts.table.has(scriptId))
      throw deletedFromGroup(group, 'startup script', scriptId);
    return {
      id: identifiers.uuid(),
      projectId: caller.projectId,
      ...keptOf('Instance', request),
      type: machine.name,
      image: '',
      osName: '',
      location,
      contract: terms.contract,
      isSpot: terms.isSpot,
      pricePerHour: terms.pricePerHour,
      sshKeyIds: keyIds,
      startupScriptId: scriptId ?? null,
      osVolumeId: null,
      groupId: group?.id ?? null,
      coupon: request.coupon ?? null,
      ip: null,
      privateIp: null,
      jupyterToken: machine.gpus === 0 ? '' : identifiers.token(),
      createdAt: this.world.now(),
      createdByUserId: caller.userId,
      tags: newTags(identifiers, 'tags', request.tags),
      release: null,
      phases: [],
      entered: 0,
    };
  }

  private keyIds(caller: Caller, request: DeployRequest, group: DeployTemplate | undefined): string[] {
    const { table } = this.sshKeys;
    if (request.sshKeyIds !== undefined)
      return references(table, caller, 'SSH key', 'ssh_key_ids', request.sshKeyIds).map(({ id }) => id);
    const ids = group?.template.sshKeyIds ?? [];
    const deleted = ids.find((id) => !table.has(id));
    if (deleted !== undefined) throw deletedFromGroup(group, 'SSH key', deleted);
    return ids;
  }

  /** A new disk with the image, or the existing OS volume that `image` names. */
  private osVolume(
    caller: Caller,
    { osVolume, hostname }: DeployRequest,
    {
      image,
      machine,
      instance,
      group,
    }: { image: string; machine: MachineType; instance: Instance; group: DeployTemplate | undefined },
  ): Volume {
    const { volumes } = this.instances;
    if (images.some((candidate) => candidate.type === image)) {
      checkImage(image, machine);
      return volumes.make(
        caller,
        {
          name: osVolume?.name ?? `${hostname}-os`,
          type: 'NVMe',
          size: osVolume?.size ?? group?.template.osVolumeSize ?? defaultOsVolumeSize,
          tags: [],
          onSpotDiscontinue: osVolume?.onSpotDiscontinue,
        },
        { location: instance.location, isOs: true, image, sshKeyIds: instance.sshKeyIds },
      );
    }
    const found = volumes.table.get(image);
    if (found?.projectId !== caller.projectId) throw unknownImage(image, machine);
    if (!found.isOs)
      throw invalidRequest(`image: volume ${image} is not an OS volume. Attach it with existing_volumes.`);
    checkForInstances('image', found);
    checkFree('image', found, instance.location);
    return found;
  }

  private newVolume(caller: Caller, wanted: NewVolume, index: number, instance: Instance): Volume {
    const { volumes } = this.instances;
    const { identifiers } = this.world;
    checkIsOffered(`volumes[${index}].type`, wanted);
    checkForInstances(`volumes[${index}].type`, wanted);
    const volume = volumes.make(caller, { ...wanted, tags: [] }, { location: instance.location });
    volume.tags = newTags(identifiers, `volumes[${index}].tags`, wanted.tags);
    return volume;
  }

  private existing(caller: Caller, ids: readonly string[], instance: Instance, osVolume: Volume): Volume[] {
    const found = references(this.instances.volumes.table, caller, 'volume', 'existing_volumes', ids);
    for (const volume of found) {
      if (volume === osVolume)
        throw invalidRequest(`existing_volumes: volume ${volume.id} is already the image.`);
      checkForInstances('existing_volumes', volume);
      checkFree('existing_volumes', volume, instance.location);
    }
    return found;
  }
}

/** A group keeps the id of its key or script when that is deleted. */
const deletedFromGroup = (group: DeployTemplate | undefined, what: string, id: string): Error =>
  notFound(
    `instance_group_id: the instance group ${group?.id ?? ''} uses the ${what} "${id}", which was deleted. Change the group, or deploy with another ${what}.`,
  );
