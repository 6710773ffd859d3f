import type { LongTerm, Volume, VolumeTypeName } from '../../api';
import { monthlyToHourly } from '../../api/catalogue';
import { purgeVolume, putMark } from '../../api/leftovers';
import type { Mark } from '../../api/marks';
import { markName, markOf, markTag, wasGivenJust } from '../../api/marks';
import type { Call } from '../call';
import {
  asSet,
  by,
  changesBetween,
  fixed,
  growOnly,
  replace,
  setting,
  unmanagedWhenLeftOut,
  update,
} from '../changes';
import type { ChangeRules } from '../changes';
import { checkVolume } from '../checks/volume';
import type { Billed, Created } from '../createOnce';
import { belongsToSuccessor, createOnce, patienceOf, removeDoubles } from '../createOnce';
import { adopt } from '../adopt';
import { whileOff } from '../power';
import { removeVolume } from '../removeVolume';
import { Unfinished, defineResource } from '../resource';
import { flag, listOf, oneOf, required, tags, text } from '../shape';
import { becomes } from '../settle/rule';
import { syncTags } from '../tags';
import { waitFor } from '../waiting';
import type { TagMap } from './common';
import { VOLUME_TYPES, declaredTags, gigabytes, isOwnTag, tagMap, tagMeaning, tagRequests } from './common';

/** What a program says of a volume (Volumes, POST and PUT /v1/volumes). */
export interface VolumeInputs {
  /** Name of the volume. Default: the name in the program and seven random digits. On change: renamed in place. */
  name?: string;
  /** Size in GB. On change: grown in place; a smaller size is refused at preview. */
  size: number;
  /** Type of the storage, e.g. `NVMe`. New HDD volumes are refused. On change: replaced. */
  type: VolumeTypeName;
  /** Where it is, e.g. `FIN-01`. On change: replaced. */
  locationCode: string;
  /**
   * The instances it is attached to; several only for shared types. Left out: not managed here (an instance may
   * list the volume in its `existingVolumes`). On change: attached and detached in place, which needs the
   * machines to be off.
   */
  instanceIds?: string[];
  /** Tags, at most ten. On change: in place; tags of others are left alone. */
  tags?: TagMap;
  /** Makes the volume a copy of this one, also of another type or in another location. On change: replaced. */
  sourceVolumeId?: string;
  /** Takes this volume back from the trash instead of making a new one. Only matters at creation. */
  restoreVolumeId?: string;
  /** Takes over this volume, which exists, instead of making a new one. Only matters at creation. */
  adoptId?: string;
  /** Whether machines may be stopped and started again to attach or detach the volume. Default: false. */
  allowShutdown?: boolean;
  /** Whether a delete is for good at once; otherwise the volume stays in the trash for 96 hours. Default: false. */
  deletePermanently?: boolean;
  /** Properties whose change is to replace the volume instead of changing it in place. */
  replaceOn?: string[];
}

/** What the cloud says of a volume (Volume (active)). */
export interface VolumeOutputs {
  /** `detached`, `attached`, … (States and transitions). */
  status: string;
  /** Whether it is the operating-system volume of a machine. */
  isOsVolume: boolean;
  /** The instance it is attached to, if any. */
  instanceId: string | null;
  /** All instances it is attached to. */
  attachedTo: string[];
  /** Device target on the machine. */
  target: string | null;
  /** Unique identifier of the filesystem. */
  pseudoPath: string | null;
  /** Command that makes the directory to mount it on. */
  createDirectoryCommand: string | null;
  /** Command that mounts it. */
  mountCommand: string | null;
  /** Command that adds it to fstab. */
  filesystemToFstabCommand: string | null;
  /** Keys linked to an operating-system volume. */
  sshKeyIds: string[];
  /** Kind of contract. */
  contract: string;
  /** Price per hour, in `currency`. */
  baseHourlyCost: number;
  /** Price per month, in `currency`. */
  monthlyPrice: number;
  /** Price per hour, in `currency`. */
  hourlyCost: number;
  /** Price per month, in `currency`. */
  monthlyCost: number;
  /** `usd` or `eur`. */
  currency: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
  /** Who made it. */
  createdByUserId: string | null;
  /** The end and the price of a long-term contract. */
  longTerm: VolumeLongTerm | null;
}

/** A long-term contract as the cloud shows it on a volume. */
export interface VolumeLongTerm {
  /** When it ends, ISO 8601. */
  endDate: string | null;
  /** Its period. */
  longTermPeriod: string | null;
  /** What it is cheaper by, in percent. */
  discountPercentage: number | null;
  /** Whether it renews by itself. */
  autoRentalExtension: boolean | null;
  /** Price of the next period. */
  nextPeriodPrice: number | null;
  /** Price of this period. */
  currentPeriodPrice: number | null;
}

const changes: ChangeRules<VolumeInputs> = {
  name: update,
  size: growOnly,
  type: replace,
  locationCode: replace,
  instanceIds: unmanagedWhenLeftOut(asSet(update as never)),
  tags: by(update as never, tagMeaning),
  sourceVolumeId: replace,
  restoreVolumeId: fixed,
  adoptId: fixed,
  allowShutdown: setting,
  deletePermanently: setting,
  replaceOn: setting,
};

const settle = {
  ready: ['detached', 'attached', 'created', 'exported'],
  failed: ['canceling', 'canceled'],
  gone: ['deleting', 'deleted'],
} as const;

/** A volume did not become what it should. */
export class VolumeError extends Error {
  override readonly name = 'VolumeError';
}

const failure = (volume: Volume | undefined, id: string): Error =>
  new VolumeError(
    volume
      ? `The volume ${volume.name} (${id}) is ${volume.status}: it cannot become usable any more.`
      : `The volume ${id} is gone.`,
  );

/** How volumes are created once. */
const billedVolume = (call: Call, { sourceVolumeId }: Partial<VolumeInputs>): Billed<Volume> => ({
  noun: 'volume',
  collection: call.session.volumes,
  given: sourceVolumeId === undefined ? [] : [sourceVolumeId],
  isGone: ({ status }) => [...settle.gone, ...settle.failed].includes(status as never),
  hasFailed: () => false,
  remove: async (inner, { id }) => {
    await purgeVolume(inner.session.client, id, patienceOf(inner));
    inner.session.volumes.wrote();
  },
});

/** A block or shared volume. */
export const volume = defineResource<VolumeInputs, VolumeOutputs>({
  name: 'Volume',
  noun: 'volume',
  timeouts: { create: 120, update: 30, delete: 20 },
  autoName: 'name',
  shapes: {
    name: text({ max: 255 }),
    size: required(gigabytes),
    type: required(oneOf(VOLUME_TYPES)),
    locationCode: required(text()),
    instanceIds: listOf(text()),
    tags,
    sourceVolumeId: text(),
    restoreVolumeId: text(),
    adoptId: text(),
    allowShutdown: flag,
    deletePermanently: flag,
    replaceOn: listOf(oneOf(Object.keys(changes))),
  },
  changes,
  check: checkVolume,

  /** An interrupted run may have removed it without living to say so. */
  async stale(call, id) {
    const found = await call.session.volumes.read(id);
    return !found || [...settle.gone, ...settle.failed].includes(found.status as never)
      ? 'replace'
      : undefined;
  },

  async create(call, inputs) {
    const made = await make(call, inputs);
    try {
      const found = await ready(call, made.id, inputs.sourceVolumeId ? 'cloning' : 'creating');
      await markByTag(call, found);
      const outputs = await converge(call, found, inputs, inputs.adoptId === undefined ? {} : inputs);
      await removeDoubles(call, billedVolume(call, inputs), made.at);
      return { id: made.id, outputs: { ...outputs, __generation: made.generation } };
    } catch (error) {
      throw new Unfinished(made.id, { __generation: made.generation }, (error as Error).message, {
        cause: error,
      });
    }
  },

  async read(call, id, state) {
    const found = await call.session.volumes.read(id);
    if (!found || settle.gone.includes(found.status as never)) return undefined;
    return { inputs: declaredOf(found, state), outputs: outputsOf(found) };
  },

  async update(call, id, state, inputs) {
    return { outputs: await converge(call, await usable(call, id), inputs, state) };
  },

  async delete(call, id, state) {
    const found = await call.session.volumes.read(id);
    if (!found || found.status === 'deleted') return;
    if (belongsToSuccessor(call, id, state.__generation)) return;
    const attached = attachedTo(found);
    for (const instanceId of attached) {
      await detach(call, found, instanceId, state.allowShutdown ?? false);
    }
    await removeVolume(call, id, state.deletePermanently ?? false);
  },
});

/** Where a volume comes from: taken over, back from the trash, copied, or new. */
async function make(call: Call, inputs: VolumeInputs & { __generation?: number }): Promise<Created<Volume>> {
  const { client } = call.session;
  const { adoptId, restoreVolumeId, sourceVolumeId } = inputs;
  const kind = billedVolume(call, inputs);
  if (adoptId !== undefined) {
    return adopt(call, kind, adoptId, (found) => differences(found, inputs));
  }
  if (restoreVolumeId !== undefined) {
    // An interrupted run may have brought it back already.
    const found = await call.session.volumes.get(restoreVolumeId);
    if (!found || found.status === 'deleted')
      await client.volumes.perform({ action: 'restore', id: restoreVolumeId }, call.requests);
    call.session.volumes.wrote();
    return { id: restoreVolumeId, generation: 0, at: call.session.clock.now() };
  }
  const adaptable = (found: Volume, mark: Mark) =>
    differences(found, inputs).length === 0 && wasGivenJust(mark, kind.given);
  if (sourceVolumeId !== undefined) {
    // A copy takes no tags when it is asked for: it carries its mark in its name until it is there.
    return createOnce(call, kind, adaptable, (mark) =>
      client.volumes.clone(
        { id: sourceVolumeId, name: markName(mark), type: inputs.type, locationCode: inputs.locationCode },
        call.requests,
      ),
    );
  }
  return createOnce(call, kind, adaptable, (mark) =>
    client.volumes.create(
      {
        name: inputs.name ?? call.name,
        size: inputs.size,
        type: inputs.type,
        location_code: inputs.locationCode,
        // The mark takes one of the ten places; the tenth tag comes after it.
        tags: [markTag(mark), ...tagRequests(inputs.tags).slice(0, 9)],
      },
      call.requests,
    ),
  );
}

/** A copy's mark moves from its name, which is about to change, to a tag. */
async function markByTag(call: Call, found: Volume): Promise<void> {
  const mark = markOf(found);
  if (!mark || found.tags.some(isOwnTag)) return;
  await putMark(call.session.client, found.id, mark, call.requests);
  call.session.volumes.wrote();
}

/** The inputs in which a volume that exists cannot become what the program says. */
function differences(found: Volume, inputs: VolumeInputs): string[] {
  const actual: Partial<VolumeInputs> = { size: found.size, type: found.type, locationCode: found.location };
  const wanted: Partial<VolumeInputs> = {
    size: inputs.size,
    type: inputs.type,
    locationCode: inputs.locationCode,
  };
  const told = changesBetween(changes, actual, wanted)
    .filter(
      ({ effect, property }) => effect === 'replace' && wanted[property as keyof VolumeInputs] !== undefined,
    )
    .map(({ property: name }) => {
      const property = name as 'type' | 'locationCode';
      return `${property} is ${JSON.stringify(actual[property])}, the program says ${JSON.stringify(wanted[property])}`;
    });
  const shrinks =
    inputs.size < found.size
      ? [`size is ${String(found.size)} GB, the program says ${String(inputs.size)} GB`]
      : [];
  return [...told, ...shrinks];
}

async function ready(call: Call, id: string, doing: string): Promise<Volume> {
  const found = await waitFor(
    call,
    call.session.volumes,
    id,
    doing,
    becomes(settle, (object) => failure(object, id)),
  );
  if (!found) throw failure(undefined, id);
  return found;
}

/** A volume that is ready, at once if it is; only one that is not yet is waited for. */
async function usable(call: Call, id: string): Promise<Volume> {
  const found = await call.session.volumes.read(id);
  return found && settle.ready.includes(found.status as never) ? found : ready(call, id, 'settling');
}

/** Makes a volume that is ready what the program says, in place; `before` is what was declared until now. */
async function converge(
  call: Call,
  found: Volume,
  inputs: VolumeInputs,
  before: Partial<VolumeInputs>,
): Promise<VolumeOutputs> {
  const { client, volumes } = call.session;
  const { id } = found;
  const perform = async (body: Parameters<typeof client.volumes.perform>[0]) => {
    await client.volumes.perform(body, call.requests);
    volumes.wrote();
  };
  if (inputs.name !== undefined && inputs.name !== found.name)
    await perform({ action: 'rename', id, name: inputs.name });
  if (inputs.size > found.size) {
    call.status(`growing from ${String(found.size)} GB to ${String(inputs.size)} GB`);
    await perform({ action: 'resize', id, size: inputs.size });
  }
  await syncTags(call, 'volumes', id, found.tags, inputs.tags, before.tags);
  if (inputs.instanceIds !== undefined) {
    const actual = attachedTo(found);
    const wanted = inputs.instanceIds;
    const allowed = inputs.allowShutdown ?? false;
    for (const instanceId of actual.filter((other) => !wanted.includes(other)))
      await detach(call, found, instanceId, allowed);
    for (const instanceId of wanted.filter((other) => !actual.includes(other)))
      await attach(call, found, instanceId, allowed);
  }
  // A list that is newer than the last write serves all that settled together.
  return outputsOf(await usable(call, id));
}

/** The instances that hold a volume. */
export const attachedTo = (found: Volume): string[] => [
  ...new Set([...found.instances.map(({ id }) => id), ...(found.instance_id ? [found.instance_id] : [])]),
];

/** Attaches a volume, stopping and starting the machine where that is allowed. */
export function attach(call: Call, found: Volume, instanceId: string, allowed: boolean): Promise<void> {
  return move(call, found, instanceId, allowed, 'attach');
}

/** Detaches a volume, stopping and starting the machine where that is allowed. */
export function detach(call: Call, found: Volume, instanceId: string, allowed: boolean): Promise<void> {
  return move(call, found, instanceId, allowed, 'detach');
}

async function move(
  call: Call,
  found: Volume,
  instanceId: string,
  allowed: boolean,
  action: 'attach' | 'detach',
): Promise<void> {
  const { client, volumes } = call.session;
  const doing = `${action === 'attach' ? 'Attaching' : 'Detaching'} the volume ${found.name} (${found.id})`;
  await whileOff(call, instanceId, allowed, doing, async () => {
    await client.volumes.perform({ action, id: found.id, instance_id: instanceId }, call.requests);
    volumes.wrote();
    await waitFor(call, volumes, found.id, `${action}ing`, (now) => {
      if (!now) return { state: 'failed', error: failure(undefined, found.id) };
      const holds = attachedTo(now).includes(instanceId);
      const moving = now.status === 'attaching' || now.status === 'detaching';
      return !moving && holds === (action === 'attach')
        ? { state: 'done', value: now }
        : { state: 'waiting', status: now.status };
    });
  });
}

/** What of a volume is declared, as it is out there; a volume that was only read declares nothing. */
function declaredOf(found: Volume, state: Partial<VolumeInputs> & { __urn?: string }): Partial<VolumeInputs> {
  const declared = state.type !== undefined;
  return {
    ...inputsKept(state),
    name: found.name,
    size: found.size,
    type: found.type,
    locationCode: found.location,
    ...(declared
      ? {
          ...(state.tags && { tags: declaredTags(state.tags, found.tags) ?? {} }),
          ...(state.instanceIds && { instanceIds: attachedTo(found) }),
        }
      : { tags: tagMap(found.tags) }),
  };
}

/** Inputs that the cloud does not show: what was declared stays. */
function inputsKept(state: Partial<VolumeInputs>): Partial<VolumeInputs> {
  const kept = [
    'sourceVolumeId',
    'restoreVolumeId',
    'adoptId',
    'allowShutdown',
    'deletePermanently',
    'replaceOn',
  ] as const;
  return Object.fromEntries(kept.flatMap((key) => (state[key] === undefined ? [] : [[key, state[key]]])));
}

function outputsOf(found: Volume): VolumeOutputs {
  return {
    status: found.status,
    isOsVolume: found.is_os_volume,
    instanceId: found.instance_id ?? null,
    attachedTo: attachedTo(found),
    target: found.target ?? null,
    pseudoPath: found.pseudo_path ?? null,
    createDirectoryCommand: found.create_directory_command ?? null,
    mountCommand: found.mount_command ?? null,
    filesystemToFstabCommand: found.filesystem_to_fstab_command ?? null,
    sshKeyIds: found.ssh_key_ids,
    contract: found.contract,
    baseHourlyCost: found.base_hourly_cost,
    monthlyPrice: found.monthly_price,
    hourlyCost: monthlyToHourly(found.monthly_price),
    monthlyCost: found.monthly_price,
    currency: found.currency,
    createdAt: found.created_at,
    createdByUserId: found.created_by_user_id ?? null,
    longTerm: longTermOf(found.long_term),
  };
}

/** A long-term contract in the words of programs. */
export function longTermOf(longTerm: LongTerm | null | undefined): VolumeLongTerm | null {
  if (!longTerm) return null;
  return {
    endDate: longTerm.end_date,
    longTermPeriod: longTerm.long_term_period,
    discountPercentage: longTerm.discount_percentage,
    autoRentalExtension: longTerm.auto_rental_extension,
    nextPeriodPrice: longTerm.next_period_price,
    currentPeriodPrice: longTerm.current_period_price,
  };
}
