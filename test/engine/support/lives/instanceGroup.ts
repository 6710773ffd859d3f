import type { Life } from '../lifecycle';

const programWith = (args: string, image = 'ubuntu-24.04') =>
  `new cc.InstanceGroup('servers', {
    locationCode: 'FIN-01', instanceType: '1V100.6V', template: { image: '${image}', osVolume: { size: 60 } }, ${args}
  });`;

export const instanceGroup: Life = {
  kind: 'InstanceGroup',
  name: 'servers',
  list: (cloud) => cloud.instanceGroups.list(),
  program: programWith(`name: 'servers', description: 'they answer'`),
  updated: programWith(`name: 'answering', description: 'they answer well'`),
  afterUpdate: async (cloud, id) => {
    expect(await cloud.instanceGroups.get(id)).toMatchObject({
      name: 'answering',
      description: 'they answer well',
    });
  },
  replaced: programWith(`name: 'answering', description: 'they answer well'`, 'ubuntu-22.04'),
  drift: async (cloud, id) => {
    await cloud.instanceGroups.update(id, { description: 'somebody else was here' });
  },
  mended: async (cloud, id) => {
    expect(await cloud.instanceGroups.get(id)).toMatchObject({ description: 'they answer well' });
  },
  vanish: async (cloud, id) => {
    await cloud.instanceGroups.delete(id);
  },
};
