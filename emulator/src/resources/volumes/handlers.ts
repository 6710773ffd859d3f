import { requestedBy } from '../../model/events';
import { ids, instanceIds, tag, tags } from '../shared/fields';
import { VolumeActions } from './actions/actions';
import { VolumeResponses } from './responses';
import { declared } from '../../contract/document';
import { keptOf } from '../shared/kept';
import type { Handlers } from '../../contract/handlers';
import type { World } from '../../model/world';
import type { Volumes } from './volumes';

export function volumeHandlers(
  world: World,
  volumes: Volumes,
): Handlers<
  | 'listVolumes'
  | 'createVolume'
  | 'performVolumeAction'
  | 'listTrash'
  | 'getVolume'
  | 'deleteVolume'
  | 'createVolumeTag'
  | 'deleteVolumeTag'
> {
  const actions = new VolumeActions(world, volumes);
  const responses = new VolumeResponses(world, volumes);
  return {
    listVolumes: ({ caller, query }) => ({
      status: 200,
      body: volumes.list(caller, query.status).map((volume) => responses.of(volume)),
    }),
    createVolume({ caller, body }) {
      const wanted = {
        ...keptOf('Volume', declared('CreateVolumeRequest', body)),
        tags: tags(body.tags),
      };
      const volume = volumes.create(caller, wanted, body.location_code, instanceIds(body));
      return { status: 202, body: volume.id };
    },
    performVolumeAction({ caller, body }) {
      const request = { ...body, ids: ids(body.id), instanceIds: instanceIds(body) };
      const { satisfied, copy } = actions.perform(caller, request);
      if (copy !== undefined) return { status: 202, body: { id: copy.id } };
      return { status: satisfied && body.action === 'delete' ? 204 : 202 };
    },
    listTrash: ({ caller }) => ({
      status: 200,
      body: volumes.trash(caller).map((volume) => responses.ofDeleted(volume)),
    }),
    getVolume: ({ caller, path }) => ({
      status: 200,
      body: responses.of(volumes.get(caller, path.volume_id)),
    }),
    deleteVolume({ caller, path, query, body }) {
      const volume = volumes.get(caller, path.volume_id);
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated is still served
      const isPermanent = body?.is_permanent ?? query.force ?? false;
      const change = actions.delete(requestedBy(caller), volume, isPermanent);
      if (change === 'satisfied') return { status: 204 };
      change.make();
      return { status: 202 };
    },
    createVolumeTag: ({ caller, path, body }) => ({
      status: 201,
      body: volumes.addTag(caller, path.volume_id, tag(body)),
    }),
    deleteVolumeTag({ caller, path }) {
      volumes.removeTag(caller, path.volume_id, path.tagId);
      return { status: 204 };
    },
  };
}
