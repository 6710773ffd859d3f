// Which volume is which of the declared ones. State holds their ids, because somebody may rename or detach a volume.
import type { Volume } from '../../../../api';
import { isGoing } from '../../../../core/statuses';
import { volumesThatExist } from '../../../lifecycle/consequences';
import { propertyIn } from '../../../schema/propertyPath';
import type { Call } from '../../../session/call';
import { ignoredPaths } from '../../../session/call';
import type { InlineVolume, InlineVolumeState } from '../volumes/volumeSchemas';

/** The declared volumes in state. Until the machine was ready, it has no ids: there, the name in the cloud counts. */
export interface DeclaredVolumes {
  readonly volumes?: readonly InlineVolume[];
  readonly inlineVolumes?: readonly InlineVolumeState[];
  /** After a failed update, some of `inlineVolumes` may no longer be in this list. */
  readonly ownVolumeIds?: readonly string[];
}

/** The name under which the last program declared a volume. */
export const declaredName = (
  { id, name }: Pick<Volume, 'id' | 'name'>,
  { inlineVolumes = [] }: DeclaredVolumes,
): string => inlineVolumes.find((one) => one.id === id)?.name ?? name;

/**
 * The names under which this program declares volumes, by their ids. It may follow renames in the cloud: of a volume whose
 * name in state it no longer declares, or gives to another volume that it follows.
 *
 * @param wanted the volumes that the program declares now.
 */
export function declaredNames(
  volumes: readonly Volume[],
  state: DeclaredVolumes,
  wanted: readonly { readonly name: string }[] = [],
): ReadonlyMap<string, string> {
  const { inlineVolumes = [] } = state;
  const isWanted = (name: string) => wanted.some((volume) => volume.name === name);
  const renamed = volumes.filter(
    ({ id, name }) => isWanted(name) && inlineVolumes.some((one) => one.id === id && one.name !== name),
  );
  const follows = new Set<string>();
  const isTaken = (name: string) => renamed.some((one) => follows.has(one.id) && one.name === name);
  // A volume that follows may take the name of another one, which the next pass finds.
  for (let pass = 0; pass < renamed.length; pass += 1)
    for (const volume of renamed) {
      const oldName = declaredName(volume, state);
      if (!isTaken(volume.name) && (!isWanted(oldName) || isTaken(oldName))) follows.add(volume.id);
    }
  const isFree = ({ id, name }: Volume) =>
    volumes.every((one) => one.id === id || follows.has(one.id) || declaredName(one, state) !== name);
  for (let pass = 0; pass < renamed.length; pass += 1)
    for (const volume of renamed) if (!isFree(volume)) follows.delete(volume.id);
  return new Map(
    volumes.map((volume) => [volume.id, follows.has(volume.id) ? volume.name : declaredName(volume, state)]),
  );
}

/** The inputs with the volumes that the program follows under their names in state. */
export async function inNamesOfState<I extends { readonly volumes?: InlineVolume[] }>(
  call: Call,
  state: DeclaredVolumes,
  inputs: I,
): Promise<I> {
  const { volumes } = inputs;
  const { inlineVolumes = [], ownVolumeIds = [] } = state;
  if (!Array.isArray(volumes)) return inputs;
  if (inlineVolumes.every(({ name }) => volumes.some((volume) => volume.name === name))) return inputs;
  const own = await volumesThatExist(call, ownVolumeIds);
  const names = declaredNames(own, state, volumes);
  const oldNames = new Map(own.map((volume) => [names.get(volume.id), declaredName(volume, state)]));
  return {
    ...inputs,
    volumes: volumes.map((volume) => ({ ...volume, name: oldNames.get(volume.name) ?? volume.name })),
  };
}

/** The declared volumes in state, with the volumes that a refresh has taken out of `volumes` because they are detached. */
export function declaredBefore(state: DeclaredVolumes): InlineVolume[] {
  return [
    ...(state.volumes ?? []),
    ...takenOut(state).map(({ id: _id, keep, type, ...volume }) => ({
      ...volume,
      type: type as InlineVolume['type'],
      ...(keep !== null && { keep }),
    })),
  ];
}

/** The volumes that a refresh has taken out of `volumes`. */
const takenOut = ({ volumes = [], inlineVolumes = [], ownVolumeIds = [] }: DeclaredVolumes) =>
  inlineVolumes.filter(
    ({ id, name }) => ownVolumeIds.includes(id) && !volumes.some((volume) => volume.name === name),
  );

/** Whether the program ignores changes of `volumes`: then it declares what state has, with what a refresh took out. */
const ignoresVolumes = ({ session, urn }: Call): boolean =>
  (ignoredPaths(session).get(urn) ?? []).some((path) => ['volumes', '*'].includes(propertyIn(path)));

/** The declared volumes in state that an update removes if the program no longer declares them. */
export const removableBefore = (call: Call, state: DeclaredVolumes): readonly InlineVolume[] =>
  ignoresVolumes(call) ? (state.volumes ?? []) : declaredBefore(state);

/** Whether the program no longer declares a volume that a refresh has taken out of `volumes`. */
export const isAnyLeftOut = (
  call: Call,
  state: DeclaredVolumes,
  { volumes: wanted = [] }: { readonly volumes?: readonly InlineVolume[] },
): boolean =>
  !ignoresVolumes(call) && takenOut(state).some(({ name }) => !wanted.some((volume) => volume.name === name));

/** The ids of the declared volumes that exist, for state. */
export async function inlineVolumeStates(
  { session }: Call,
  createdIds: readonly string[],
  state: DeclaredVolumes,
): Promise<InlineVolumeState[]> {
  const before = declaredBefore(state);
  if (before.length === 0) return [];
  const found = (await Promise.all(createdIds.map((id) => session.volumes.read(id)))).flatMap((volume) =>
    volume && !volume.is_os_volume && !isGoing(volume) ? [volume] : [],
  );
  return found.flatMap((volume) => {
    const declared = before.find(({ name }) => name === declaredName(volume, state));
    return declared ? [stateOf(volume.id, declared)] : [];
  });
}

/** The declared volumes in state, by id. Until the machine was ready, state has no ids: then they are looked up. */
export const knownInlineVolumes = async (
  call: Call,
  createdIds: readonly string[],
  state: DeclaredVolumes,
): Promise<InlineVolumeState[]> =>
  state.inlineVolumes ? [...state.inlineVolumes] : inlineVolumeStates(call, createdIds, state);

export const stateOf = (id: string, { name, size, type, keep }: InlineVolume): InlineVolumeState => ({
  ...{ id, name, size, type },
  keep: keep ?? null,
});
