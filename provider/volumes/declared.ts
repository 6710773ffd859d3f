// The volumes that are created with an instance, as a program declares them.
import type { InputsOf, OutputsOf, Type } from '../schema/types';
import { boolean, gigabytes, inputObject, oneOf, outputObject, tags, text } from '../schema/types';
import { hasUnknown } from '../schema/unknown';
import type { Instance } from '../../api/index';
import { isUuid } from '../checks/messages';

/** What the cloud does with a volume when its spot machine is evicted (Deploy instance body). */
export const ON_SPOT_DISCONTINUE = ['keep_detached', 'move_to_trash', 'delete_permanently'] as const;
export type OnSpotDiscontinue = (typeof ON_SPOT_DISCONTINUE)[number];

/** The policy of the cloud for volumes without a declared one. */
export const DEFAULT_POLICY: OnSpotDiscontinue = 'keep_detached';

/** Types that a new volume may have; existing HDD volumes can be adopted, attached, renamed and cloned away. */
export const VOLUME_TYPES = [
  'NVMe',
  'NVMe_Shared',
  'NVMe_Local_Storage',
  'NVMe_Shared_Cluster',
  'NVMe_OS_Cluster',
  'HDD',
  'HDD_Shared',
] as const;

type ValueOf<T> = T extends Type<infer V> ? V : never;

const onSpotDiscontinue = {
  type: oneOf('OnSpotDiscontinue', ON_SPOT_DISCONTINUE),
  doc: 'What happens to it when a spot machine is evicted.',
  api: { write: 'on_spot_discontinue' },
} as const;

const keep = {
  type: boolean,
  doc: 'Whether it stays, detached and billed, when the machine is deleted. Default: `keepVolumes`.',
  onChange: 'setting',
} as const;

export const osVolume = inputObject('OsVolume', 'The operating-system volume of an instance.', {
  name: {
    type: text(),
    doc: 'Name. Default: the host name and `-os`.',
    onChange: 'in place',
    api: 'name',
  },
  size: {
    type: gigabytes,
    doc: 'Size in GB. A smaller size is refused at preview. Default: the API chooses it.',
    onChange: 'grow only',
    refuse: (old: number, next: number) =>
      next < old
        ? `an operating-system volume only grows: it has ${String(old)} GB and cannot become ${String(next)} GB`
        : undefined,
    api: 'size',
  },
  onSpotDiscontinue: {
    ...onSpotDiscontinue,
    doc: `${onSpotDiscontinue.doc} Default: \`${DEFAULT_POLICY}\`.`,
    onChange: 'next machine',
    inPlaceWhen: (inputs: Parameters<typeof isForAll>[0]) => hasUnknown(inputs.volumes) || isForAll(inputs),
    note: 'in place for all volumes that the machine holds, unless one of `volumes` declares another',
  },
  keep,
});
export type OsVolume = ValueOf<typeof osVolume>;

/** `refusedVolumes` says it, with the id of the volume. */
const refused = { onChange: 'refused', refuse: () => undefined } as const;

const inlineVolumeInputs = {
  name: {
    type: text(),
    doc: 'Name, which identifies it among the volumes of the machine.',
    ...refused,
    required: true,
    api: 'name',
  },
  size: { type: gigabytes, doc: 'Size in GB.', ...refused, required: true, api: 'size' },
  type: {
    type: oneOf('VolumeType', VOLUME_TYPES),
    doc: 'Type of the storage, e.g. `NVMe`.',
    ...refused,
    required: true,
    api: 'type',
    listedIn: 'volumeTypes',
  },
  onSpotDiscontinue: { ...onSpotDiscontinue, onChange: 'next machine', leftOutMeans: DEFAULT_POLICY },
  tags: { type: tags, doc: 'Tags, at most nine when it is created.', onChange: 'next machine', api: 'tags' },
  keep,
} as const;

export const inlineVolume = inputObject(
  'InlineVolume',
  'A volume that is created with an instance, in its location, and deleted with it.',
  inlineVolumeInputs,
  'volumes that exist go into existingVolumes',
);
export type InlineVolume = InputsOf<typeof inlineVolumeInputs>;

const inlineVolumeOutputs = {
  id: { type: text(), doc: 'Its id.' },
  name: { type: text(), doc: 'Its name in `volumes`.' },
} as const;

export const inlineVolumeState = outputObject(
  'InlineVolumeState',
  'A volume of `volumes` that was created.',
  inlineVolumeOutputs,
);
export type InlineVolumeState = OutputsOf<typeof inlineVolumeOutputs>;

// The eviction policy of a machine's volumes. On an existing machine the API sets one policy for all its volumes
// (`configure_spot`). No reply shows it, so it changes only when the declared policy changes.

interface Policy {
  readonly onSpotDiscontinue?: OnSpotDiscontinue;
}

interface Declared {
  readonly osVolume?: Policy | undefined;
  readonly volumes?: readonly (Policy & { readonly name: string })[] | undefined;
}

/** The policy of a declared volume; the default where none is declared. */
export const policyOf = (declared: Policy = {}): OnSpotDiscontinue =>
  declared.onSpotDiscontinue ?? DEFAULT_POLICY;

/** Whether no inline volume declares another policy than the operating-system volume, whose policy reaches all volumes. */
export const isForAll = ({ osVolume, volumes = [] }: Declared): boolean =>
  volumes.every(({ onSpotDiscontinue = policyOf(osVolume) }) => onSpotDiscontinue === policyOf(osVolume));

/** The policy that an update must set for all volumes of a machine, if it must set one. */
export function policyToSet(
  { is_spot: isSpot }: Pick<Instance, 'is_spot'>,
  wanted: Declared,
  before: Declared,
): OnSpotDiscontinue | undefined {
  if (!isSpot) return undefined;
  // One policy for all must not reach volumes for which the program declares another one.
  if (!isForAll(wanted)) return undefined;
  const old = before.osVolume?.onSpotDiscontinue;
  const next = wanted.osVolume && (wanted.osVolume.onSpotDiscontinue ?? (old && DEFAULT_POLICY));
  return next === old ? undefined : next;
}

/** Whether `image` is the id of a volume to boot from. */
export const isVolumeId = (image: string | undefined): image is string =>
  image !== undefined && isUuid(image);

/** The volumes that a machine is ordered with, and that outlive it. */
export const attachedVolumes = ({
  image,
  existingVolumes = [],
}: {
  readonly image?: string;
  readonly existingVolumes?: readonly string[];
}): string[] => [...(isVolumeId(image) ? [image] : []), ...existingVolumes];

/** What a program and the state say of the volumes of a machine. */
export interface MachineVolumes {
  readonly volumes?: InlineVolume[];
  readonly inlineVolumes?: InlineVolumeState[];
  readonly osVolume?: OsVolume;
  readonly existingVolumes?: string[];
  readonly ownVolumeIds?: string[];
  readonly osVolumeId?: string | null;
  readonly keptVolumeIds?: string[];
  readonly keepVolumes?: boolean;
  readonly hibernate?: boolean;
  readonly deletePermanently?: boolean;
  readonly isSpot?: boolean;
  readonly contract?: string;
}
