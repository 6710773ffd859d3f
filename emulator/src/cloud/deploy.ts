import type { Contract, InstanceStatus, OnSpotDiscontinue } from '#contract';
import {
  checkImage,
  endOf,
  images,
  imagesByMachine,
  imageByType,
  instancePeriods,
  machineTypeFor,
  placeFor,
} from '../model/catalogue';
import { provisioningSeconds } from '../model/settings';
import { invalidRequest, unavailable } from '../model/errors';
import { requestedBy } from '../model/events';
import { references } from '../model/projects';
import { gigabytesOf } from '../resources/volumes/volumes';
import { newTags } from '../resources/shared/tags';
import { checkForInstances } from '../resources/volumes/checks';
import { isDetached } from '../resources/volumes/volume';
import type { MachineType, Period } from '../model/catalogue';
import type { Cloud } from './cloud';
import type { Caller } from '../model/events';
import type { Group } from './groups';
import type { Instance } from './instances';
import type { NewTag } from '../resources/shared/tags';
import type { NewVolume, Volume } from '../resources/volumes/volume';

export interface DeployRequest {
  hostname: string;
  description: string;
  image?: string | undefined;
  instanceType?: string | undefined;
  locationCode?: string | undefined;
  contract?: Contract | undefined;
  isSpot?: boolean | undefined;
  longTermPeriod?: string | undefined;
  coupon?: string | undefined;
  sshKeyIds?: string[] | undefined;
  startupScriptId?: string | undefined;
  groupId?: string | undefined;
  existingVolumes: string[];
  osVolume?:
    | {
        name?: string | undefined;
        size?: number | undefined;
        onSpotDiscontinue?: OnSpotDiscontinue | undefined;
      }
    | undefined;
  volumes: NewVolume[];
  tags: NewTag[];
}

/** GB of an OS volume whose size is left out. */
const defaultOsVolumeSize = 50;

/** How the machine is paid for. */
interface Terms {
  contract: Contract;
  isSpot: boolean;
  period: Period | undefined;
  pricePerHour: number;
}

/** Checks a deploy against everything that the cloud knows, then makes the machine and its volumes, or nothing. */
export class Deploy {
  constructor(private readonly cloud: Cloud) {}

  perform(caller: Caller, request: DeployRequest): Instance {
    const { billing, capacity, volumes } = this.cloud;
    const group =
      request.groupId === undefined ? undefined : this.cloud.groups.getFor(caller, request.groupId);
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
    this.cloud.volumes.checkQuota(caller, gigabytesOf(made));
    billing.require(caller, price);
    const room = { location, type: machine.name, isSpot: instance.isSpot };
    if (capacity.left(room) <= 0) throw this.noRoom(machine, location, instance.isSpot);
    instance.osVolumeId = osVolume.id;
    instance.image = osVolume.image ?? image;
    instance.osName = imageByType(instance.image)?.name ?? instance.image;
    if (terms.period !== undefined) osVolume.longTerm = this.longTerm(terms.period, price);
    this.launch(caller, instance, machine, made, existing.concat(made.includes(osVolume) ? [] : [osVolume]));
    return instance;
  }

  /** Plans a machine's way from `ordered` to `running`. */
  provision(caller: Caller, instance: Instance, machine: MachineType): void {
    const seconds = provisioningSeconds(this.cloud.durations, machine);
    this.cloud.timelines.plan<InstanceStatus>(instance, requestedBy(caller), [
      { status: 'ordered' },
      { status: 'provisioning', after: seconds * 0.05, event: 'provisioning' },
      { status: 'validating', after: seconds * 0.8, event: 'validating' },
      { status: 'running', after: seconds * 0.15, event: 'running' },
    ]);
  }

  private launch(
    caller: Caller,
    instance: Instance,
    machine: MachineType,
    made: Volume[],
    existing: Volume[],
  ): void {
    const { instances, volumes } = this.cloud;
    const [address = null] = this.cloud.privateNetworks.findFree(caller, instance.location, 1);
    instance.privateIp = address;
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

  /** No coupon is known here: every one is taken, without an effect on the price. */
  private redeem(caller: Caller, coupon: string, { id, hostname }: Instance): void {
    this.cloud.events.record({
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
      group: Group | undefined;
      keyIds: string[];
    },
  ): Instance {
    const { identifiers, scripts } = this.cloud;
    const { machine, location, terms, group, keyIds } = chosen;
    const scriptId = request.startupScriptId ?? group?.template.startupScriptId ?? undefined;
    if (scriptId !== undefined)
      references(scripts.table, caller, 'startup script', 'startup_script_id', [scriptId]);
    return {
      id: identifiers.uuid(),
      projectId: caller.projectId,
      hostname: request.hostname,
      description: request.description,
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
      createdAt: this.cloud.now(),
      createdByUserId: caller.userId,
      tags: newTags(identifiers, 'tags', request.tags),
      release: null,
      phases: [],
      entered: 0,
    };
  }

  private keyIds(caller: Caller, request: DeployRequest, group: Group | undefined): string[] {
    const ids = request.sshKeyIds ?? group?.template.sshKeyIds ?? [];
    return references(this.cloud.sshKeys.table, caller, 'SSH key', 'ssh_key_ids', ids).map(({ id }) => id);
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
    }: { image: string; machine: MachineType; instance: Instance; group: Group | undefined },
  ): Volume {
    const { volumes } = this.cloud;
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
    const { volumes, identifiers } = this.cloud;
    volumes.checkNew(`volumes[${index}].type`, wanted);
    checkForInstances(`volumes[${index}].type`, wanted);
    const volume = volumes.make(caller, { ...wanted, tags: [] }, { location: instance.location });
    volume.tags = newTags(identifiers, `volumes[${index}].tags`, wanted.tags);
    return volume;
  }

  private existing(caller: Caller, ids: readonly string[], instance: Instance, osVolume: Volume): Volume[] {
    const found = references(this.cloud.volumes.table, caller, 'volume', 'existing_volumes', ids);
    for (const volume of found) {
      if (volume === osVolume)
        throw invalidRequest(`existing_volumes: volume ${volume.id} is already the image.`);
      checkForInstances('existing_volumes', volume);
      checkFree('existing_volumes', volume, instance.location);
    }
    return found;
  }

  private longTerm(period: Period, pricePerHour: number): NonNullable<Volume['longTerm']> {
    const startedAt = this.cloud.now();
    const hours = (endOf(period, startedAt) - startedAt) / 3_600_000;
    return {
      startedAt,
      periodCode: period.code,
      discount: period.discount,
      periodPrice: pricePerHour * hours,
    };
  }

  private noRoom(machine: MachineType, location: string, isSpot: boolean): Error {
    const elsewhere = this.cloud.capacity.locations(machine.name, isSpot).filter((code) => code !== location);
    const advice =
      elsewhere.length > 0 ? `There is room in ${elsewhere.join(', ')}.` : 'No location has room now.';
    return unavailable(
      `There is no room for ${isSpot ? 'a spot ' : ''}${machine.name} in ${location} now. ${advice}`,
    );
  }
}

/** The request's value or the group's; both may be given only if they agree. */
function inherited(property: string, own: string | undefined, fromGroup: string | undefined): string {
  if (own !== undefined && fromGroup !== undefined && own !== fromGroup) {
    throw invalidRequest(
      `${property}: "${own}" differs from the instance group's "${fromGroup}". Leave it out.`,
    );
  }
  const value = own ?? fromGroup;
  if (value === undefined) throw invalidRequest(`${property} is required.`);
  return value;
}

/** `contract: SPOT` and `is_spot: true` imply each other. */
function termsOf({ contract, isSpot, longTermPeriod }: DeployRequest, machine: MachineType): Terms {
  if (contract !== undefined && isSpot !== undefined && isSpot !== (contract === 'SPOT')) {
    throw invalidRequest(
      `is_spot: ${isSpot} contradicts the contract ${contract}. SPOT and is_spot go together.`,
    );
  }
  const spot = isSpot === true || contract === 'SPOT';
  const chosen = contract ?? (spot ? 'SPOT' : 'PAY_AS_YOU_GO');
  if (longTermPeriod !== undefined && chosen !== 'LONG_TERM') {
    throw invalidRequest(`long_term_period: a period needs the contract LONG_TERM, not ${chosen}.`);
  }
  const period = chosen === 'LONG_TERM' ? periodFor(longTermPeriod) : undefined;
  const fullPrice = spot ? machine.spotPrice : machine.pricePerHour;
  return {
    contract: chosen,
    isSpot: spot,
    period,
    pricePerHour: fullPrice * (1 - (period?.discount ?? 0) / 100),
  };
}

function periodFor(code: string | undefined): Period {
  const enabled = instancePeriods.filter((period) => period.isEnabled);
  const found = code === undefined ? enabled[0] : enabled.find((period) => period.code === code);
  if (found !== undefined) return found;
  throw invalidRequest(
    `long_term_period: there is no period "${code ?? ''}". The periods are ${enabled.map((period) => period.code).join(', ')}.`,
  );
}

function unknownImage(image: string, machine: MachineType): Error {
  const supported = imagesByMachine.get(machine.name) ?? [];
  return invalidRequest(
    `image: "${image}" is neither an image type nor the id of an OS volume of this project. ${machine.name} boots ${supported.join(', ')}.`,
  );
}

function checkFree(property: string, volume: Volume, location: string): void {
  if (!isDetached(volume)) {
    throw invalidRequest(
      `${property}: volume ${volume.id} is not detached. Detach it from its instance first.`,
    );
  }
  if (volume.location !== location) {
    throw invalidRequest(
      `${property}: volume ${volume.id} is in ${volume.location}, not in ${location}. Clone it there or deploy in ${volume.location}.`,
    );
  }
}
