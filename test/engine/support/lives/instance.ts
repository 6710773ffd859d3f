import type { Life } from '../lifecycle';

const programWith = (args: string) =>
  `const machine = new cc.Instance('trainer', {
    hostname: 'trainer', image: 'ubuntu-24.04', osVolume: { name: 'trainer-os', size: 60 }, ${args}
  });
  exports.ip = machine.ip;`;

export const instance: Life = {
  kind: 'Instance',
  name: 'trainer',
  list: (cloud) => cloud.instances.list(),
  program: programWith(`instanceType: '1V100.6V', locationCode: 'FIN-01', tags: { team: 'ml', shared: '' }`),
  updated: programWith(
    `instanceType: '1V100.6V', locationCode: 'FIN-01', tags: { team: 'research' }, powerState: 'offline'`,
  ),
  afterUpdate: async (cloud, id) => {
    const found = await cloud.instances.get(id);
    expect(found.status).toBe('offline');
    expect(found.tags).toEqual([expect.objectContaining({ key: 'team', value: 'research' })]);
  },
  replaced: programWith(`instanceType: '1A100.22V', locationCode: 'FIN-01', tags: { team: 'research' }`),
  drift: async (cloud, id, found) => {
    const { tags } = await cloud.instances.get(id);
    const [tag] = tags;
    expect(found.outputs['status']).toBe('running');
    await cloud.instances.perform({ action: 'force_shutdown', id });
    await cloud.tags.remove('instances', id, tag?.id ?? '');
  },
  mended: async (cloud, id) => {
    const { tags, status } = await cloud.instances.get(id);
    expect(status).toBe('running');
    expect(tags).toEqual([expect.objectContaining({ key: 'team', value: 'research' })]);
  },
  vanish: async (cloud, id) => {
    const { os_volume_id: osVolumeId } = await cloud.instances.get(id);
    await cloud.instances.perform({
      action: 'delete',
      id,
      volume_ids: [osVolumeId ?? ''],
      delete_permanently: true,
    });
  },
};
