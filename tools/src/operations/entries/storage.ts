// Volumes.
import type { Entry } from '../entry';
import { at } from '../entry';

const call = 'client().volumes.perform';

export const storage: Readonly<Record<string, Entry>> = {
  listVolumes: {
    by: 'Volume, client().volumes.list',
    request: { status: at('getVolumes(status)', '`deleted` ones: `getTrash`') },
  },
  getVolume: { by: 'Volume, client().volumes.get' },
  createVolume: {
    by: 'Volume, client().volumes.create',
    request: {
      instance_ids: 'Volume.instanceIds',
      instance_id: at('Volume.instanceIds', 'with one entry'),
    },
  },
  performVolumeAction: {
    by: 'Volume, client().volumes.perform, client().volumes.clone',
    request: {
      action: at('Volume', 'see the actions'),
      id: at('Volume', 'its id; deletes that arrive together are one request'),
      instance_id: 'Volume.instanceIds, Instance.existingVolumes',
      instance_ids: at('Volume.instanceIds', 'attached one by one, with `instance_id`'),
      is_permanent: 'Volume.deletePermanently',
      location_code: at('Volume.locationCode', 'of a copy'),
      name: 'Volume.name, Instance.osVolume.name',
      size: 'Volume.size, Instance.osVolume.size',
      type: at('Volume.type', 'of a copy'),
      project_id: at(call, 'of a `transfer`'),
    },
    actions: {
      attach: 'Volume.instanceIds, Instance.existingVolumes',
      detach: 'Volume.instanceIds, Instance.existingVolumes',
      delete: at('Volume', '`pulumi destroy`'),
      rename: 'Volume.name, Instance.osVolume.name',
      resize: 'Volume.size, Instance.osVolume.size',
      restore: 'Volume.restoreVolumeId',
      clone: 'Volume.sourceVolumeId, client().volumes.clone',
      cancel: at('Volume.sourceVolumeId', 'a copy that exceeds its timeout or is interrupted'),
      create: at(call, 'for a volume that hangs in `ordered`'),
      transfer: at(call, 'gives it to another project'),
    },
  },
  deleteVolume: {
    by: 'client().volumes.delete',
    request: {
      is_permanent: 'client().volumes.delete',
      force: at('client().volumes.delete', 'an older form of `is_permanent`'),
    },
  },
  createVolumeTag: {
    by: 'Volume.tags, Tag, client().tags.add',
    request: {
      key: at('Tag.key, Volume.tags', 'its keys'),
      value: at('Tag.value, Volume.tags', 'its values'),
    },
  },
  deleteVolumeTag: { by: 'Volume.tags, Tag, client().tags.remove' },
};
