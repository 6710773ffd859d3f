import type {
  Availability,
  ClusterType,
  ContainerType,
  Image,
  InstanceType,
  LongTermPeriod,
  VolumeType,
} from '#contract';
import { Caller, refusal, useCloud } from '../support/caller';

describe('catalogues', () => {
  const cloud = useCloud();

  test('list the images of machines, of clusters, and of a single type', async () => {
    const { owner } = cloud;
    const all = (await owner.get<Image[]>('/v1/images')).body;
    expect(all.every((image) => !image.is_cluster)).toBe(true);
    expect(all.filter((image) => image.is_default)).toHaveLength(1);
    expect(new Set(all.map(({ category }) => category))).toEqual(
      new Set(['ubuntu', 'docker', 'confidentialComputing']),
    );
    const { body: cpu } = await owner.get<Image[]>('/v1/images?instance_type=CPU.4V.16G');
    const bootable = cpu.map((image) => image.image_type);
    expect(bootable).toContain('ubuntu-24.04-cuda-12.8-open-docker');
    expect(bootable).not.toContain('ubuntu-24.04-confidential');
    const { body: blackwell } = await owner.get<Image[]>('/v1/images?instance_type=8B300.240V');
    expect(blackwell.map((image) => image.image_type)).not.toContain('ubuntu-22.04-cuda-12.4');
    expect(await owner.get('/v1/images?instance_type=16H100')).toMatchObject(
      refusal(404, 'not_found', /16H100/),
    );
    const clusters = (await owner.get<Image[]>('/v1/images/cluster')).body;
    expect(clusters.every((image) => image.is_cluster)).toBe(true);
    expect((await owner.get('/v1/images/cluster?instance_type=16H100')).body).toEqual(clusters);
    const { body: newest } = await owner.get<Image[]>('/v1/images/cluster?instance_type=16B200');
    expect(newest.map((image) => image.image_type)).toEqual(['ubuntu-24.04-cuda-12.8-cluster']);
    const { body: types } = await owner.get<ClusterType[]>('/v1/cluster-types');
    expect(types.find((type) => type.cluster_type === '16B200')?.supported_os).toEqual([
      'ubuntu-24.04-cuda-12.8-cluster',
    ]);
    expect((await owner.get('/v1/images/cluster?instance_type=1V100.6V')).status).toBe(404);
  });

  test('list the locations', async () => {
    expect((await cloud.owner.get('/v1/locations')).body).toEqual(
      expect.arrayContaining([{ code: 'ICE-01', name: 'Iceland 1', country_code: 'IS' }]),
    );
  });

  test('list instance types that match the images, with prices in the currency', async () => {
    const { owner } = cloud;
    const dollars = (await owner.get<InstanceType[]>('/v1/instance-types')).body;
    const euros = (await owner.get<InstanceType[]>('/v1/instance-types?currency=eur')).body;
    const images = (await owner.get<Image[]>('/v1/images')).body.map((image) => image.image_type);
    expect(dollars.length).toBeGreaterThanOrEqual(20);
    expect(new Set(dollars.map(({ id }) => id)).size).toBe(dollars.length);
    dollars.forEach((type, index) => {
      expect(images).toEqual(expect.arrayContaining(type.supported_os));
      expect(type.currency).toBe('usd');
      expect(Number(type.spot_price)).toBeLessThan(Number(type.price_per_hour));
      expect(euros[index]).toMatchObject({ instance_type: type.instance_type, currency: 'eur' });
      expect(Number(euros[index]?.price_per_hour)).toBeCloseTo(Number(type.price_per_hour) * 0.86, 3);
    });
    expect((await owner.get('/v1/instances/types')).body).toEqual(dollars);
  });

  test.each(['/v1/instance-types', '/v1/volume-types', '/v1/instances/types'])(
    'have prices only in usd and eur: %s',
    async (path) => {
      expect(await cloud.owner.get(`${path}?currency=gbp`)).toMatchObject(
        refusal(400, 'invalid_request', /^currency has to be one of usd, eur/),
      );
    },
  );

  test('list volume types with the prices that volumes have', async () => {
    const types = (await cloud.owner.get<VolumeType[]>('/v1/volume-types')).body;
    expect(types.map(({ type }) => type)).toEqual([
      'HDD',
      'NVMe',
      'HDD_Shared',
      'NVMe_Shared',
      'NVMe_Local_Storage',
      'NVMe_Shared_Cluster',
      'NVMe_OS_Cluster',
    ]);
    const nvme = types.find(({ type }) => type === 'NVMe');
    const id = await cloud.owner.volume({ size: 250 });
    expect((await cloud.owner.readVolume(id)).monthly_price).toBe(
      250 * (nvme?.price.price_per_month_per_gb ?? 0),
    );
  });

  test('list container types, cluster types and long-term periods', async () => {
    const { owner } = cloud;
    const containers = (await owner.get<ContainerType[]>('/v1/container-types')).body;
    expect(containers.every(({ gpu }) => gpu.number_of_gpus > 0)).toBe(true);
    const clusters = (await owner.get<ClusterType[]>('/v1/cluster-types')).body;
    expect(clusters.find((type) => type.cluster_type === '16H100')).toMatchObject({
      gpu: { number_of_gpus: 16 },
    });
    const instances = (await owner.get<LongTermPeriod[]>('/v1/long-term/periods/instances')).body;
    expect(instances.map(({ code }) => code)).toEqual([
      '1_MONTH',
      '3_MONTHS',
      '6_MONTHS',
      '1_YEAR',
      '2_YEARS',
    ]);
    expect((await owner.get('/v1/long-term/periods')).body).toEqual(instances);
    expect((await owner.get('/v1/long-term/periods/clusters')).body).not.toEqual(instances);
  });

  test('include an empty price history, for callers with a token', async () => {
    expect(await cloud.owner.get('/v1/instance-types/price-history')).toMatchObject({
      status: 200,
      body: [],
    });
    expect((await new Caller(cloud.emulator.url).get('/v1/instance-types/price-history')).status).toBe(401);
  });
});

describe('availability', () => {
  const cloud = useCloud();
  const list = async (query = ''): Promise<Availability[]> =>
    (await cloud.owner.get<Availability[]>(`/v1/instance-availability${query}`)).body;
  const single = async (type: string, query = ''): Promise<unknown> =>
    (await cloud.owner.get(`/v1/instance-availability/${type}${query}`)).body;

  test('is listed for all locations or for a single location', async () => {
    const all = await list();
    expect(all.map((record) => record.location_code)).toEqual(['FIN-01', 'FIN-02', 'FIN-03', 'ICE-01']);
    expect(await list('?location_code=ICE-01')).toEqual(all.slice(3));
    expect(await list('?locationCode=ICE-01')).toEqual(all.slice(3));
    expect(await cloud.owner.get('/v1/instance-availability?location_code=MOON')).toMatchObject(
      refusal(400, 'invalid_request', /^location_code/),
    );
  });

  test('is a boolean for a single type, in any location or in a given location', async () => {
    expect(await single('8B200.240V')).toBe(true);
    expect(await single('8B200.240V', '?location_code=FIN-03')).toBe(true);
    expect(await single('8B200.240V', '?location_code=FIN-01')).toBe(false);
    expect(await single('8B200.240V', '?locationCode=FIN-01')).toBe(false);
    expect((await cloud.owner.get('/v1/instances/availability/8B200.240V?location_code=FIN-01')).body).toBe(
      false,
    );
  });

  test.each([
    '/v1/instance-availability/9Z900',
    '/v1/instances/availability/9Z900',
    '/v1/cluster-availability/9Z900',
  ])('is false for an unknown type: %s', async (path) => {
    expect(await cloud.owner.get(path)).toMatchObject({ status: 200, body: false });
    expect((await cloud.owner.get(`${path}?location_code=MOON-01`)).status).toBe(400);
  });

  test('follows the capacity, which is separate for spot machines', async () => {
    const { control } = cloud.emulator;
    control.capacity.set({ location: 'FIN-01', type: '1V100.6V' }, 1);
    control.capacity.set({ location: 'FIN-02', type: '1V100.6V' }, 0);
    expect(await single('1V100.6V')).toBe(true);
    await cloud.owner.instance();
    expect(await single('1V100.6V')).toBe(false);
    expect((await list('?location_code=FIN-01'))[0]?.availabilities).not.toContain('1V100.6V');
    expect(await single('1V100.6V', '?is_spot=true')).toBe(true);
    expect(await single('1V100.6V', '?isSpot=true')).toBe(true);
    control.capacity.set({ location: 'FIN-01', type: '1V100.6V', isSpot: true }, 0);
    expect(await single('1V100.6V', '?location_code=FIN-01&is_spot=true')).toBe(false);
    expect((await list('?location_code=FIN-01&is_spot=true'))[0]?.availabilities).not.toContain('1V100.6V');
    expect((await cloud.owner.get('/v1/instance-availability?is_spot=maybe')).status).toBe(400);
  });

  test('is listed for clusters too', async () => {
    const { owner, emulator } = cloud;
    expect((await owner.get('/v1/cluster-availability?location_code=FIN-01')).body).toEqual([
      { location_code: 'FIN-01', availabilities: ['16H100'] },
    ]);
    expect((await owner.get('/v1/cluster-availability/16H100?location_code=FIN-01')).body).toBe(true);
    emulator.control.capacity.set({ location: 'FIN-01', type: '16H100' }, 0);
    expect((await owner.get('/v1/cluster-availability/16H100?location_code=FIN-01')).body).toBe(false);
    expect((await owner.get('/v1/cluster-availability/1V100.6V')).body).toBe(false);
  });
});
