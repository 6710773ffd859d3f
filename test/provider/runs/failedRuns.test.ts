// At the end of a run in which a resource failed, the provider records what the engine has saved: in notes and in
// pending tags. It does not if nothing failed or if the engine is gone, because then things may be in no state.
import { intentLogIn } from '../../../core/orphans/intentLog';
import { pendingTagOf } from '../../../core/pendingTag';
import { volume } from '../../../provider';
import { currentRun } from '../../../provider/run/run';
import { InProcessStack, OWNER } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'os', size: 50 }, volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
};

const SOME_SECONDS = 6_000;

describe('the end of a run', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });

  afterEach(() => stack.stop());

  const fails = async () => {
    stack.emulator.control.faults.add({ operation: 'deployInstance', kind: 'noCapacity' });
    await expect(stack.up('instance', 'fails', { ...MACHINE, hostname: 'fails' })).rejects.toThrow(
      'capacity',
    );
  };
  /** What the pending tags say, by the names of the things. */
  const tags = async () => {
    const things = [...(await stack.cloud.instances.list()), ...(await stack.cloud.volumes.list())];
    return Object.fromEntries(
      things.map((one) => ['hostname' in one ? one.hostname : one.name, pendingTagOf(one)?.whenOrphaned]),
    );
  };

  it('records as saved what the run has created, with its volumes, if a resource failed', async () => {
    const { id } = await stack.up('instance', 'trainer', MACHINE);
    await fails();
    await currentRun().phase.finish();
    expect(await tags()).toEqual({ trainer: 'saved', scratch: 'saved', os: undefined });
    expect(intentLogIn(stack.environment).isSaved(id)).toBe(true);
    expect(currentRun().intentLog.isOpen(OWNER)).toBe(false);
  });

  it.each(['looked something up that does not exist', 'asked for a change that is refused'])(
    'records as saved what it has created if the program %s',
    async (what) => {
      const old = await stack.up('volume', 'old', { ...DISK, name: 'old' });
      stack.newProcess();
      await stack.up('volume', 'disk', DISK);
      const failed =
        what === 'asked for a change that is refused'
          ? old.diff({ ...DISK, name: 'old', size: 5 })
          : volume.read('00000000-0000-4000-8000-000000000000', { __get: true });
      await expect(failed).rejects.toThrow(/only grows|There is no volume/);
      await currentRun().phase.finish();
      expect(await tags()).toMatchObject({ disk: 'saved' });
    },
  );

  it('refuses a missing input of a resource that exists after a failure, but not of a new one', async () => {
    const disk = await stack.up('volume', 'disk', DISK);
    await fails();
    const { type: _, ...incomplete } = DISK;
    expect(await disk.problems(incomplete)).toEqual([expect.stringMatching(/^type is required/)]);
    expect(await stack.resource('volume', 'other', incomplete).problems()).toEqual([]);
  });

  it('records nothing without a failure', async () => {
    const { id } = await stack.up('volume', 'disk', DISK);
    await currentRun().phase.finish();
    expect(await tags()).toEqual({ disk: 'drop' });
    expect(intentLogIn(stack.environment).isSaved(id)).toBe(false);
  });

  it('records nothing if the engine is gone', async () => {
    await stack.up('volume', 'disk', DISK);
    await fails();
    stack.loseEngine();
    await currentRun().phase.finish();
    expect(await tags()).toEqual({ disk: 'drop' });
  });

  it('does not record what was answered last: after a second Ctrl-C, the engine has not saved it', async () => {
    await stack.up('volume', 'disk', DISK);
    await fails();
    await stack.up('volume', 'last', { ...DISK, name: 'last' });
    await currentRun().phase.finish();
    expect(await tags()).toEqual({ disk: 'saved', last: 'drop' });
    // The next run waits until lists show it.
    expect(currentRun().intentLog.isOpen(OWNER)).toBe(true);
  });

  it('records as saved what was answered some seconds before it', async () => {
    await fails();
    await stack.up('volume', 'last', { ...DISK, name: 'last' });
    await stack.clock.sleep(SOME_SECONDS);
    await currentRun().phase.finish();
    expect(await tags()).toEqual({ last: 'saved' });
  });

  it('records as saved a machine that stays in state although it is not ready', async () => {
    stack.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    stack.emulator.control.faults.add({
      ...{ operation: 'PUT /v1/instances', action: 'delete', kind: 'status', status: 403, times: 'always' },
    });
    const failed = stack.resource('instance', 'trainer', MACHINE);
    await expect(failed.create()).rejects.toThrow('could not be installed');
    await currentRun().phase.finish();
    expect(await tags()).toMatchObject({ trainer: 'saved' });
  });

  it('has no record any more of what is deleted later', async () => {
    const disk = await stack.up('volume', 'disk', DISK);
    await fails();
    await currentRun().phase.finish();
    stack.newProcess();
    await disk.delete();
    expect(intentLogIn(stack.environment).isSaved(disk.id)).toBe(false);
  });
});
