import { conclude, status } from '../../provider/session/progress';
import { InProcessStack } from './inProcessStack';

jest.mock('../../provider/session/progress');

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
  test('says how long that usually takes with its type, and then how long it took in this run', async () => {
    await stack.up('instance', 'first', machine('first'));
    expect(linesOf('first')).toContainEqual(
      expect.stringMatching(/^deploying: (provisioning|validating), \d.* of about 4 min$/),
    );
    await stack.up('instance', 'second', machine('second'));
    expect(linesOf('second').at(-1)).toMatch(/ of about (3|4) min( \d0 s)?$/);
  });

  test('has no time for what takes seconds', async () => {
    await stack.up('volume', 'data', { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' });
    for (const line of linesOf('data')) expect(line).not.toContain('about');
  });
});

describe('the last line of a create', () => {
  test('is not the status that it waited in', async () => {
    await stack.up('instance', 'trainer', machine('trainer'));
    expect(jest.mocked(conclude).mock.calls).toEqual([
      [expect.stringContaining('::trainer'), expect.stringMatching(/^ready after \d+ (s|min)/)],
    ]);
  });

  test('does not call a machine ready that was only accepted', async () => {
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
