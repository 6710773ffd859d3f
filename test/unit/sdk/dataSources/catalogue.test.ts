// Data sources that read from an emulator over HTTP.
import * as pulumi from '@pulumi/pulumi';
import * as sdk from 'pulumi-cloud-compute';
import { NotFoundError } from 'pulumi-cloud-compute/client';
import { cloudOfPrograms } from '../support/cloudOfPrograms';

cloudOfPrograms();

describe('catalogues', () => {
  test('list images, also only the images that a type supports', async () => {
    const all = await sdk.getImages();
    const supported = await sdk.getImages({ instanceType: '1B200.30V' });
    expect(all.map(({ imageType }) => imageType)).toContain('ubuntu-22.04-cuda-12.4');
    expect(supported.map(({ imageType }) => imageType)).not.toContain('ubuntu-22.04-cuda-12.4');
    expect(all[0]).toMatchObject({ isCluster: false, isDefault: expect.any(Boolean) as boolean });
  });

  test('report an unknown type without a stack trace', async () => {
    const asking = sdk.getImages({ instanceType: '1H1000' });
    await expect(asking).rejects.toThrow(/^getImages: .*1H1000/);
    await expect(asking).rejects.toBeInstanceOf(pulumi.RunError);
    await expect(asking).rejects.toHaveProperty('cause', expect.any(NotFoundError));
  });

  test('treat null like an omitted argument', async () => {
    expect(await sdk.getImages(null as never)).toEqual(await sdk.getImages());
  });

  test('list images of clusters', async () => {
    const images = await sdk.getClusterImages();
    expect(images.length).toBeGreaterThan(0);
    expect(images.every(({ isCluster }) => isCluster)).toBe(true);
  });

  test('list locations', async () => {
    expect(await sdk.getLocations()).toContainEqual(
      expect.objectContaining({ code: 'FIN-01', countryCode: 'FI' }),
    );
  });

  test('list instance types in the requested currency', async () => {
    const [dollars, euros] = await Promise.all([
      sdk.getInstanceTypes(),
      sdk.getInstanceTypes({ currency: 'eur' }),
    ]);
    const one = dollars.find(({ instanceType }) => instanceType === '1H100.80S.30V');
    expect(one).toMatchObject({
      currency: 'usd',
      gpu: { numberOfGpus: 1 },
      gpuMemory: { sizeInGigabytes: 80 },
    });
    expect(euros.every(({ currency }) => currency === 'eur')).toBe(true);
  });

  test('list volume types, container types, cluster types and long-term periods', async () => {
    const [volumes, containers, clusters, ofInstances, ofClusters] = await Promise.all([
      sdk.getVolumeTypes(),
      sdk.getContainerTypes(),
      sdk.getClusterTypes(),
      sdk.getLongTermPeriods(),
      sdk.getLongTermPeriods({ of: 'clusters' }),
    ]);
    expect(volumes).toContainEqual(
      expect.objectContaining({
        type: 'NVMe',
        price: expect.objectContaining({ currency: 'usd' }) as unknown,
      }),
    );
    expect(containers[0]).toHaveProperty('serverlessPrice');
    expect(clusters[0]).toHaveProperty('clusterType');
    expect(ofInstances[0]).toHaveProperty('discountPercentage');
    expect(ofClusters[0]).toHaveProperty('unitValue');
  });

  test('show the balance', async () => {
    expect(await sdk.getBalance()).toEqual({ amount: expect.any(Number) as number, currency: 'usd' });
  });
});

describe('capacity', () => {
  test('is listed by location, and for one type', async () => {
    const [everywhere, there, has, lacks] = await Promise.all([
      sdk.getInstanceAvailability(),
      sdk.getInstanceAvailability({ locationCode: 'ICE-01' }),
      sdk.getInstanceTypeAvailability({ instanceType: '1V100.6V', locationCode: 'FIN-01' }),
      sdk.getInstanceTypeAvailability({ instanceType: '1V100.6V', locationCode: 'ICE-01' }),
    ]);
    expect(everywhere.length).toBeGreaterThan(1);
    expect(there.map(({ locationCode }) => locationCode)).toEqual(['ICE-01']);
    expect([has, lacks]).toEqual([true, false]);
  });

  test('is listed for clusters', async () => {
    const [{ locationCode, availabilities } = { locationCode: '', availabilities: [] }] =
      await sdk.getClusterAvailability();
    const [clusterType = ''] = availabilities;
    expect(await sdk.getClusterTypeAvailability({ clusterType, locationCode })).toBe(true);
    expect(await sdk.getClusterTypeAvailability({ clusterType, locationCode: 'ICE-01' })).toBe(false);
  });

  // The API answers false for a type that it does not have.
  test('is an error for a type that does not exist, with the nearest one', async () => {
    const instances = sdk.getInstanceTypeAvailability({ instanceType: '1V100.6v' });
    await expect(instances).rejects.toThrow(
      /^getInstanceTypeAvailability: "1V100\.6v" is not an instance type: did you mean "1V100\.6V"\?/,
    );
    await expect(instances).rejects.toHaveProperty('cause', expect.any(NotFoundError));
    const clusters = sdk.getClusterTypeAvailability({ clusterType: '16H10' });
    await expect(clusters).rejects.toThrow(
      /^getClusterTypeAvailability: "16H10" is not a cluster type: did you mean "16H100"\?/,
    );
    await expect(clusters).rejects.toHaveProperty('cause', expect.any(NotFoundError));
  });
});

describe('the cheapest type', () => {
  test('has the required properties, and capacity at present', async () => {
    const { instanceType, price, locationCodes } = await sdk.getCheapestInstanceType({
      gpuModel: 'h100',
      minGpus: 2,
    });
    expect(instanceType).toBe('2H100.80S.80V');
    expect(price).toBeGreaterThan(0);
    expect(
      await sdk.getInstanceTypeAvailability({ instanceType, locationCode: locationCodes[0] ?? '' }),
    ).toBe(true);
  });

  test('is compared by the memory of all its GPUs', async () => {
    const { gpuMemory } = await sdk.getCheapestInstanceType({ minVram: 100 });
    expect(gpuMemory.sizeInGigabytes).toBeGreaterThanOrEqual(100);
  });

  test('has the spot price when a spot machine is required', async () => {
    const [spot, steady] = await Promise.all([
      sdk.getCheapestInstanceType({ gpuModel: 'H100', spot: true }),
      sdk.getCheapestInstanceType({ gpuModel: 'H100' }),
    ]);
    expect(String(spot.price)).toBe(String(Number(spot.spotPrice)));
    expect(spot.price).toBeLessThan(steady.price);
  });

  test('is searched in the order of the locations', async () => {
    const { locationCode, locationCodes } = await sdk.getCheapestInstanceType({
      gpuModel: 'H100',
      locationCodes: ['ICE-01', 'FIN-01'],
    });
    expect([locationCode, locationCodes]).toEqual(['ICE-01', ['ICE-01', 'FIN-01']]);
  });

  test('causes an error that lists the models when the model does not exist', async () => {
    await expect(sdk.getCheapestInstanceType({ locationCodes: [] })).rejects.toThrow(
      'getCheapestInstanceType: locationCodes is an empty list: name at least one entry, or leave it out',
    );
    await expect(sdk.getCheapestInstanceType({ gpuModel: 'H1000', minGpus: 2 })).rejects.toThrow(
      /no instance type with a H1000 and at least 2 GPUs\. Available models: .*H100.*Tesla V100/,
    );
  });

  test('causes an error that names other locations when there is no capacity', async () => {
    await expect(
      sdk.getCheapestInstanceType({ gpuModel: 'V100', locationCodes: ['ICE-01'] }),
    ).rejects.toThrow(
      /no capacity in ICE-01 now for any instance type with a V100\. There is capacity in FIN-01 \(.*1V100\.6V/,
    );
  });
});
