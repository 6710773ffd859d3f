// What a program is shown of a machine: its outputs, and its inputs as they are out there.
import type { Instance } from '../../../api';
import { hourlyToMonthly } from '../../../core/prices';
import type { Call } from '../../session/call';
import { withOsVolume } from '../../../core/orphans/orphans';
import { declaredIn, isDeclared, isReady } from '../../machines/machine';
import type { Cluster } from '../../../api';
import type { PowerState } from '../../machines/power';
import type { Cores, Gpus, Memory, TagMap } from '../common';
import { declaredTags, tagMap } from '../common';
import { ownVolumesOf } from '../../machines/createdVolumes';
import { unprovenVolumes } from '../../machines/unprovenVolumes';
import type { MadeVolume } from '../../checks/cost/machinePrice';
import { storageCost } from '../../checks/cost/machinePrice';
import { longTermOf } from '../../machines/longTerm';
import type { InlineVolume, InstanceInputs, InstanceOutputs } from './properties';

/** What of a machine is declared, as it is out there. */
export async function actualInputs(
  call: Call,
  rules: object,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
): Promise<Partial<InstanceInputs>> {
  const powerState =
    found.status === 'running' || found.status === 'offline' ? found.status : state.powerState;
  const actual = actualOf<InstanceInputs>(call, rules, found, state, powerState);
  if (!isDeclared(call)) return { ...actual, instanceType: found.instance_type, isSpot: found.is_spot };
  const osVolume =
    state.osVolume && found.os_volume_id ? await call.session.volumes.read(found.os_volume_id) : undefined;
  // Of a machine that is not ready, volumes that are to come are no drift.
  const volumes =
    state.volumes && isReady(found) ? await actualVolumes(call, found, state, state.volumes) : state.volumes;
  return {
    ...actual,
    ...(state.existingVolumes && {
      existingVolumes: state.existingVolumes.filter((id) => found.volume_ids.includes(id)),
    }),
    ...(volumes && { volumes }),
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

/** The inline volumes as they are: those that are there and attached, with their sizes. */
async function actualVolumes(
  call: Call,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
  declared: readonly InlineVolume[],
): Promise<InlineVolume[]> {
  const ownVolumeIds = await ownVolumesOf(call, found, state);
  const attached = ownVolumeIds.filter((id) => found.volume_ids.includes(id));
  const own = await Promise.all(attached.map((id) => call.session.volumes.read(id)));
  // A volume that is missing here would be created a second time.
  const unproven = await unprovenVolumes(call, found, { ...state, ownVolumeIds });
  return declared.flatMap((volume) => {
    const actual = [...own, ...unproven].find((candidate) => candidate?.name === volume.name);
    return actual ? [{ ...volume, size: actual.size }] : [];
  });
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

/** What the cloud says of a machine, in the words of programs. */
export async function outputsOf(
  call: Call,
  shown: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
): Promise<InstanceOutputs> {
  const kept = call.session.keptVolumes.get(call.urn) ?? state.keptVolumeIds ?? [];
  const found = await withOsVolume(shown, () => call.session.volumes.list());
  const longTerm =
    found.contract === 'LONG_TERM' && found.os_volume_id
      ? longTermOf((await call.session.volumes.read(found.os_volume_id))?.long_term)
      : null;
  const { hourlyCost, currency } = await costOf(call, found, state);
  const parts = partsOf(found);
  return {
    status: found.status,
    location: found.location,
    ip: found.ip,
    privateIp: found.private_ip,
    ...parts,
    cpu: { ...parts.cpu, model: found.cpu.model },
    storage: { description: found.storage.description },
    pricePerHour: found.price_per_hour,
    hourlyCost,
    monthlyCost: hourlyToMonthly(hourlyCost),
    currency,
    osName: found.os_name,
    osVolumeId: found.os_volume_id ?? null,
    volumeIds: found.volume_ids,
    ...((state.ownVolumeIds?.length || isReady(found)) && {
      ownVolumeIds: await ownVolumesOf(call, found, state),
    }),
    ...(kept.length > 0 && { keptVolumeIds: [...kept] }),
    jupyterToken: found.jupyter_token,
    pricing: found.pricing,
    createdAt: found.created_at,
    createdByUserId: found.created_by_user_id ?? null,
    longTerm,
  };
}

/**
 * What of a machine is declared, as it is out there, as far as instances and clusters have it in common; for one that
 * was only read, all that the cloud shows.
 */
function actualOf<I extends { tags?: TagMap; powerState?: PowerState }>(
  call: Call,
  rules: object,
  found: Instance | Cluster,
  state: Partial<I>,
  powerState: PowerState | undefined,
): Partial<I> {
  const { tags } = state;
  const actual = isDeclared(call)
    ? {
        ...declaredIn<object>(rules, state),
        ...(tags && { tags: declaredTags(tags, found.tags) ?? {} }),
        ...(state.powerState && powerState && { powerState }),
      }
    : {
        hostname: found.hostname,
        description: found.description,
        image: found.image,
        locationCode: found.location,
        contract: found.contract,
        sshKeyIds: found.ssh_key_ids,
        ...(found.startup_script_id && { startupScriptId: found.startup_script_id }),
        tags: tagMap(found.tags),
        ...(powerState && { powerState }),
      };
  return actual as Partial<I>;
}

/** What a machine is made of, in the words of programs. */
const partsOf = (
  found: Instance | Cluster,
): { cpu: Cores; gpu: Gpus; gpuMemory: Memory; memory: Memory } => ({
  cpu: { description: found.cpu.description, numberOfCores: found.cpu.number_of_cores },
  gpu: { description: found.gpu.description, numberOfGpus: found.gpu.number_of_gpus },
  gpuMemory: {
    description: found.gpu_memory.description,
    sizeInGigabytes: found.gpu_memory.size_in_gigabytes,
  },
  memory: { description: found.memory.description, sizeInGigabytes: found.memory.size_in_gigabytes },
});
