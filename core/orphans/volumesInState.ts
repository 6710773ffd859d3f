// The ids that the state of a resource holds: its own, and those of volumes. Other ids in it only show what is attached.

/** The outputs of a resource that name volumes. */
interface WithVolumes {
  readonly ownVolumeIds?: readonly string[];
  readonly sharedVolumes?: readonly { readonly id: string }[];
  readonly osVolumeId?: string | null;
  readonly volumeIds?: readonly string[];
  readonly keptVolumeIds?: readonly string[];
}

/** The names of these outputs. */
export const OUTPUTS_WITH_VOLUMES: readonly string[] = Object.keys({
  ownVolumeIds: 0,
  sharedVolumes: 0,
  osVolumeId: 0,
  volumeIds: 0,
  keptVolumeIds: 0,
} satisfies Record<keyof WithVolumes, 0>);

/**
 * The volumes that were ordered with a resource, or with evicted machines that it replaced, and carry a pending tag, as
 * far as its state names them.
 */
export const orderedVolumesIn = ({
  ownVolumeIds = [],
  sharedVolumes = [],
  keptVolumeIds = [],
}: WithVolumes): string[] => [...ownVolumeIds, ...sharedVolumes.map(({ id }) => id), ...keptVolumeIds];

/** The volumes that were created with a resource, as far as its state names them. */
const volumesCreatedWith = (state: object): string[] => {
  const { osVolumeId } = state as WithVolumes;
  return [...orderedVolumesIn(state), ...(osVolumeId ? [osVolumeId] : [])];
};

/** The ids of a resource, and of the volumes that were created with it, as far as its state names them. */
export const idsCreatedWith = (id: string, state: object): string[] => [id, ...volumesCreatedWith(state)];

/**
 * The volumes that belong to the resource of a state. An interrupted run may have attached an orphan, which a refresh
 * then lists in `volumeIds`. Before the machine was ready, nothing could be attached to it.
 */
export function volumesInState(state: object): string[] {
  const { ownVolumeIds, volumeIds = [] } = state as WithVolumes;
  const attached = ownVolumeIds === undefined ? volumeIds : [];
  return [...volumesCreatedWith(state), ...attached];
}
