import { isGone } from '../../../core/statuses';
import type { Instance } from '../../../api';
import type { ChangeRules } from '../../schema/rules';
import {
  asSet,
  by,
  fixed,
  isShown,
  nextMachine,
  replace,
  replaceable,
  setting,
  unmanagedWhenLeftOut,
  update,
} from '../../schema/rules';
import { checkInstance } from './check';
import { timeForCapacity } from '../../machines/capacity';
import { createMachine } from '../../machines/create';
import type { MachineKind } from '../../machines/kind';
import { readyMachine } from '../../machines/ready';
import { DeploymentFailed } from '../../machines/deploymentFailed';
import {
  declaredIn,
  isSatisfied,
  machineStatuses,
  readGone,
  sharesVolumes,
  staleMachine,
  stillAccepted,
} from '../../machines/machine';
import { ownInState, ownVolumesLeft } from '../../machines/createdVolumes';
import { nameUnproven, unprovenVolumes } from '../../machines/unprovenVolumes';
import { readRecent } from '../../lifecycle/waiting/readRecent';
import { removeVolume } from '../../lifecycle/removeVolume';
import { defineResource } from '../../schema/define';
import { untilReady } from '../../polling/statusRule';
import type { Problem } from '../../../core/validation/shape';
import { flag, listOf, object, oneOf, required, tags, text } from '../../../core/validation/shape';
import { UNKNOWN } from '../../schema/unknown';
import {
  DEFAULT_POLICY,
  ON_SPOT_DISCONTINUE,
  VOLUME_TYPES,
  gigabytes,
  hostnameFrom,
  tagMeaning,
} from '../common';
import { consequences } from './consequences';
import { applyChanges } from './applyChanges';
import { freeVolumes, nameKeptVolumes } from './keptVolumes';
import { attachedVolumes, differences, isVolumeId, order } from './order';
import type { InlineVolume, InstanceInputs, InstanceOutputs, OsVolume } from './properties';
import { remove, removeUnseen } from './remove';
import { commonPolicy, policyOf } from './spotPolicy';
import { meaningOf, orderMeaning, shownInputs } from './meaning';
import { actualInputs, outputsOf } from './view';

export type * from './properties';

const osVolumeShrinks = (old: OsVolume, next: OsVolume): string | undefined =>
  next.size < old.size
    ? `an operating-system volume only grows: it has ${String(old.size)} GB and cannot become ${String(next.size)} GB`
    : undefined;

/** Left out means none. */
const volumesMeaning = (volumes: readonly InlineVolume[]): unknown => {
  const meaning = volumes.map(({ name, size, type, onSpotDiscontinue, tags: map }) => [
    name,
    size,
    type,
    onSpotDiscontinue ?? DEFAULT_POLICY,
    map && tagMeaning(map),
  ]);
  return meaning.length > 0 ? meaning.sort() : undefined;
};

/** What cannot become of a volume that keeps its name. */
const volumesRefuse = (old: readonly InlineVolume[], next: readonly InlineVolume[]): string | undefined =>
  next
    .flatMap((volume) => {
      const was = old.find(({ name }) => name === volume.name);
      if (was && volume.type !== was.type)
        return `${was.name} is of the type ${was.type} and cannot become ${volume.type}. Give the new volume another name: then the old one is removed`;
      if (was && volume.size < was.size)
        return `a volume only grows: ${was.name} has ${String(was.size)} GB and cannot become ${String(volume.size)} GB`;
      return [];
    })
    .at(0);

/** What becomes of one inline volume at an eviction is ordered with its machine; a living one has one policy for all. */
const policiesLater = (
  old: readonly InlineVolume[] = [],
  next: readonly InlineVolume[] = [],
  news: Partial<InstanceInputs> = {},
): readonly string[] => {
  if (commonPolicy(news) !== undefined) return [];
  return next.flatMap((volume, index) =>
    policyOf(volume) === policyOf(old.find(({ name }) => name === volume.name))
      ? []
      : [`volumes[${String(index)}].onSpotDiscontinue`],
  );
};

/** Inline volumes are told by their names. */
const namesTwice = ({ volumes }: Partial<InstanceInputs>): Problem[] => {
  // The list as a whole may not be known yet.
  const names = Array.isArray(volumes) ? volumes.map(({ name }) => name) : [];
  return names.flatMap((name, index) => {
    const first = names.indexOf(name);
    if (first === index || name === UNKNOWN) return [];
    const reason = `is the name of volumes[${String(first)}] already: an inline volume is told by its name`;
    return [{ path: `volumes[${String(index)}].name`, reason }];
  });
};

const changes: ChangeRules<InstanceInputs> = {
  hostname: replace,
  description: nextMachine,
  image: replace,
  instanceType: replace,
  locationCode: replace,
  fallbackLocationCodes: fixed,
  waitForCapacity: fixed,
  contract: replace,
  longTermPeriod: replace,
  isSpot: by(replace, (isSpot: boolean) => isSpot || undefined),
  coupon: fixed,
  osVolume: { ...unmanagedWhenLeftOut(update), refuse: osVolumeShrinks, note: 'grows only' },
  volumes: {
    ...by(update, volumesMeaning),
    refuse: volumesRefuse,
    later: policiesLater,
    note: 'made, grown and removed; `onSpotDiscontinue` stored for the next one, unless all volumes get the same',
  },
  existingVolumes: unmanagedWhenLeftOut(asSet(update)),
  sshKeyIds: asSet(nextMachine),
  startupScriptId: nextMachine,
  tags: by(update, tagMeaning),
  instanceGroupId: replace,
  groupRevision: replace,
  powerState: unmanagedWhenLeftOut(update),
  allowShutdown: setting,
  awaitReady: fixed,
  adoptId: fixed,
  deletePermanently: setting,
  keepVolumes: setting,
  hibernate: setting,
  replaceOn: setting,
};

const kind: MachineKind<Instance, InstanceInputs, InstanceOutputs> = {
  noun: 'instance',
  path: 'instances',
  collection: ({ instances }) => instances,
  placement: (inputs) => inputs,
  attachedVolumes,
  orderMeaning,
  madeUntagged: ({ image }) => !isVolumeId(image),
  // Those of a group may be spot machines by its template.
  mayBeEvicted: ({ isSpot, contract, instanceGroupId }) =>
    isSpot ?? (contract === 'SPOT' || instanceGroupId !== undefined),
  readiness: (id) => untilReady(machineStatuses, (found) => new DeploymentFailed('instance', id, found)),
  differences: (found, inputs) => differences(changes, found, inputs),
  order,
  applyChanges: (call, found, inputs, isNew) => applyChanges(call, found, inputs, {}, { isNew }),
  outputs: outputsOf,
};

/** A machine. */
export const instance = defineResource<InstanceInputs, InstanceOutputs>({
  name: 'Instance',
  noun: 'instance',
  timeouts: { create: 30, update: 30, delete: 20 },
  extraTime: timeForCapacity,
  autoName: 'hostname',
  autoNameFrom: hostnameFrom,
  nameOf: async ({ instances }, id) => (await instances.read(id))?.hostname,
  defaults: () => ({ powerState: 'running' }),
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
      size: required(gigabytes, '100'),
      onSpotDiscontinue: oneOf(ON_SPOT_DISCONTINUE),
    }),
    volumes: listOf(
      object(
        {
          name: required(text()),
          size: required(gigabytes),
          type: required(oneOf(VOLUME_TYPES)),
          onSpotDiscontinue: oneOf(ON_SPOT_DISCONTINUE),
          tags,
        },
        'volumes that exist go into existingVolumes',
      ),
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
    replaceOn: listOf(oneOf(replaceable(changes))),
  },
  changes,
  check: async (call, inputs, olds) => [...namesTwice(inputs), ...(await checkInstance(call, inputs, olds))],
  satisfied: async (call, id, property, state, inputs) => {
    if (isSatisfied(call, property, state, inputs)) return true;
    const found = await call.session.instances.read(id);
    const shown = found ? shownInputs(found, state, inputs) : {};
    return isShown(changes, property, shown, await meaningOf(call, inputs, shown));
  },
  deleteFirst: (state, inputs) =>
    sharesVolumes(state, inputs) || (isVolumeId(inputs.image) && inputs.image === state.image),
  stale: (call, id) => staleMachine(call, 'instance', call.session.instances, id),
  consequences,
  reminders: nameKeptVolumes,
  deletesVolumes: ({ keepVolumes, hibernate, ownVolumeIds = [] }) =>
    keepVolumes || hibernate ? [] : ownVolumeIds,

  create: (call, inputs) => createMachine(call, kind, inputs),

  async read(call, id, state) {
    const found = await readRecent(call, call.session.instances, id);
    if (found && !isGone(found))
      return {
        inputs: await actualInputs(call, changes, found, state),
        outputs: await outputsOf(call, found, state),
        ...stillAccepted(call, found),
      };
    const known = { inputs: declaredIn(changes, state), outputs: state as InstanceOutputs };
    return readGone(call, 'instance', ownInState(state), known);
  },

  async update(call, id, state, inputs, reached) {
    const found = await readyMachine(call, kind, inputs, id);
    return { outputs: await applyChanges(call, found, inputs, state, { reached }) };
  },

  async delete(call, id, state) {
    const found = await readRecent(call, call.session.instances, id);
    if (found && !state.hibernate && !state.keepVolumes)
      nameUnproven(call, await unprovenVolumes(call, found, state));
    if (!found) await removeUnseen(call, id, state);
    else if (!isGone(found)) await remove(call, found, state);
    if (state.hibernate || state.keepVolumes) return;
    const kept = call.session.keptVolumes.get(call.urn) ?? [];
    const own = ownInState(state).filter((volumeId) => !kept.includes(volumeId));
    const earlier = (await freeVolumes(call, state.keptVolumeIds ?? [])).map((volume) => volume.id);
    const left = await ownVolumesLeft(call, own);
    await Promise.all([
      ...left.map((volumeId) => removeVolume(call, volumeId, state.deletePermanently ?? false)),
      ...earlier
        .filter((volumeId) => !kept.includes(volumeId))
        .map((volumeId) => removeVolume(call, volumeId, false)),
    ]);
  },
});
