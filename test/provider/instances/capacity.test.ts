import { status } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const TYPE = 'CPU.4V.16G';
const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: TYPE, locationCode: 'FIN-01' },
  osVolume: { size: 50 },
};

/** The progress lines so far. */
const lines = (): string[] => jest.mocked(status).mock.calls.map(([, line]) => line);

describe('a machine whose location has no capacity', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    jest.mocked(status).mockClear();
    stack = await InProcessStack.start({ balance: 1_000_000 });
    for (const location of ['FIN-01', 'FIN-02']) setCapacity(location, 0);
  });

  afterEach(async () => {
    await stack.stop();
  });

  const setCapacity = (location: string, total: number, more: object = {}) => {
    stack.emulator.control.capacity.set({ location, type: TYPE, ...more }, total);
  };
  const polls = () =>
    stack.emulator.control.requests
      .list()
      .filter(({ operationId }) => operationId === 'listInstanceAvailability');
  /** Runs a create, and something else once it has polled for capacity twice. */
  const afterTwoPolls = async (create: Promise<unknown>, then: () => void) => {
    stack.emulator.control.requests.reset();
    await Promise.all([create, stack.until(() => Promise.resolve(polls().length >= 2)).then(then)]);
  };

  it('is ordered in the first fallback location with capacity', async () => {
    const machine = await stack.up('instance', 'trainer', {
      ...MACHINE,
      fallbackLocationCodes: ['FIN-02', 'FIN-03'],
    });
    expect(machine.outputs['location']).toBe('FIN-03');
    expect(lines()).toEqual(
      expect.arrayContaining([
        'no capacity in FIN-01; trying FIN-02',
        'no capacity in FIN-02; trying FIN-03',
      ]),
    );
    expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it('waits until one of its locations gets capacity', async () => {
    const machine = stack.resource('instance', 'trainer', {
      ...MACHINE,
      fallbackLocationCodes: ['FIN-02'],
      waitForCapacity: '1h',
    });
    await afterTwoPolls(machine.create(), () => {
      setCapacity('FIN-02', 1);
    });
    expect(machine.outputs['location']).toBe('FIN-02');
    expect(lines()).toContainEqual(
      expect.stringMatching(/^waiting for capacity in FIN-01, FIN-02 \(1 h left\)$/),
    );
  });

  it('waits for the capacity of spot machines if it is one', async () => {
    setCapacity('FIN-01', 0, { isSpot: true });
    const machine = stack.resource('instance', 'trainer', {
      ...MACHINE,
      isSpot: true,
      waitForCapacity: '1h',
    });
    await afterTwoPolls(machine.create(), () => {
      setCapacity('FIN-01', 1, { isSpot: true });
    });
    expect(machine.outputs['location']).toBe('FIN-01');
    expect(polls().every(({ url }) => url.includes('is_spot=true'))).toBe(true);
  });

  it('waits for the location of its group, which alone says where it is', async () => {
    const group = await stack.up('instanceGroup', 'workers', {
      ...{ name: 'workers', instanceType: TYPE, locationCode: 'FIN-01' },
      template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
    });
    const machine = stack.resource('instance', 'trainer', {
      instanceGroupId: group.id,
      waitForCapacity: '1h',
    });
    await afterTwoPolls(machine.create(), () => {
      setCapacity('FIN-01', 1);
    });
    expect(machine.outputs['location']).toBe('FIN-01');
    expect(lines()).toContainEqual(expect.stringContaining('waiting for capacity in the group’s location'));
  });

  it('fails when the time for the wait is over, and leaves nothing', async () => {
    const machine = stack.resource('instance', 'trainer', { ...MACHINE, waitForCapacity: '1m' });
    await expect(machine.create()).rejects.toThrow(/Try another location or type, or wait for capacity/);
    expect(machine.id).toBe('');
    expect([await stack.cloud.instances.list(), await stack.cloud.volumes.list()]).toEqual([[], []]);
  });

  it('fails with the error of the availability, and a later create requests it again', async () => {
    const fault = {
      operation: 'listInstanceAvailability',
      kind: 'status',
      status: 403,
      times: 'always',
    } as const;
    const { faults } = stack.emulator.control;
    const machine = stack.resource('instance', 'trainer', { ...MACHINE, waitForCapacity: '1h' });
    faults.add(fault);
    await expect(machine.create()).rejects.toThrow(/403/);
    faults.clear();
    await afterTwoPolls(machine.create(), () => {
      setCapacity('FIN-01', 1);
    });
    expect(machine.outputs['location']).toBe('FIN-01');
  });

  it('does not wait, and tries no other location, if the order is refused for another reason', async () => {
    for (const location of ['FIN-01', 'FIN-02']) setCapacity(location, 5);
    const { faults, requests } = stack.emulator.control;
    faults.add({
      ...{ operation: 'deployInstance', kind: 'status', status: 400, message: 'The image is withdrawn.' },
      times: 'always',
    });
    const machine = stack.resource('instance', 'trainer', {
      ...{ ...MACHINE, fallbackLocationCodes: ['FIN-02'], waitForCapacity: '1h' },
    });
    await expect(machine.create()).rejects.toThrow(/The image is withdrawn/);
    expect(requests.counts()['deployInstance']).toBe(1);
    expect(machine.id).toBe('');
  });

  it('is removed if the location accepted it and found no capacity afterwards, also after a kill', async () => {
    setCapacity('FIN-01', 5);
    stack.emulator.control.faults.add({
      operation: 'deployInstance',
      kind: 'noCapacity',
      at: 'later',
      times: 1,
    });
    const machine = stack.resource('instance', 'trainer', MACHINE);
    const create = expect(machine.create()).rejects.toThrow();
    await stack.until(async () => (await stack.cloud.instances.list()).length > 0);
    stack.loseEngine();
    await create;
    stack.newProcess();
    const again = await stack.up('instance', 'trainer', MACHINE);
    expect((await stack.cloud.instances.list()).map(({ id }) => id)).toEqual([again.id]);
  });
});
