import type { Contract, DeployInstanceRequest, Instance, Volume, VolumeTypeName } from '../../api';
import { hourlyToMonthly } from '../../api/catalogue';
import { purgeInstance, volumesOf } from '../../api/leftovers';
import type { Mark } from '../../api/marks';
import { markTag, wasGiven, wasGivenJust } from '../../api/marks';
import { adopt } from '../adopt';
import type { Call } from '../call';
import { isAutomaticName, milliseconds, nameIn, spoken } from '../call';
import { deployWhereThereIsRoom } from '../capacity';
import type { ChangeRules } from '../changes';
import {
  asSet,
  by,
  changesBetween,
  fixed,
  nextMachine,
  replace,
  setting,
  unmanagedWhenLeftOut,
  update,
} from '../changes';
import { checkInstance } from '../checks/instance';
import type { Billed, Created } from '../createOnce';
import { belongsToSuccessor, createOnce, patienceOf, removeDoubles } from '../createOnce';
import { defaultTags, withDefaultTags } from '../defaultTags';
import { Ended, awaitReady } from '../endings';
import { convergeOsVolume, ownVolumesLeft, ownVolumesOf } from '../ownVolumes';
import { orForced } from '../orForced';
import type { PowerState } from '../power';
import { setPower } from '../power';
import { storageCost } from '../prices';
import type { MadeVolume } from '../prices';
import { removeVolume } from '../removeVolume';
import type { Bookkeeping, Checked } from '../resource';
import { Unfinished, defineResource } from '../resource';
import { becomes, isGone } from '../settle/rule';
import { flag, listOf, object, oneOf, required, tags, text } from '../shape';
import { syncTags } from '../tags';
import { waitFor } from '../waiting';
import type { OnSpotDiscontinue, TagMap } from './common';
import {
  ON_SPOT_DISCONTINUE,
  VOLUME_TYPES,
  declaredTags,
  gigabytes,
  hostnameFrom,
  tagMap,
  tagMeaning,
  tagRequests,
} from './common';
import type { VolumeLongTerm } from './volume';
import { attach, attachedTo, detach, longTermOf } from './volume';

/** The operating-system volume that comes with a machine. */
export interface OsVolume {
  /** Name. Default: the cloud's. On change: renamed in place. */
  name?: string;
  /** Size in GB. On change: grown in place; smaller is refused at preview. */
  size: number;
  /** What becomes of it when a spot machine is evicted. Default: `keep_detached`. On change: in place. */
  onSpotDiscontinue?: OnSpotDiscontinue;
}

/** A further volume that is made with a machine, in its location, and goes with it. */
export interface InlineVolume {
  /** Name. */
  name: string;
  /** Size in GB. */
  size: number;
  /** Type of the storage, e.g. `NVMe`. */
  type: VolumeTypeName;
  /** What becomes of it when a spot machine is evicted. Default: `keep_detached`. */
  onSpotDiscontinue?: OnSpotDiscontinue;
  /** Tags, at most ten. */
  tags?: TagMap;
}

/** What a program says of an instance (Instances, Deploy instance body). */
export interface InstanceInputs {
  /** Host name. Default: the name in the program and seven random digits. On change: replaced. */
  hostname?: string;
  /** Description. Default: the host name. On change: stored for the next machine, unless `replaceOn` names it. */
  description?: string;
  /**
   * An image type, as `getImages` names them, or the id of a detached operating-system volume. Left out only with
   * `instanceGroupId`. On change: replaced.
   */
  image?: string;
  /** Type of the machine, e.g. `1H100.80S.30V`. Left out only with `instanceGroupId`. On change: replaced. */
  instanceType?: string;
  /** Where it is to be, e.g. `FIN-01`. Left out only with `instanceGroupId`. On change: replaced. */
  locationCode?: string;
  /** Locations to fall back on, in this order, when there is no room. On change: stored. */
  fallbackLocationCodes?: string[];
  /** How long to wait for room when no location has any, e.g. `2h`. Default: not at all. On change: stored. */
  waitForCapacity?: string;
  /** `PAY_AS_YOU_GO`, `SPOT` or `LONG_TERM`. Default: the cloud's. On change: replaced. */
  contract?: Contract;
  /** Code of the long-term period, with the contract `LONG_TERM`. On change: replaced. */
  longTermPeriod?: string;
  /** Whether it is a spot machine, which may be evicted at any time. Default: false. On change: replaced. */
  isSpot?: boolean;
  /** A coupon. Only matters at creation. */
  coupon?: string;
  /** The operating-system volume, when `image` is an image type. On change: renamed and grown in place. */
  osVolume?: OsVolume;
  /** Further volumes made with the machine; they go with it. On change: stored for the next machine. */
  volumes?: InlineVolume[];
  /**
   * Volumes that exist and are to be attached. They stay when the machine goes. Left out: not managed here. On
   * change: attached and detached in place, which needs the machine to be off.
   */
  existingVolumes?: string[];
  /** Keys that may log in. On change: stored for the next machine, unless `replaceOn` names it. */
  sshKeyIds?: string[];
  /** Script that runs at the first start. On change: stored for the next machine, unless `replaceOn` names it. */
  startupScriptId?: string;
  /** Tags, at most ten. On change: in place; tags of others are left alone. */
  tags?: TagMap;
  /** Group to join; type, image and location default to the group's. On change: replaced. */
  instanceGroupId?: string;
  /** A value that changes with what a replacement is wanted for, e.g. the group's `revision`. On change: replaced. */
  groupRevision?: string;
  /** Whether it runs; an offline machine stays billed. Default: `running`. On change: started or shut down in place. */
  powerState?: PowerState;
  /** Whether it may be stopped and started again to attach or detach volumes. Default: false. */
  allowShutdown?: boolean;
  /**
   * Whether `up` waits until it runs. Default: true. `false` returns once the cloud has accepted it; wait for many
   * of them at once with `Ready`.
   */
  awaitReady?: boolean;
  /** Takes over this instance, which exists, instead of deploying one. Only matters at creation. */
  adoptId?: string;
  /** Whether the volumes that go with it go for good at once instead of to the trash. Default: false. */
  deletePermanently?: boolean;
  /** Whether its own volumes, the operating-system volume included, stay when it is deleted. Default: false. */
  keepVolumes?: boolean;
  /** Whether a delete hibernates it: shut down, all volumes detached and kept, then deleted. Default: false. */
  hibernate?: boolean;
  /** Properties whose change is to replace the machine although it could be stored or changed in place. */
  replaceOn?: string[];
}

/** A part of a machine as the cloud describes it. */
export interface Described {
  /** In words. */
  description: string;
}

/** What the cloud says of an instance (Instance). */
export interface InstanceOutputs {
  /** `running`, `offline`, … (States and transitions). */
  status: string;
  /** Where it really is: `locationCode` or one of `fallbackLocationCodes`. */
  location: string;
  /** Public address; null when it is not reachable from the internet. */
  ip: string | null;
  /** Private address; null when it is on no private network. */
  privateIp: string | null;
  cpu: Described & { numberOfCores: number; model: string | null };
  gpu: Described & { numberOfGpus: number };
  gpuMemory: Described & { sizeInGigabytes: number };
  memory: Described & { sizeInGigabytes: number };
  storage: Described;
  /** Price per hour, in the account's currency. */
  pricePerHour: number;
  /** Price per hour of the machine and of the volumes that were made with it, in `currency`. */
  hourlyCost: number;
  /** The same per month of 730 hours. */
  monthlyCost: number;
  /** The account's currency, `usd` or `eur`. */
  currency: string;
  /** Name of the operating system. */
  osName: string;
  /** Its operating-system volume. */
  osVolumeId: string | null;
  /** All its volumes. */
  volumeIds: string[];
  /** The volumes that were made with it and go with it. */
  ownVolumeIds: string[];
  /** Token of the Jupyter server, a secret. */
  jupyterToken: string;
  /** `DYNAMIC_PRICE` or `FIXED_PRICE`. */
  pricing: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** Who made it. */
  createdByUserId: string | null;
  /** The end and the price of a long-term contract. */
  longTerm: VolumeLongTerm | null;
}

const osVolumeShrinks = (old: OsVolume, next: OsVolume): string | undefined =>
  next.size < old.size
    ? `an operating-system volume only grows: it has ${String(old.size)} GB and cannot become ${String(next.size)} GB`
    : undefined;

const changes: ChangeRules<InstanceInputs> = {
  hostname: replace,
  description: nextMachine,
  image: replace,
  instanceType: replace,
  locationCode: replace,
  fallbackLocationCodes: setting,
  waitForCapacity: setting,
  contract: replace,
  longTermPeriod: replace,
  isSpot: by(replace as never, (isSpot: boolean) => isSpot || undefined),
  coupon: fixed,
  osVolume: {
    ...(unmanagedWhenLeftOut(update) as object),
    refuse: osVolumeShrinks,
    note: 'grows only',
  } as never,
  volumes: nextMachine,
  existingVolumes: unmanagedWhenLeftOut(asSet(update as never)),
  sshKeyIds: asSet(nextMachine as never),
  startupScriptId: nextMachine,
  tags: by(update as never, tagMeaning),
  instanceGroupId: replace,
  groupRevision: replace,
  powerState: unmanagedWhenLeftOut(update as never),
  allowShutdown: setting,
  awaitReady: setting,
  adoptId: fixed,
  deletePermanently: setting,
  keepVolumes: setting,
  hibernate: setting,
  replaceOn: setting,
};

/** The status words of an instance. */
export const instanceSettle = {
  ready: ['running', 'offline'],
  failed: ['error', 'discontinued', 'deleting', 'notfound', 'no_capacity', 'installation_failed'],
  gone: ['discontinued', 'notfound'],
} as const;

/** Statuses of a machine that will never run and stays until somebody removes it. */
const CARCASS = ['no_capacity', 'installation_failed', 'error'];

/** Whether what stands for the image is the id of a volume. */
const isVolumeId = (image: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(image);

/** An instance cannot become what it should. */
export class InstanceError extends Error {
  override readonly name = 'InstanceError';
}

/** How instances are created once. */
const billedInstance = (
  call: Call,
  { image, existingVolumes }: Partial<InstanceInputs>,
): Billed<Instance> => ({
  noun: 'instance',
  collection: call.session.instances,
  given: [...(image !== undefined && isVolumeId(image) ? [image] : []), ...(existingVolumes ?? [])],
  isGone: ({ status }) => ['deleting', ...instanceSettle.gone].includes(status),
  hasFailed: ({ status }) => CARCASS.includes(status),
  remove: (inner, found, mark) =>
    removeForGood(
      inner,
      found,
      volumesOf(found).filter((id) => !wasGiven(mark, id)),
    ),
});

/** A machine. */
export const instance = defineResource<InstanceInputs, InstanceOutputs>({
  name: 'Instance',
  noun: 'instance',
  timeouts: { create: 30, update: 30, delete: 20 },
  autoName: 'hostname',
  autoNameFrom: hostnameFrom,
  defaults: () => ({ powerState: 'running' }),
  extraTime: ({ waitForCapacity }) =>
    waitForCapacity === undefined ? 0 : (milliseconds(waitForCapacity) ?? 0),
  shapes: {
    hostname: text({ max: 253 }),
    description: text({ max: 1000 }),
    image: text(),
    instanceType: text(),
    locationCode: text(),
    fallbackLocationCodes: listOf(text()),
    waitForCapacity: text({
      pattern: /^(\d+(\.\d+)?(ms|s|m|h))+$/,
      says: 'must be a duration such as "30m" or "2h"',
    }),
    contract: oneOf(['PAY_AS_YOU_GO', 'SPOT', 'LONG_TERM']),
    longTermPeriod: text(),
    isSpot: flag,
    coupon: text(),
    osVolume: object({
      name: text(),
      size: required(gigabytes),
      onSpotDiscontinue: oneOf(ON_SPOT_DISCONTINUE),
    }),
    volumes: listOf(
      object({
        name: required(text()),
        size: required(gigabytes),
        type: required(oneOf(VOLUME_TYPES)),
        onSpotDiscontinue: oneOf(ON_SPOT_DISCONTINUE),
        tags,
      }),
    ),
    existingVolumes: listOf(text()),
    sshKeyIds: listOf(text()),
    startupScriptId: text(),
    tags,
    instanceGroupId: text(),
    groupRevision: text({ min: 0 }),
    powerState: oneOf(['running', 'offline']),
    allowShutdown: flag,
    awaitReady: flag,
    adoptId: text(),
    deletePermanently: flag,
    keepVolumes: flag,
    hibernate: flag,
    replaceOn: listOf(oneOf(Object.keys(changes))),
  },
  changes,
  check: checkInstance,
  // Where it landed counts, and what it was named by the run that it was taken over from.
  satisfied: (property, state, inputs) =>
    (property === 'locationCode' && inputs.locationCode === state.location) ||
    (property === 'hostname' && areAutomatic(inputs, state.hostname, inputs.hostname)),
  // An attached volume cannot be in two places.
  deleteFirst: (state, inputs) =>
    (inputs.existingVolumes ?? []).some((id) => state.existingVolumes?.includes(id)) ||
    (inputs.image !== undefined && isVolumeId(inputs.image) && inputs.image === state.image),

  /**
   * An interrupted run may have removed it without living to say so. And where nobody waited for it, or not long
   * enough, it may have failed since.
   */
  async stale(call, id, state) {
    const found = await call.session.instances.read(id);
    if (!found || ['deleting', ...instanceSettle.gone].includes(found.status)) return 'replace';
    if (!state.__accepted && state.__unfinished === undefined) return undefined;
    return instanceSettle.failed.includes(found.status as never) ? 'replace' : undefined;
  },

  async create(call, inputs) {
    const { adoptId } = inputs;
    const accepted =
      adoptId === undefined
        ? await deploy(call, inputs)
        : await adopt(call, billedInstance(call, inputs), adoptId, (found) => differences(found, inputs));
    const notes: Bookkeeping = { __generation: accepted.generation };
    try {
      if (inputs.awaitReady === false) {
        const outputs = outputsOf(call, await observe(call, accepted.id), inputs);
        return {
          id: accepted.id,
          outputs: { ...(await outputs), ...notes },
          accepted: true,
        };
      }
      const found = accepted.ready ?? (await usable(call, accepted.id, inputs.instanceType));
      const before = adoptId === undefined ? {} : inputs;
      const outputs = await converge(call, found, inputs, before, accepted.found === undefined);
      await removeDoubles(call, billedInstance(call, inputs), accepted.at);
      // What was taken over keeps the name that it was given.
      const hostname = accepted.found && adoptId === undefined ? found.hostname : inputs.hostname;
      return { id: accepted.id, outputs: { ...outputs, hostname, ...notes } };
    } catch (error) {
      throw new Unfinished(
        accepted.id,
        { ...(await known(call, accepted.id, inputs)), ...notes },
        (error as Error).message,
        {
          cause: error,
        },
      );
    }
  },

  async read(call, id, state) {
    const found = await call.session.instances.read(id);
    if (!found || instanceSettle.gone.includes(found.status as never)) {
      const left = await ownVolumesLeft(call, state);
      if (left.length === 0) return undefined;
      return {
        inputs: inputsOf(state),
        outputs: state as InstanceOutputs,
        vanished: `The instance is gone, but it left ${left.join(', ')} behind, which ${left.length === 1 ? 'is' : 'are'} still billed.`,
      };
    }
    return { inputs: await actualInputs(call, found, state), outputs: await outputsOf(call, found, state) };
  },

  async update(call, id, state, inputs) {
    try {
      const found = await usable(call, id, inputs.instanceType);
      const outputs = await converge(call, found, inputs, state);
      return { outputs: { ...outputs, ownVolumeIds: state.ownVolumeIds ?? outputs.ownVolumeIds } };
    } catch (error) {
      throw new Unfinished(id, { ...(await known(call, id, state)), ...inputs }, (error as Error).message, {
        cause: error,
      });
    }
  },

  async delete(call, id, state) {
    const found = await call.session.instances.read(id);
    if (belongsToSuccessor(call, id, state.__generation)) return;
    if (found && !instanceSettle.gone.includes(found.status as never)) await remove(call, found, state);
    if (state.hibernate || state.keepVolumes) return;
    const left = await ownVolumesLeft(call, state);
    await Promise.all(left.map((volumeId) => removeVolume(call, volumeId, state.deletePermanently ?? false)));
  },
});

/** Deploys it once, in the first location that has room, and waits until it is ready unless it is not to be awaited. */
function deploy(call: Call, inputs: Checked<InstanceInputs>): Promise<Created<Instance>> {
  const adaptable = async (found: Instance, mark: Mark) =>
    differences(found, inputs).length === 0 && (await isAsOrdered(call, found, inputs, mark));
  return deployWhereThereIsRoom(call, inputs, async (locationCode) => {
    const kind = billedInstance(call, inputs);
    const created = await createOnce(call, kind, adaptable, (mark) =>
      call.session.client.instances.deploy(deployRequest(call, inputs, locationCode, mark), call.requests),
    );
    // Its volumes came with it, and its group has a member more.
    call.session.volumes.wrote();
    call.session.instanceGroups.wrote();
    if (inputs.awaitReady === false) return created;
    let seen: Instance | undefined;
    try {
      const found = await ready(call, created.id, inputs.instanceType, (now) => (seen = now));
      return { ...created, ready: found };
    } catch (error) {
      if (!(error instanceof Ended))
        throw new Unfinished(created.id, await known(call, created.id, inputs), (error as Error).message, {
          cause: error,
        });
      try {
        const carcass = (await call.session.instances.get(created.id)) ?? seen;
        // One that is gone already has let go of its volumes.
        const volumeIds = [carcass, seen].flatMap((machine) => (machine ? volumesOf(machine) : []));
        const own = [...new Set(volumeIds)].filter((id) => !kind.given.includes(id));
        if (carcass) await removeForGood(call, carcass, own);
      } catch (left) {
        throw new Unfinished(
          created.id,
          await known(call, created.id, inputs),
          `${error.message} Removing what is left of it failed too: ${(left as Error).message}`,
          { cause: left },
        );
      }
      throw error;
    }
  });
}

function deployRequest(
  call: Call,
  inputs: InstanceInputs,
  locationCode: string | undefined,
  mark: Mark,
): DeployInstanceRequest {
  const hostname = inputs.hostname ?? call.name;
  const { osVolume } = inputs;
  const { tags: defaults } = defaultTags(call.session);
  return compact({
    hostname,
    description: inputs.description ?? hostname,
    image: inputs.image,
    instance_type: inputs.instanceType,
    location_code: locationCode,
    contract: inputs.contract,
    long_term_period: inputs.longTermPeriod,
    is_spot: inputs.isSpot,
    coupon: inputs.coupon,
    os_volume: osVolume && {
      name: osVolume.name ?? `${hostname}-os`,
      size: osVolume.size,
      ...(osVolume.onSpotDiscontinue && { on_spot_discontinue: osVolume.onSpotDiscontinue }),
    },
    volumes: inputs.volumes?.map(({ name, size, type, onSpotDiscontinue, tags: map }) =>
      compact({
        name,
        size,
        type,
        on_spot_discontinue: onSpotDiscontinue,
        tags: tagRequests(withDefaultTags(defaults, map)),
      }),
    ),
    existing_volumes: inputs.existingVolumes,
    ssh_key_ids: inputs.sshKeyIds,
    startup_script_id: inputs.startupScriptId,
    instance_group_id: inputs.instanceGroupId,
    // The mark takes one of the ten places; the tenth tag comes after it.
    tags: [markTag(mark), ...tagRequests(inputs.tags).slice(0, 9)],
  }) as DeployInstanceRequest;
}

/** Without what is absent. */
const compact = (properties: object): object =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));

/** @param onSeen told of everything that is seen of it meanwhile. */
function ready(
  call: Call,
  id: string,
  instanceType?: string,
  onSeen: (found: Instance) => void = () => undefined,
): Promise<Instance> {
  const rule = becomes<Instance>(instanceSettle, (found) => new Ended('instance', id, found));
  const decide = (found: Instance | undefined) => {
    if (found) onSeen(found);
    return rule(found);
  };
  return awaitReady(call, id, () =>
    waitFor(call, call.session.instances, id, 'deploying', decide, { what: instanceType }),
  );
}

/** The inputs in which a machine that exists cannot become what the program says. */
function differences(found: Instance, inputs: InstanceInputs): string[] {
  const actual: Partial<InstanceInputs> = {
    image: found.image,
    instanceType: found.instance_type,
    locationCode: found.location,
    isSpot: found.is_spot,
    ...(inputs.contract && { contract: found.contract }),
  };
  const wanted: Partial<InstanceInputs> = {
    ...(inputs.image !== undefined && !isVolumeId(inputs.image) && { image: inputs.image }),
    ...(inputs.instanceType !== undefined && { instanceType: inputs.instanceType }),
    ...(inputs.locationCode !== undefined && { locationCode: inputs.locationCode }),
    ...(inputs.contract && { contract: inputs.contract }),
    isSpot: inputs.isSpot ?? inputs.contract === 'SPOT',
  };
  return changesBetween(changes, actual, wanted)
    .map(({ property }) => property as keyof InstanceInputs)
    .filter((property) => property in wanted)
    .filter(
      (property) => property !== 'locationCode' || !inputs.fallbackLocationCodes?.includes(found.location),
    )
    .map(
      (property) =>
        `${property} is ${JSON.stringify(actual[property])}, the program says ${JSON.stringify(wanted[property])}`,
    );
}

/** A machine that is ready, at once if it is; only one that is not yet is waited for. */
async function usable(call: Call, id: string, instanceType?: string): Promise<Instance> {
  const found = await call.session.instances.read(id);
  return found && instanceSettle.ready.includes(found.status as never)
    ? found
    : ready(call, id, instanceType);
}

/**
 * Whether a machine that an interrupted run ordered is what this one would order. Nobody has used it yet, so what
 * is kept on a machine for the sake of its work decides here.
 */
async function isAsOrdered(
  call: Call,
  found: Instance,
  inputs: Checked<InstanceInputs>,
  mark: Mark,
): Promise<boolean> {
  const { hostname, image, sshKeyIds, startupScriptId } = inputs;
  const os = found.os_volume_id ?? '';
  const isGiven = (id: string) => wasGiven(mark, id);
  const others = volumesOf(found).filter((id) => id !== os && !isGiven(id));
  const volumes = await Promise.all(others.map((id) => call.session.volumes.read(id)));
  const meaning = (all: readonly (InlineVolume | Volume | undefined)[]) =>
    JSON.stringify(all.map((volume) => volume && [volume.name, volume.size, volume.type]).sort());
  return (
    wasGivenJust(mark, billedInstance(call, inputs).given) &&
    (image !== undefined && isVolumeId(image) ? os === image : !isGiven(os)) &&
    (hostname === found.hostname || areAutomatic(inputs, found.hostname, hostname)) &&
    (sshKeyIds === undefined || [...sshKeyIds].sort().join() === [...found.ssh_key_ids].sort().join()) &&
    (startupScriptId === undefined || startupScriptId === found.startup_script_id) &&
    meaning(volumes) === meaning(inputs.volumes ?? [])
  );
}

/** Whether these names are both made of the resource's name in the program and random digits. */
const areAutomatic = ({ __urn = '' }: Bookkeeping, ...hostnames: (string | undefined)[]): boolean =>
  hostnames.every(
    (hostname) => hostname !== undefined && isAutomaticName(hostnameFrom(nameIn(__urn)), hostname),
  );

async function observe(call: Call, id: string): Promise<Instance> {
  const found = await call.session.instances.get(id);
  if (!found) throw new Ended('instance', id, undefined);
  return found;
}

/**
 * Makes a machine that is ready what the program says, in place; `before` is what was declared until now. One that
 * `isNew` has the operating-system volume that it was ordered with: nothing to look up for all that come up together.
 */
async function converge(
  call: Call,
  found: Instance,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs>,
  isNew = false,
): Promise<InstanceOutputs> {
  const { id } = found;
  await syncTags(call, 'instances', id, found.tags, inputs.tags, before.tags);
  if (!isNew) await convergeOsVolume(call, found, inputs.osVolume, before.osVolume);
  if (inputs.existingVolumes !== undefined) await convergeVolumes(call, found, inputs, before);
  if (inputs.powerState !== undefined && inputs.powerState !== found.status)
    await setPower(call, id, inputs.powerState);
  // A list that is newer than the last write serves all that settled together.
  return outputsOf(call, (await call.session.instances.read(id)) ?? found, inputs);
}

/** Attaches what is declared and detaches what was declared until now. */
async function convergeVolumes(
  call: Call,
  found: Instance,
  inputs: InstanceInputs,
  before: Partial<InstanceInputs>,
): Promise<void> {
  const { volumes } = call.session;
  const wanted = inputs.existingVolumes ?? [];
  // A machine that is to be off anyway is shut down for good first, and may be.
  const off = inputs.powerState === 'offline';
  if (off && found.status !== 'offline') await setPower(call, found.id, 'offline');
  const allowed = off || (inputs.allowShutdown ?? false);
  const superfluous = (before.existingVolumes ?? []).filter((id) => !wanted.includes(id));
  for (const id of [...superfluous, ...wanted]) {
    const volume = await volumes.read(id);
    const attached = volume !== undefined && attachedTo(volume).includes(found.id);
    if (wanted.includes(id) && !volume)
      throw new InstanceError(`existingVolumes: there is no volume ${id} in this project.`);
    if (!volume || attached === wanted.includes(id)) continue;
    await (attached ? detach : attach)(call, volume, found.id, allowed);
  }
}

/** How long a delete may hang before the cloud is asked to delete the machine as a stuck one. */
const STUCK_MS = 5 * 60_000;

/** Removes a machine the way the program wants it removed, and waits until it is gone. */
async function remove(
  call: Call,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
): Promise<void> {
  const { instances, deletions } = call.session;
  if (found.status !== 'deleting') {
    if (state.hibernate) {
      await setPower(call, found.id, 'offline');
      await deletions.instance(call, { id: found.id, action: 'hibernate', permanently: false });
    } else {
      const volumeIds = state.keepVolumes ? [] : attachedAmong(found, await ownVolumesOf(call, found, state));
      await deletions.instance(call, {
        id: found.id,
        action: 'delete',
        volumeIds,
        permanently: state.deletePermanently ?? false,
      });
    }
  }
  await orForced(
    call,
    STUCK_MS,
    (deadline) => waitFor(call, instances, found.id, 'deleting', isGone(instanceSettle), { deadline }),
    async () => {
      call.warn(`Still not gone after ${spoken(STUCK_MS)}: deleting it as stuck.`);
      await deletions.instance(call, { id: found.id, action: 'delete_stuck', permanently: false });
    },
  );
}

/** Those of the volumes that a machine holds now: a delete that names others is refused as a whole. */
const attachedAmong = (found: Instance, ids: readonly string[]): string[] =>
  ids.filter((id) => id === found.os_volume_id || found.volume_ids.includes(id));

/** Removes what nobody will ever use, with the volumes that were made with it. */
async function removeForGood(call: Call, found: Instance, volumeIds: readonly string[]): Promise<void> {
  const { client, instances, volumes } = call.session;
  try {
    await purgeInstance(client, found, volumeIds, patienceOf(call));
  } finally {
    instances.wrote();
    volumes.wrote();
  }
}

/** What is known of a machine that is not finished; a look that fails must not hide why it is not. */
async function known(
  call: Call,
  id: string,
  inputs: Partial<InstanceInputs>,
): Promise<Partial<InstanceOutputs>> {
  try {
    return await outputsOf(call, await observe(call, id), inputs);
  } catch {
    return {};
  }
}

/** What of a machine is declared, as it is out there. */
async function actualInputs(
  call: Call,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs & Bookkeeping>,
): Promise<Partial<InstanceInputs>> {
  const powerState =
    found.status === 'running' || found.status === 'offline' ? found.status : state.powerState;
  if (state.__owner === undefined) {
    return {
      hostname: found.hostname,
      description: found.description,
      image: found.image,
      instanceType: found.instance_type,
      locationCode: found.location,
      contract: found.contract,
      isSpot: found.is_spot,
      sshKeyIds: found.ssh_key_ids,
      ...(found.startup_script_id && { startupScriptId: found.startup_script_id }),
      tags: tagMap(found.tags),
      ...(powerState && { powerState }),
    };
  }
  const osVolume =
    state.osVolume && found.os_volume_id ? await call.session.volumes.read(found.os_volume_id) : undefined;
  return {
    ...inputsOf(state),
    ...(state.tags && { tags: declaredTags(state.tags, found.tags) ?? {} }),
    ...(state.powerState && powerState && { powerState }),
    ...(state.existingVolumes && {
      existingVolumes: state.existingVolumes.filter((id) => found.volume_ids.includes(id)),
    }),
    ...(osVolume &&
      state.osVolume && {
        osVolume: {
          ...state.osVolume,
          ...(state.osVolume.name !== undefined && { name: osVolume.name }),
          size: osVolume.size,
        },
      }),
  };
}

/** The declared inputs among what state holds. */
function inputsOf(state: Partial<InstanceInputs>): Partial<InstanceInputs> {
  return Object.fromEntries(Object.entries(state).filter(([key]) => key in changes));
}

/** The volumes that were made with a machine, as they were asked for. */
async function madeWith(
  call: Call,
  found: Instance,
  { image, osVolume, volumes = [] }: Partial<InstanceInputs>,
): Promise<MadeVolume[]> {
  if (found.os_volume_id === null || found.os_volume_id === image) return [...volumes];
  if (osVolume) return [{ type: 'NVMe', size: osVolume.size }, ...volumes];
  const made = await call.session.volumes.read(found.os_volume_id);
  return made ? [made, ...volumes] : [...volumes];
}

/** What a machine costs with its volumes. While its price is the known one, nothing is asked: a refresh reads lists only. */
async function costOf(
  call: Call,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
): Promise<Pick<InstanceOutputs, 'hourlyCost' | 'currency'>> {
  const { hourlyCost, currency } = state;
  if (state.pricePerHour === found.price_per_hour && hourlyCost !== undefined && currency !== undefined) {
    return { hourlyCost, currency };
  }
  const storage = await storageCost(call, await madeWith(call, found, state));
  return { hourlyCost: found.price_per_hour + storage.hourly, currency: storage.currency };
}

async function outputsOf(
  call: Call,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
): Promise<InstanceOutputs> {
  const longTerm =
    found.contract === 'LONG_TERM' && found.os_volume_id
      ? longTermOf((await call.session.volumes.read(found.os_volume_id))?.long_term)
      : null;
  const { hourlyCost, currency } = await costOf(call, found, state);
  return {
    status: found.status,
    location: found.location,
    ip: found.ip,
    privateIp: found.private_ip,
    cpu: {
      description: found.cpu.description,
      numberOfCores: found.cpu.number_of_cores,
      model: found.cpu.model,
    },
    gpu: { description: found.gpu.description, numberOfGpus: found.gpu.number_of_gpus },
    gpuMemory: {
      description: found.gpu_memory.description,
      sizeInGigabytes: found.gpu_memory.size_in_gigabytes,
    },
    memory: { description: found.memory.description, sizeInGigabytes: found.memory.size_in_gigabytes },
    storage: { description: found.storage.description },
    pricePerHour: found.price_per_hour,
    hourlyCost,
    monthlyCost: hourlyToMonthly(hourlyCost),
    currency,
    osName: found.os_name,
    osVolumeId: found.os_volume_id ?? null,
    volumeIds: found.volume_ids,
    ownVolumeIds: state.ownVolumeIds ?? (await ownVolumesOf(call, found, state)),
    jupyterToken: found.jupyter_token,
    pricing: found.pricing,
    createdAt: found.created_at,
    createdByUserId: found.created_by_user_id ?? null,
    longTerm,
  };
}
