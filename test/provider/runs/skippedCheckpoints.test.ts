// With PULUMI_SKIP_CHECKPOINTS, the engine saves the state only at the end of a run.
import { warn } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';
import { warned } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const DISK = { size: 10, type: 'NVMe', locationCode: 'FIN-01' };

describe('an engine that saves the state only at the end', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
    jest.mocked(warn).mockClear();
  });
  afterEach(() => stack.stop());

  it.each([
    ['true', 2],
    ['1', 2],
    ['false', 1],
    ['', 1],
  ])('is warned of once: %j', async (value, parts) => {
    stack.environment = { PULUMI_SKIP_CHECKPOINTS: value };
    stack.newProcess();
    await stack.resource('volume', 'one', DISK).problems();
    await stack.up('volume', 'two', DISK);
    expect(warned().split('PULUMI_SKIP_CHECKPOINTS is set')).toHaveLength(parts);
  });
});
