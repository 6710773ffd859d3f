import { warn } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';
import { warned } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const MINUTE = 60_000;

describe('an interrupted order of a volume', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
    jest.mocked(warn).mockClear();
  });

  afterEach(() => stack.stop());

  /** A run that was killed before its state was written; the next process then starts. */
  const interrupted = async (args: Record<string, unknown>) => {
    const { id } = await stack.up('volume', 'trainer', args);
    await stack.clock.sleep(MINUTE);
    stack.newProcess();
    return id;
  };
  const trash = async () => {
    await stack.clock.sleep(MINUTE);
    return (await stack.cloud.volumes.trash()).map(({ name }) => name).sort();
  };

  it('is moved to the trash if another order was sent after it, and an older kept orphan is taken over', async () => {
    const kept = await interrupted({ ...DISK, __keep: true });
    const other = await interrupted({ ...DISK, locationCode: 'FIN-02' });
    const again = await stack.up('volume', 'trainer', { ...DISK, __keep: true });
    expect(again.id).toBe(kept);
    expect(warned()).toContain(`Removed the volume disk (${other})`);
    expect(await trash()).toEqual(['disk']);
  });

  it('an interrupted order of a volume is adopted and grown, but replaced if the program declares a smaller volume', async () => {
    const id = await interrupted(DISK);
    expect((await stack.up('volume', 'trainer', { ...DISK, size: 20 })).id).toBe(id);
    stack.newProcess();
    const smaller = await stack.up('volume', 'trainer', DISK);
    expect(smaller.id).not.toBe(id);
    expect(await trash()).toEqual(['disk']);
  });
});
