// The outputs of a machine, and its inputs as the cloud shows them.
import type { Instance, Volume } from '../../../api';
import { hourlyToMonthly } from '../../../core/prices';
import type { Call } from '../../session/call';
import { withOsVolume } from '../../../core/orphans/orphans';
import { hasOwner, inputsOfMachine, isReady } from '../../machines/machine';
import { declaredTags, tagRequests } from '../../schema/tagMap';
import { outputsFrom } from '../../schema/derived/mapping';
import { same } from '../../schema/derived/same';
import { createdVolumeIds } from '../../machines/volumes/createdVolumes';
import type { CreatedVolume } from '../../checks/cost/machinePrice';
import { DEFAULT_OS_GIGABYTES, storageCost } from '../../checks/cost/machinePrice';
import { longTermOf } from '../../machines/longTerm';
import { isVolumeId } from './volumes/bootVolume';
import { declaredName, inlineVolumeStates, knownInlineVolumes } from './inlineVolumes/inlineVolumeStates';
import type { InlineVolume, InstanceInputs, InstanceOutputs } from './schema';
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
    state.osVolume && found.os_volume_id ? await call.session.volumes.read(found.os_volume_id) : undefined;
  // Before the machine is ready, volumes that do not exist yet are no drift.
  const volumes =
    state.volumes && isReady(found) ? await actualVolumes(call, found, state, state.volumes) : state.volumes;
  return {
    ...actual,
    ...(isAttaching && existingVolumes && { existingVolumes }),
    ...(volumes && { volumes }),
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

/** The inline volumes that exist and are attached, with their actual sizes. */
async function actualVolumes(
  call: Call,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
  declared: readonly InlineVolume[],
): Promise<InlineVolume[]> {
  const ownVolumeIds = await createdVolumeIds(call, found, state);
  const attached = ownVolumeIds.filter((id) => found.volume_ids.includes(id));
  const own = (await Promise.all(attached.map((id) => call.session.volumes.read(id)))).flatMap(
    (volume) => volume ?? [],
  );
  const inlineVolumes = await knownInlineVolumes(call, ownVolumeIds, state);
  return declared.flatMap((volume) => {
    const actual = own.find((candidate) => declaredName(candidate, { inlineVolumes }) === volume.name);
    return actual ? [actualVolume(volume, actual)] : [];
  });
}

function actualVolume(
  { tags: declared, ...volume }: InlineVolume,
  { size, tags: actual }: Volume,
): InlineVolume {
  const tags = declaredTags(declared, actual) ?? {};
  // Without any declared tag left in the cloud, `tags` is left out; an empty `tags` stays as it was declared.
  const isListed =
    declared !== undefined && (Object.keys(tags).length > 0 || tagRequests(declared).length === 0);
  return { ...volume, size, ...(isListed && { tags }) };
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
  { session }: Call,
  { os_volume_id: id }: Instance,
  { osVolume, instanceGroupId }: Partial<InstanceInputs>,
): Promise<CreatedVolume> {
  if (osVolume?.size !== undefined) return { type: 'NVMe', size: osVolume.size };
  const created = id === null ? undefined : await session.volumes.read(id);
  if (created) return created;
  const group =
    instanceGroupId === undefined ? undefined : await session.instanceGroups.read(instanceGroupId);
  return { type: 'NVMe', size: group?.template.os_volume.size ?? DEFAULT_OS_GIGABYTES };
}

type Sizes = Partial<Pick<InstanceInputs, 'osVolume' | 'volumes'>>;

/** The declared volumes with the sizes that they have now; a detached one is still billed. */
const withActualSizes = ({ osVolume, volumes }: Sizes, actual: Sizes): Sizes => ({
  ...(osVolume && { osVolume: actual.osVolume ?? osVolume }),
  ...(volumes && {
    volumes: volumes.map((volume) => actual.volumes?.find(({ name }) => name === volume.name) ?? volume),
  }),
});

/**
 * The cost of a machine and its volumes. Sends no request while its price and the sizes are unchanged: a refresh reads
 * lists only.
 */
export async function costOf(
  call: Call,
  found: Instance,
  state: Partial<InstanceInputs & InstanceOutputs>,
  actual: Partial<InstanceInputs> = state,
): Promise<Pick<InstanceOutputs, 'hourlyCost' | 'currency'>> {
  const { hourlyCost, currency, pricePerHour } = state;
  const sizes = withActualSizes(state, actual);
  const isSame = pricePerHour === found.price_per_hour && same(sizes, withActualSizes(state, state));
  if (isSame && hourlyCost !== undefined && currency !== undefined) return { hourlyCost, currency };
  const storage = await storageCost(call, await createdVolumesOf(call, found, { ...state, ...sizes }));
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
  const kept = call.session.keptVolumes.get(call.urn) ?? state.keptVolumeIds ?? [];
  const found = await withOsVolume(shown, () => call.session.volumes.list());
  const longTerm =
    found.contract === 'LONG_TERM' && found.os_volume_id
      ? longTermOf((await call.session.volumes.read(found.os_volume_id))?.long_term)
      : null;
  const { hourlyCost, currency } = await costOf(call, found, state, actual);
  const isKnown = state.ownVolumeIds !== undefined || isReady(found);
  const ownVolumeIds = isKnown ? await createdVolumeIds(call, found, state) : undefined;
  const inlineVolumes = ownVolumeIds && (await inlineVolumeStates(call, ownVolumeIds, state));
  return outputsFrom(instanceSchema, found, {
    hourlyCost,
    monthlyCost: hourlyToMonthly(hourlyCost),
    currency,
    longTerm,
    ...(ownVolumeIds && { ownVolumeIds }),
    ...(inlineVolumes && inlineVolumes.length > 0 && { inlineVolumes }),
    ...(kept.length > 0 && { keptVolumeIds: [...kept] }),
  });
}
