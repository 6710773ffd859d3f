import { conclude, status } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const machine = (hostname: string, more: object = {}) => ({
  ...{ hostname, image: 'ubuntu-24.04', instanceType: '8H100.80S.176V', locationCode: 'FIN-01', ...more },
});

let stack: InProcessStack;
beforeEach(async () => {
  jest.clearAllMocks();
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

const linesOf = (name: string): string[] =>
  jest
    .mocked(status)
    .mock.calls.filter(([urn]) => urn.endsWith(`::${name}`))
    .map(([, line]) => line);

describe('the progress line of a machine that is deployed', () => {
  test('shows the usual time of its type, and later the time of the last deployment in this run', async () => {
    await stack.up('instance', 'first', machine('first'));
    expect(linesOf('first')).toContainEqual(
      expect.stringMatching(/^deploying: (provisioning|validating), \d.* of about 4 min$/),
    );
    await stack.up('instance', 'second', machine('second'));
    expect(linesOf('second').at(-1)).toMatch(/ of about (3|4) min( \d0 s)?$/);
  });

  test('shows the usual time also for a fleet, and at the end how long it took', async () => {
    const names = ['one', 'two'];
    const machines = await Promise.all(
      names.map((name) => stack.up('instance', name, machine(name, { awaitReady: false }))),
    );
    const gate = await stack.up('ready', 'fleet', { instanceIds: machines.map(({ id }) => id) });
    const lines = linesOf('fleet');
    expect(lines).toContainEqual(expect.stringMatching(/^deploying: 0 of 2 ready, \d.* of about 4 min$/));
    expect(lines.at(-1)).toMatch(/^2 of 2 ready after \d+ min/);
    jest.mocked(status).mockClear();
    await gate.update({ instanceIds: machines.slice(1).map(({ id }) => id) });
    expect(linesOf('fleet')).toEqual([expect.stringMatching(/^1 of 1 ready after /)]);
  });

  test('shows no time for an action that takes seconds', async () => {
    await stack.up('volume', 'data', { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' });
    for (const line of linesOf('data')) expect(line).not.toContain('about');
  });
});

describe('the last line of an update', () => {
  const offline = { powerState: 'offline' };

  test('is not the last status of the wait', async () => {
    const trainer = await stack.up('instance', 'trainer', machine('trainer'));
    jest.clearAllMocks();
    await trainer.update(machine('trainer', offline));
    expect(linesOf('trainer')).not.toEqual([]);
    expect(jest.mocked(conclude).mock.calls).toEqual([
      [expect.stringContaining('::trainer'), expect.stringMatching(/^updated after \d+ (s|min)/)],
    ]);
  });

  test('is not written for an update that failed', async () => {
    const trainer = await stack.up('instance', 'trainer', machine('trainer'));
    jest.clearAllMocks();
    stack.emulator.control.faults.add({ operation: 'performInstanceAction', kind: 'status', status: 400 });
    await expect(trainer.update(machine('trainer', offline))).rejects.toThrow('400');
    expect(conclude).not.toHaveBeenCalled();
  });
});

describe('the last line of a create', () => {
  test('is not the last status of the wait', async () => {
    await stack.up('instance', 'trainer', machine('trainer'));
    expect(jest.mocked(conclude).mock.calls).toEqual([
      [expect.stringContaining('::trainer'), expect.stringMatching(/^ready after \d+ (s|min)/)],
    ]);
  });

  test('does not say "ready" for a machine that was only accepted', async () => {
    await stack.up('instance', 'trainer', machine('trainer', { awaitReady: false }));
    expect(jest.mocked(conclude).mock.calls).toEqual([
      [expect.stringContaining('::trainer'), expect.stringMatching(/^accepted after /)],
    ]);
  });

  test('is not written for a create that failed', async () => {
    stack.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    await expect(stack.up('instance', 'trainer', machine('trainer'))).rejects.toThrow(
      'could not be installed',
    );
    expect(conclude).not.toHaveBeenCalled();
  });
});
