import type { Life } from '../lifecycle';

const programWith = (args: string) => `new cc.Volume('data', { type: 'NVMe', ${args} });`;

export const volume: Life = {
  kind: 'Volume',
  name: 'data',
  list: (cloud) => cloud.volumes.list(),
  program: programWith(`name: 'data', size: 50, locationCode: 'FIN-01', tags: { team: 'ml', shared: '' }`),
  updated: programWith(`name: 'results', size: 80, locationCode: 'FIN-01', tags: { team: 'research' }`),
  afterUpdate: async (cloud, id) => {
    const found = await cloud.volumes.get(id);
    expect(found).toMatchObject({ name: 'results', size: 80 });
    expect(found.tags).toEqual([expect.objectContaining({ key: 'team', value: 'research' })]);
  },
  replaced: programWith(`name: 'results', size: 80, locationCode: 'FIN-02', tags: { team: 'research' }`),
  drift: async (cloud, id) => {
    await cloud.volumes.perform({ action: 'rename', id, name: 'somebody-elses-name' });
  },
  mended: async (cloud, id) => {
    expect(await cloud.volumes.get(id)).toMatchObject({ name: 'results' });
  },
  vanish: async (cloud, id) => {
    await cloud.volumes.delete(id, { isPermanent: true });
  },
};
