import { NotFoundError } from '../../api/errors';
import type * as schema from '../../api/schema';
import { idShapes } from './one';
import { text } from '../../core/validation/shape';
import { dataSource } from '../dataSource';
import type { Camelized } from '../words';
import { camelize } from '../words';
import type { NoArgs } from './catalogue';
import { withoutMarks } from './tags';

/** A volume as the cloud shows it. */
export type GetVolumeResult = Camelized<schema.Volume>;
/** A volume in the trash; `deletedAt` says since when. */
export type GetTrashResult = Camelized<schema.DeletedVolume>;

/** Which volumes. */
export interface GetVolumesArgs {
  /** Only those in this state; for deleted ones there is `getTrash`. Default: all but deleted ones. */
  status?: Exclude<schema.VolumeStatus, 'deleted'>;
}

/** The volumes of the project (GET /v1/volumes). */
export const getVolumes = dataSource<GetVolumesArgs, GetVolumeResult[]>({
  name: 'getVolumes',
  shape: 'list',
  args: { status: text() },
  ask: async (api, args) => (await api.volumes.list(args)).map((volume) => camelize(withoutMarks(volume))),
});

/** `getVolumes` as an output. */
export const getVolumesOutput = getVolumes.output;

/** Which volume. */
export interface GetVolumeArgs {
  /** Its id. */
  id: string;
}

/** One volume (GET /v1/volumes/{volume_id}). One that does not exist or is deleted is an error. */
export const getVolume = dataSource<GetVolumeArgs, GetVolumeResult>({
  name: 'getVolume',
  shape: 'object',
  args: idShapes,
  ask: async (api, { id }) => {
    const volume = await api.volumes.get(id);
    if (!('deleted_at' in volume)) return camelize(withoutMarks(volume));
    throw new NotFoundError(
      volume.is_permanently_deleted
        ? `The volume ${volume.name} (${id}) was deleted for good at ${volume.deleted_at}.`
        : `The volume ${volume.name} (${id}) is in the trash since ${volume.deleted_at}; a Volume with restoreVolumeId takes it back.`,
      { operation: `GET /v1/volumes/${id}` },
    );
  },
});

/** `getVolume` as an output. */
export const getVolumeOutput = getVolume.output;

/** The volumes in the trash, which stay there for 96 hours (GET /v1/volumes/trash). */
export const getTrash = dataSource<NoArgs, GetTrashResult[]>({
  name: 'getTrash',
  shape: 'list',
  args: {},
  ask: async (api) => (await api.volumes.trash()).map((volume) => camelize(withoutMarks(volume))),
});

/** `getTrash` as an output. */
export const getTrashOutput = getTrash.output;
