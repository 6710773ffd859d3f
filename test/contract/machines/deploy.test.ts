import type { AuditPage, Volume } from '#contract';
import { machine, refusal, longEnough, useCloud } from '../support/caller';

describe('a deploy', () => {
  const cloud = useCloud();
  const deploy = (fields: object) => cloud.owner.post('/v1/instances', machine(fields));
  const nothingLeft = async (): Promise<void> => {
    expect((await cloud.owner.get('/v1/instances')).body).toEqual([]);
    expect((await cloud.owner.get('/v1/volumes')).body).toEqual([]);
  };

  test('is answered with the id as a JSON string, and creates a machine of its type', async () => {
    const reply = await deploy({ instance_type: '8H100.80S.176V' });
    expect(reply.headers.get('content-type')).toMatch('application/json');
    expect(await cloud.owner.readInstance(String(reply.body))).toMatchObject({
      instance_type: '8H100.80S.176V',
      hostname: 'trainer',
      description: 'a machine of a test',
      location: 'FIN-01',
      image: 'ubuntu-24.04',
      os_name: 'Ubuntu 24.04',
      cpu: { number_of_cores: 176 },
      gpu: { number_of_gpus: 8, description: '8x H100 SXM5 80GB' },
      gpu_memory: { size_in_gigabytes: 640 },
      memory: { size_in_gigabytes: 1480 },
      storage: { description: '50GB NVMe' },
      price_per_hour: 18.3096,
      is_spot: false,
      contract: 'PAY_AS_YOU_GO',
      pricing: 'FIXED_PRICE',
      startup_script_id: null,
      ssh_key_ids: [],
      volume_ids: [],
      tags: [],
    });
  });

  test.each(['hostname', 'description', 'image', 'instance_type', 'location_code'])(
    'a deploy without %s is answered with 400 and its name',
    async (property) => {
      expect(await deploy({ [property]: undefined })).toMatchObject(
        refusal(400, 'invalid_request', new RegExp(`^${property} is required`)),
      );
      await nothingLeft();
    },
  );

  test.each([
    ['instance_type', { instance_type: '9Z900.1V' }, /^instance_type: there is no instance type "9Z900.1V"/],
    ['location_code', { location_code: 'MOON-01' }, /^location_code: .*FIN-01/],
    ['image', { image: 'windows-95' }, /^image: "windows-95" is neither/],
    [
      'an image that the type does not boot',
      { image: 'ubuntu-24.04-confidential' },
      /^image: 1V100.6V does not boot/,
    ],
    ['hostname', { hostname: '' }, /^hostname must not be empty/],
    ['pricing', { pricing: 'DYNAMIC_PRICE' }, /^pricing has to be one of FIXED_PRICE/],
    ['contract', { contract: 'FOREVER' }, /^contract has to be one of/],
    ['os_volume.size', { os_volume: { size: -1 } }, /^os_volume.size has to be > 0/],
    [
      'volumes[0].size',
      { volumes: [{ name: 'a', size: 'big', type: 'NVMe' }] },
      /^volumes\[0\].size has to be of type number/,
    ],
    ['an HDD volume', { volumes: [{ name: 'a', size: 10, type: 'HDD' }] }, /^volumes\[0\].type: .*HDD/],
    [
      'a shared HDD volume',
      { volumes: [{ name: 'a', size: 10, type: 'HDD_Shared' }] },
      /^volumes\[0\].type: .*HDD_Shared/,
    ],
    [
      'a volume for clusters',
      { volumes: [{ name: 'a', size: 10, type: 'NVMe_Shared_Cluster' }] },
      /^volumes\[0\].type: .*for clusters/,
    ],
    [
      'long_term_period without the contract',
      { long_term_period: '1_MONTH' },
      /^long_term_period: .*LONG_TERM/,
    ],
    [
      'an unknown period',
      { contract: 'LONG_TERM', long_term_period: '9_YEARS' },
      /^long_term_period: .*1_MONTH/,
    ],
    ['SPOT that is not spot', { contract: 'SPOT', is_spot: false }, /^is_spot/],
    ['pay as you go that is spot', { contract: 'PAY_AS_YOU_GO', is_spot: true }, /^is_spot/],
    ['long term that is spot', { contract: 'LONG_TERM', is_spot: true }, /^is_spot/],
    ['a key given twice', { tags: [{ key: 'a' }, { key: 'A' }] }, /^tags\[1\].key: .*twice/],
    [
      'eleven tags',
      { tags: Array.from({ length: 11 }, (_, n) => ({ key: `k${n}` })) },
      /^tags has at most 10/,
    ],
  ])(
    'is answered with 400 and the reason for an invalid %s, and creates nothing',
    async (_, fields, words) => {
      expect(await deploy(fields)).toMatchObject(refusal(400, 'invalid_request', words));
      await nothingLeft();
    },
  );

  test.each([
    ['ssh_key_ids', { ssh_key_ids: ['nothing'] }],
    ['startup_script_id', { startup_script_id: 'nothing' }],
    ['existing_volumes', { existing_volumes: ['nothing'] }],
    ['instance_group_id', { instance_group_id: 'nothing' }],
  ])('is answered with 404 if an id in %s is unknown, and creates nothing', async (property, fields) => {
    expect(await deploy(fields)).toMatchObject(
      refusal(404, 'not_found', new RegExp(`^${property}: .*nothing`)),
    );
    await nothingLeft();
  });

  test('treats contract SPOT and is_spot as the same', async () => {
    for (const fields of [{ contract: 'SPOT' }, { is_spot: true }, { contract: 'SPOT', is_spot: true }]) {
      const id = await cloud.owner.instance(fields);
      expect(await cloud.owner.readInstance(id)).toMatchObject({
        contract: 'SPOT',
        is_spot: true,
        price_per_hour: 0.0483,
      });
    }
  });

  test('treats optional fields sent as null as absent', async () => {
    const nulls = {
      ssh_key_ids: null,
      startup_script_id: null,
      os_volume: null,
      volumes: null,
      tags: null,
      is_spot: null,
    };
    const more = {
      contract: null,
      pricing: null,
      coupon: null,
      existing_volumes: null,
      instance_group_id: null,
    };
    const id = await cloud.owner.instance({ ...nulls, ...more, long_term_period: null });
    expect(await cloud.owner.readInstance(id)).toMatchObject({ contract: 'PAY_AS_YOU_GO', is_spot: false });
  });

  test('ignores unknown fields, and accepts FIXED_PRICE', async () => {
    await cloud.owner.instance({ pricing: 'FIXED_PRICE', favourite_colour: 'green' });
  });

  test('accepts keys as one id or a list', async () => {
    const { owner } = cloud;
    const { body: key } = await owner.post<string>('/v1/ssh-keys', { name: 'a', key: 'ssh-ed25519 AAAA' });
    for (const form of [key, [key]]) {
      const id = await owner.instance({ ssh_key_ids: form });
      cloud.pass(longEnough);
      const { ssh_key_ids: keys, os_volume_id: os } = await owner.readInstance(id);
      expect(keys).toEqual([key]);
      expect((await owner.readVolume(String(os))).ssh_key_ids).toEqual([key]);
    }
  });

  test('shows the OS volume from the status provisioning on; before, it is null, as the contract allows', async () => {
    const { owner } = cloud;
    const data = await owner.volume();
    cloud.pass(longEnough);
    const id = await owner.instance({ existing_volumes: [data] });
    const ordered = await owner.readInstance(id);
    expect(ordered).toMatchObject({ status: 'ordered', os_volume_id: null, volume_ids: [data] });
    const [os] = (await owner.get<Volume[]>('/v1/volumes')).body.filter((volume) => volume.is_os_volume);
    expect(os?.instances).toMatchObject([{ id, os_volume_id: null }]);
    cloud.pass(longEnough);
    expect(await owner.readInstance(id)).toMatchObject({ os_volume_id: os?.id, volume_ids: [data] });
  });

  test('creates the OS volume with the requested name and size, attached to the machine', async () => {
    const id = await cloud.owner.instance({ os_volume: { name: 'system', size: 80 } });
    cloud.pass(longEnough);
    const { os_volume_id: os, storage } = await cloud.owner.readInstance(id);
    expect(storage.description).toBe('80GB NVMe');
    expect(await cloud.owner.readVolume(String(os))).toMatchObject({
      name: 'system',
      size: 80,
      type: 'NVMe',
      status: 'attached',
      is_os_volume: true,
      instance_id: id,
      instances: [
        { id, hostname: 'trainer', os_volume_id: os, instance_template: { gpu_number: 1, gpu_vram_gb: 16 } },
      ],
    });
  });

  test('creates new volumes in the machine’s location, attached, with tags of their own', async () => {
    const id = await cloud.owner.instance({
      location_code: 'FIN-02',
      volumes: [{ name: 'scratch', size: 20, type: 'NVMe_Shared', tags: [{ key: 'Team', value: 'ml' }] }],
    });
    cloud.pass(longEnough);
    const { volume_ids: ids } = await cloud.owner.readInstance(id);
    expect(await cloud.owner.readVolume(String(ids[0]))).toMatchObject({
      name: 'scratch',
      location: 'FIN-02',
      status: 'attached',
      instance_id: id,
      is_os_volume: false,
      tags: [{ key: 'team', value: 'ml' }],
    });
  });

  test('accepts existing volumes only if they are detached and in the same location', async () => {
    const { owner } = cloud;
    const elsewhere = await owner.volume({ location_code: 'FIN-02' });
    const volume = await owner.volume();
    expect(await deploy({ existing_volumes: [volume] })).toMatchObject(
      refusal(400, 'invalid_request', /is ordered, not detached\. Wait until it is detached\.$/),
    );
    cloud.pass(longEnough);
    expect(await deploy({ existing_volumes: [elsewhere] })).toMatchObject(
      refusal(400, 'invalid_request', /FIN-02/),
    );
    const id = await owner.instance({ existing_volumes: [volume] });
    expect(await deploy({ existing_volumes: [volume] })).toMatchObject(
      refusal(400, 'invalid_request', /not detached/),
    );
    cloud.pass(longEnough);
    expect(await owner.readVolume(volume)).toMatchObject({ status: 'attached', instance_id: id });
  });

  test('accepts a volume as image only if it is a detached OS volume in the same location', async () => {
    const { owner } = cloud;
    const data = await owner.volume();
    const id = await owner.instance();
    cloud.pass(longEnough);
    const os = String((await owner.readInstance(id)).os_volume_id);
    expect(await deploy({ image: data })).toMatchObject(refusal(400, 'invalid_request', /not an OS volume/));
    expect(await deploy({ image: os })).toMatchObject(
      refusal(400, 'invalid_request', /is attached, not detached\. Detach it first\.$/),
    );
    await owner.act('delete', id, { volume_ids: [] });
    cloud.pass(longEnough);
    expect(await deploy({ image: os, location_code: 'FIN-02' })).toMatchObject(
      refusal(400, 'invalid_request', /FIN-01/),
    );
    expect(await deploy({ image: os, existing_volumes: [os] })).toMatchObject(
      refusal(400, 'invalid_request', /already the image/),
    );
    expect((await deploy({ image: os, os_volume: { size: 500 } })).status).toBe(202);
    expect((await owner.readVolume(os)).size).toBe(50);
  });

  test('accepts a coupon and records its redemption; the price stays', async () => {
    const id = await cloud.owner.instance({ coupon: 'SPRING' });
    expect((await cloud.owner.readInstance(id)).price_per_hour).toBe(0.1381);
    const { body } = await cloud.owner.get<AuditPage>('/v1/audit/log?object_type=coupon&action=redeem');
    expect(body.data).toMatchObject([{ subject: 'SPRING', data: { compute_id: id, hostname: 'trainer' } }]);
  });

  test('is answered with 503 without capacity, which names locations with capacity, and creates nothing', async () => {
    cloud.emulator.control.capacity.set({ location: 'FIN-01', type: '1V100.6V' }, 0);
    expect(await deploy({})).toMatchObject(
      refusal(503, 'service_unavailable', /no capacity for 1V100.6V in FIN-01.*FIN-02/),
    );
    expect(await deploy({ location_code: 'ICE-01' })).toMatchObject(refusal(503, 'service_unavailable'));
    await nothingLeft();
  });

  test('uses capacity, which is free again after a delete; spot machines have separate capacity', async () => {
    const { owner, emulator } = cloud;
    emulator.control.capacity.set({ location: 'FIN-01', type: '1V100.6V' }, 1);
    const id = await owner.instance();
    expect((await deploy({})).status).toBe(503);
    expect((await deploy({ is_spot: true })).status).toBe(202);
    await owner.act('delete', id);
    expect((await deploy({})).status).toBe(503);
    cloud.pass(longEnough);
    expect((await deploy({})).status).toBe(202);
  });
});
