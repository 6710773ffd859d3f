// Which volume is which of the declared ones. State holds their ids, because somebody may rename or detach a volume.
import type { Volume } from '../../../../api';
import { isGoing } from '../../../../core/statuses';
import { propertyIn } from '../../../schema/propertyPath';
import type { Call } from '../../../session/call';
import { ignoredPaths } from '../../../session/call';
import type { InlineVolume, InlineVolumeState } from './volumeSchemas';

/** The declared volumes in state. State of earlier versions has no ids: there, the name in the cloud counts. */
export interface DeclaredVolumes {
  readonly volumes?: readonly InlineVolume[];
  readonly inlineVolumes?: readonly InlineVolumeState[];
  /** After a failed update, some of `inlineVolumes` may no longer be in this list. */
  readonly ownVolumeIds?: readonly string[];
}

/**
 * The name under which the program declares a volume.
 *
 * @param wanted the volumes that the program declares now: it may follow a rename in the cloud.
 */
export function declaredName(
  { id, name }: Pick<Volume, 'id' | 'name'>,
  { inlineVolumes = [] }: DeclaredVolumes,
  wanted: readonly { readonly name: string }[] = [],
): string {
  const known = inlineVolumes.find((one) => one.id === id)?.name ?? name;
  const isWanted = (one: string) => wanted.some((volume) => volume.name === one);
  const isOfOther = inlineVolumes.some((one) => one.id !== id && one.name === name);
  return isWanted(name) && !isWanted(known) && !isOfOther ? name : known;
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

/** The ids in state that still say which declared volume is which after an update with these inputs. */
export const remainingStates = (
  call: Call,
  inlineVolumes: readonly InlineVolumeState[],
  { volumes = [] }: { readonly volumes?: readonly InlineVolume[] },
  createdIds: readonly string[],
): InlineVolumeState[] =>
  inlineVolumes.filter(
    ({ id, name }) =>
      createdIds.includes(id) && (ignoresVolumes(call) || volumes.some((volume) => volume.name === name)),
  );

/** The ids of the declared volumes that exist, for state. */
export async function inlineVolumeStates(
  { session }: Call,
  createdIds: readonly string[],
  state: DeclaredVolumes,
): Promise<InlineVolumeState[]> {
  const before = declaredBefore(state);
  if (before.length === 0) return [];
  const found = await Promise.all(createdIds.map((id) => session.volumes.read(id)));
  return found.flatMap((volume) => {
    if (!volume || volume.is_os_volume || isGoing(volume)) return [];
    const declared = before.find(({ name }) => name === declaredName(volume, state));
    if (!declared) return [];
    const { name, size, type, keep = null } = declared;
    return [{ id: volume.id, name, size, type, keep }];
  });
}
