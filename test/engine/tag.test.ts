import { describeLife } from './support/lifecycle';

const tag = (args: string) =>
  `const data = new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });
  new cc.Tag('stage', { resourceType: 'volume', resourceId: data.id, ${args} });`;

const idOfVolume = (id: string) => id.split('/')[1] ?? '';

describeLife({
  kind: 'Tag',
  beside: 1,
  program: tag(`key: 'stage', value: 'test'`),
  updated: tag(`key: 'stage', value: 'live'`),
  afterUpdate: async (cloud, id) => {
    const { tags } = await cloud.volumes.get(idOfVolume(id));
    expect(tags).toEqual([expect.objectContaining({ key: 'stage', value: 'live' })]);
  },
  replaced: tag(`key: 'phase', value: 'live'`),
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
});
