import type { Life } from '../lifecycle';

const programWith = (args: string) =>
  `const tagged = new cc.Volume('tagged', { name: 'tagged', size: 50, type: 'NVMe', locationCode: 'FIN-01' });
  new cc.Tag('stage', { resourceType: 'volume', resourceId: tagged.id, ${args} });`;

const idOfVolume = (id: string) => id.split('/')[1] ?? '';

export const tag: Life = {
  kind: 'Tag',
  name: 'stage',
  beside: 1,
  program: programWith(`key: 'stage', value: 'test'`),
  updated: programWith(`key: 'stage', value: 'live'`),
  afterUpdate: async (cloud, id) => {
    const { tags } = await cloud.volumes.get(idOfVolume(id));
    expect(tags).toEqual([expect.objectContaining({ key: 'stage', value: 'live' })]);
  },
  replaced: programWith(`key: 'phase', value: 'live'`),
  drift: async (cloud, id) => {
    const volumeId = idOfVolume(id);
    const { tags } = await cloud.volumes.get(volumeId);
    await cloud.tags.remove('volumes', volumeId, tags[0]?.id ?? '');
    await cloud.tags.add('volumes', volumeId, { key: 'phase', value: 'odd' });
  },
  mended: async (cloud, id) => {
    const { tags } = await cloud.volumes.get(idOfVolume(id));
    expect(tags).toEqual([expect.objectContaining({ key: 'phase', value: 'live' })]);
  },
  vanish: async (cloud, id) => {
    const volumeId = idOfVolume(id);
    const { tags } = await cloud.volumes.get(volumeId);
    await cloud.tags.remove('volumes', volumeId, tags[0]?.id ?? '');
  },
};
