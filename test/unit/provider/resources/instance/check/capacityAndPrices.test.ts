import { checkInstance } from '../../../../../../provider/resources/instance/check';
import { UNKNOWN } from '../../../../../../provider/schema/unknown';
import { callIn, prices } from '../../../checks/testCloud';
import { instanceChecks, right } from './instanceChecks';

jest.mock('../../../../../../provider/run/progress');

const { here, problems, warnings } = instanceChecks();

describe('capacity', () => {
  const elsewhere = 'There is capacity in FIN-01, FIN-02: set locationCode or fallbackLocationCodes.';

  test('causes a warning if the location has none, with the locations that have some', async () => {
    await expect(
      warnings({ instanceType: '1V100.6V', locationCode: 'ICE-01', image: 'ubuntu-24.04' }),
    ).resolves.toEqual([
      `instanceType may not be deployed: there is no capacity for 1V100.6V in ICE-01 now. ${elsewhere} Or set waitForCapacity.`,
    ]);
  });

  test('may be in a fallback location', async () => {
    const inputs = {
      instanceType: '1V100.6V',
      locationCode: 'ICE-01',
      image: 'ubuntu-24.04',
      fallbackLocationCodes: ['FIN-02'],
    };
    await expect(warnings(inputs)).resolves.toEqual([]);
  });

  test('causes a warning if no location has any, which says how long the create waits', async () => {
    jest.spyOn(here.run.client.catalogue, 'instanceAvailability').mockResolvedValue([]);
    await expect(warnings({ isSpot: true, waitForCapacity: '2h' })).resolves.toEqual([
      'instanceType may not be deployed: there is no capacity for a spot 1H100.80S.30V in FIN-01 now. No location has capacity for it: choose another type. It will wait for capacity for 2h.',
    ]);
  });

  test('causes an error if no location has any and the stack asks for an error', async () => {
    here.run = here.cloud.run({ 'cloudCompute:requireCapacity': 'true' });
    await expect(
      problems({ instanceType: '1V100.6V', locationCode: 'ICE-01', image: 'ubuntu-24.04' }),
    ).resolves.toEqual([
      `instanceType cannot be deployed: there is no capacity for 1V100.6V in ICE-01 now, and cloudCompute:requireCapacity is true. ${elsewhere}`,
    ]);
  });

  test('matters only to new machines', async () => {
    const ask = jest.spyOn(here.run.client.catalogue, 'instanceAvailability');
    await problems({ description: 'new' }, right);
    expect(ask).not.toHaveBeenCalled();
  });
});

// The operating-system volume is created and billed even if the program does not declare it.
describe('prices', () => {
  test('are shown for a new machine and its volumes', async () => {
    await problems({ osVolume: { size: 100 }, volumes: [{ name: 'data', size: 900, type: 'NVMe' }] });
    expect(prices()).toEqual(['≈ 2.56 USD/h (1H100.80S.30V 2.29, volumes 0.27)']);
  });

  test('are shown for a spot machine and for an offline machine', async () => {
    await problems({ isSpot: true });
    await problems({ powerState: 'offline' });
    expect(prices()).toEqual([
      '≈ 0.81 USD/h (spot 1H100.80S.30V 0.80, volumes 0.014)',
      '≈ 2.30 USD/h (1H100.80S.30V 2.29, volumes 0.014); an offline machine stays billed',
    ]);
  });

  test('are shown for a long-term contract', async () => {
    await problems({ contract: 'LONG_TERM', longTermPeriod: '1_YEAR' });
    expect(prices()).toEqual(['≈ 1.89 USD/h (1H100.80S.30V 1.88, volumes 0.014)']);
  });

  test('do not include the operating-system volume if the machine boots from an existing volume', async () => {
    const image = await here.run.client.volumes.create({
      ...{ name: 'os', size: 100, type: 'NVMe', location_code: 'FIN-01' },
    });
    await checkInstance(callIn(here.run), { ...right, image }, undefined);
    expect(prices()).toEqual(['≈ 2.29 USD/h']);
  });

  test('are lower bounds while the size of a volume is not known', async () => {
    await problems({ volumes: [{ name: 'data', size: UNKNOWN as never, type: 'NVMe' }] });
    expect(prices()).toEqual(['at least 2.30 USD/h (1H100.80S.30V 2.29, volumes 0.014)']);
  });

  test('are shown only in a preview', async () => {
    const call = { ...callIn(here.run), isPreview: false };
    await checkInstance(call, right, undefined);
    expect(prices()).toEqual([]);
  });

  test('are not shown for existing machines', async () => {
    await problems({ description: 'new' }, right);
    expect(prices()).toEqual([]);
  });
});
