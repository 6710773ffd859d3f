// The volumes that are created with an instance, as a program declares them.
import type { InputsOf, OutputsOf, Type } from '../../../schema/types';
import { boolean, gigabytes, inputObject, oneOf, outputObject, tags, text } from '../../../schema/types';
import { hasUnknown } from '../../../schema/unknown';
import { DEFAULT_POLICY, ON_SPOT_DISCONTINUE, VOLUME_TYPES } from '../../common';
import { isForAll } from './spotPolicy';

type ValueOf<T> = T extends Type<infer V> ? V : never;

const onSpotDiscontinue = {
  type: oneOf(ON_SPOT_DISCONTINUE),
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
    type: oneOf(VOLUME_TYPES),
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
