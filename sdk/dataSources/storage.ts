import { NotFoundError } from '../../api/errors';
import { TRASH_PERIOD, whyUnusable } from '../../core/deletedVolume';
import { nameOf, text, valueOf } from './support/argumentTypes';
import { dataSource } from './support/describe';
import { notListed } from './support/notListed';
import { withoutHiddenTags } from './support/withoutHidden';

export const getVolumes = dataSource({
  doc: 'The volumes of the project. Deleted ones are in `getTrash`.',
  operations: ['listVolumes'],
  args: {
    status: {
      type: valueOf('VolumeStatus', 'deleted'),
      doc: 'Only volumes in this status.',
      default: 'all but deleted ones',
    },
  },
  result: { list: 'Volume' },
  ask: async (api, args) => (await api.volumes.list(args)).map(withoutHiddenTags),
});

export const getVolume = dataSource({
  doc: 'One volume. An unknown id is an error, and so is a deleted volume.',
  operations: ['getVolume'],
  args: { id: { type: text, doc: 'The id of the volume.', required: true } },
  result: { object: 'Volume' },
  ask: async (api, { id }) => {
    const volume = await api.volumes.get(id);
    if (!('deleted_at' in volume)) return withoutHiddenTags(volume);
    throw new NotFoundError(whyUnusable(volume), { operation: `GET /v1/volumes/${id}` });
  },
});

export const getTrash = dataSource({
  doc: `The volumes in the trash, which stay there for ${TRASH_PERIOD}; a Volume with \`restoreVolumeId\` restores one.`,
  operations: ['listTrash', 'listLocations'],
  args: {
    name: { type: text, doc: 'Only volumes with this name.', default: 'all' },
    locationCode: {
      type: nameOf('SuggestedLocation'),
      doc: 'Only volumes in this location, e.g. `FIN-01`.',
      default: 'all',
    },
  },
  result: { list: 'DeletedVolume' },
  ask: async (api, { name, locationCode }) => {
    const [volumes, locations] = await Promise.all([
      api.volumes.trash(),
      locationCode === undefined ? [] : api.catalogue.locations(),
    ]);
    const codes = locations.map(({ code }) => code);
    if (locationCode !== undefined && !codes.includes(locationCode))
      throw notListed(locationCode, 'a location', codes);
    return volumes
      .filter((volume) => name === undefined || volume.name === name)
      .filter(({ location }) => locationCode === undefined || location === locationCode)
      .map(withoutHiddenTags);
  },
});
