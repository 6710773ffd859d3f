// The outputs of a machine, and its inputs as the cloud shows them.
import type { Instance } from '../../../api';
import { hourlyToMonthly } from '../../../core/prices';
import type { Call } from '../../run/call';
import { withOsVolume } from '../../../core/orphans/orphans';
import { hasOwner, inputsOfMachine, isReady } from '../../machines/machine';
import { outputsFrom } from '../../schema/derived/mapping';
import { same } from '../../schema/derived/same';
import { createdVolumeIds } from '../../volumes/createdVolumes';
import type { CreatedVolume } from '../../checks/cost/machinePrice';
import { DEFAULT_OS_GIGABYTES, storageCost } from '../../checks/cost/machinePrice';
import { expiresAtOf } from '../../machines/expiry/schema';
import { longTermOf } from '../../machines/machineSchema';
import { isVolumeId } from '../../volumes/declared';
import { inlineVolumesOf } from '../../volumes/inlineVolumes';
import type { InstanceInputs, InstanceOutputs } from './schema';
import { instanceSchema } from './schema';

/**
 * The inputs of an instance for `read`.
 *
 * @param isAttaching whether an interrupted create has yet to attach shared volumes: those are no drift.
 */
export async function actualInputs(
  call: Call,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
  isAttaching: boolean,
): Promise<Partial<InstanceInputs>> {
  const actual = inputsOfMachine(call, instanceSchema, found, state);
  if (!hasOwner(call)) {
    const attached = found.volume_ids.filter((id) => id !== found.os_volume_id);
    return { ...actual, ...(attached.length > 0 && { existingVolumes: attached }) };
  }
  const { existingVolumes } = state;
  const osVolume =
    state.osVolume && found.os_volume_id ? await call.run.volumes.read(found.os_volume_id) : undefined;
  return {
    ...actual,
    ...(isAttaching && existingVolumes && { existingVolumes }),
    ...(osVolume &&
      state.osVolume && {
        osVolume: {
          ...state.osVolume,
          ...(state.osVolume.name !== undefined && { name: osVolume.name }),
          ...(state.osVolume.size !== undefined && { size: osVolume.size }),
        },
      }),
  };
}

/** The volumes that were created with a machine, as they were ordered. */
async function createdVolumesOf(
  call: Call,
  found: Instance,
  inputs: Partial<InstanceInputs>,
): Promise<CreatedVolume[]> {
  const { image, volumes = [] } = inputs;
  // The machine boots from a volume that existed.
  return isVolumeId(image) ? [...volumes] : [await osVolumeOf(call, found, inputs), ...volumes];
}

/** The operating-system volume; an accepted machine has none yet, but will have it. */
async function osVolumeOf(
  { run }: Call,
  { os_volume_id: id }: Instance,
  { osVolume, instanceGroupId }: Partial<InstanceInputs>,
): Promise<CreatedVolume> {
  if (osVolume?.size !== undefined) return { type: 'NVMe', size: osVolume.size };
  const created = id === null ? undefined : await run.volumes.read(id);
  if (created) return created;
  const group = instanceGroupId === undefined ? undefined : await run.instanceGroups.read(instanceGroupId);
  return { type: 'NVMe', size: group?.template.os_volume.size ?? DEFAULT_OS_GIGABYTES };
}

/**
 * The cost of a machine and its volumes. Sends no request while its price and the sizes are unchanged: a refresh reads
 * lists only.
 */
export async function costOf(
  call: Call,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
  { osVolume = state.osVolume }: Partial<InstanceInputs> = state,
): Promise<Pick<InstanceOutputs, 'hourlyCost' | 'currency'>> {
  const { hourlyCost, currency, pricePerHour } = state;
  const isSame = pricePerHour === found.price_per_hour && same(osVolume, state.osVolume);
  if (isSame && hourlyCost !== undefined && currency !== undefined) return { hourlyCost, currency };
  const storage = await storageCost(
    call,
    await createdVolumesOf(call, found, { ...state, ...(osVolume && { osVolume }) }),
  );
  return { hourlyCost: found.price_per_hour + storage.hourly, currency: storage.currency };
}

/**
 * The outputs of an instance.
 *
 * @param actual its inputs as the cloud shows them. Default: as in state.
 */
export async function outputsOf(
  call: Call,
  shown: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
  actual: Partial<InstanceInputs> = state,
): Promise<InstanceOutputs> {
  const kept = call.run.things.keptBy(call.urn) ?? state.keptVolumeIds ?? [];
  const found = await withOsVolume(shown, () => call.run.volumes.list());
  const longTerm =
    found.contract === 'LONG_TERM' && found.os_volume_id
      ? longTermOf((await call.run.volumes.read(found.os_volume_id))?.long_term)
      : null;
  const { hourlyCost, currency } = await costOf(call, found, state, actual);
  const sshHostKey = call.run.things.hostKeyOf(found.id) ?? state.sshHostKey;
  const isKnown = state.ownVolumeIds !== undefined || isReady(found);
  const ownVolumeIds = isKnown ? await createdVolumeIds(call, found, state) : undefined;
  const inlineVolumes = ownVolumeIds && (await inlineVolumesOf(call, ownVolumeIds, state));
  return outputsFrom(instanceSchema, found, {
    hourlyCost,
    monthlyCost: hourlyToMonthly(hourlyCost),
    currency,
    longTerm,
    ...(sshHostKey !== undefined && { sshHostKey }),
    ...expiresAtOf(found, actual),
    ...(ownVolumeIds && { ownVolumeIds }),
    ...(inlineVolumes && inlineVolumes.length > 0 && { inlineVolumes }),
    ...(kept.length > 0 && { keptVolumeIds: [...kept] }),
  });
}
