// A run that is killed while it has a machine shut down for a change: a later run starts the machine.
import { spawnSync } from 'node:child_process';
import { intentLogIn } from '../../../../core/orphans/intentLog';
import { InProcessStack } from '../../support/inProcessStack';
import type { TestResource } from '../../support/inProcessStack';
import { endProcesses, interruption } from '../../support/killedRuns';
import { warnedBy } from '../../support/warnings';

jest.mock('../../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  ...{ allowShutdown: true, powerState: 'running', existingVolumes: [] as string[] },
};
const DISK = { size: 10, type: 'NVMe', locationCode: 'FIN-01' };

describe('a machine that a killed run has shut down', () => {
  let stack: InProcessStack;
  let machine: TestResource;
  /** The program whose update shuts the machine down: it attaches a volume. */
  let ADDED: typeof MACHINE;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
    machine = await stack.up('instance', 'trainer', MACHINE);
    ADDED = { ...MACHINE, existingVolumes: [(await stack.up('volume', 'given', DISK)).id] };
  });
  afterEach(() => stack.stop());

  const status = async () => (await stack.cloud.instances.get(machine.id)).status;
  const isNoted = () => intentLogIn(stack.environment).leftOffAt(machine.id) !== undefined;
  /** The next update, after its diff, as the engine performs it. */
  async function applyAgain(args: Record<string, unknown>): Promise<void> {
    await machine.diff(args);
    await machine.update(args);
  }

  /** The process of the killed run has ended. @param wasLeftOff whether an earlier run had left the machine off. */
  function endProcess(wasLeftOff: boolean): void {
    expect(isNoted()).toBe(wasLeftOff);
    endProcesses(stack);
    expect(isNoted()).toBe(true);
    stack.newProcess();
  }

  /** Kills an update when it has sent a request for this operation. */
  async function killAt(operation: string, args: Record<string, unknown>): Promise<void> {
    const requests = () => stack.emulator.control.requests.counts()[operation] ?? 0;
    const before = requests();
    const wasLeftOff = isNoted();
    const update = machine.copy().update(args);
    const ended = update.catch((error: unknown) => error);
    await stack.until(() => Promise.resolve(requests() > before));
    stack.cancel();
    await ended;
    endProcess(wasLeftOff);
  }

  /** Kills an update that attaches a volume as soon as the machine is off. */
  async function killUpdate(): Promise<void> {
    const operation = 'performVolumeAction';
    stack.emulator.control.faults.add({ operation, kind: 'delay', milliseconds: 500, times: 1 });
    await killAt(operation, ADDED);
    expect(await status()).toBe('offline');
  }

  const attachVolume = () =>
    stack.up('volume', 'data', { ...DISK, instanceIds: [machine.id], allowShutdown: true });

  it('is warned of also after a second killed update, which only starts it', async () => {
    await killUpdate();
    await machine.diff(MACHINE);
    await killAt('performInstanceAction', MACHINE);
    expect(await warnedBy(() => machine.diff(MACHINE))).toBe(interruption('trainer'));
    expect(await warnedBy(() => machine.diff(ADDED))).toBe('');
    await machine.update(ADDED);
    expect(await status()).toBe('running');
  });

  it('is started after a refresh by the next update if the program is as before', async () => {
    await killUpdate();
    expect(await warnedBy(() => machine.diff(MACHINE))).toBe(interruption('trainer'));
    stack.newProcess();
    await machine.refresh();
    const warned = await warnedBy(async () => {
      expect(await machine.diff(MACHINE)).toMatchObject({ changes: true, replaces: [] });
    });
    expect(warned).not.toContain('interrupted');
    await machine.update(MACHINE);
    expect(await status()).toBe('running');
    const [given = ''] = ADDED.existingVolumes;
    expect((await stack.cloud.volumes.get(given)).status).toBe('detached');
    stack.newProcess();
    expect(await machine.diff(MACHINE)).toMatchObject({ changes: false });
    expect(isNoted()).toBe(false);
  });

  it('is started by the next update if its delete was interrupted before it was hibernated', async () => {
    const refused = { kind: 'status', status: 403, action: 'hibernate', times: 'always' } as const;
    stack.emulator.control.faults.add({ ...refused, operation: 'performInstanceAction' });
    const args = { ...MACHINE, hibernate: true };
    await machine.update(args);
    await expect(machine.copy().delete()).rejects.toThrow('403');
    stack.emulator.control.faults.clear();
    expect(await status()).toBe('offline');
    endProcess(false);
    await applyAgain(args);
    expect(await status()).toBe('running');
  });

  it('is started after the change if the next run repeats it', async () => {
    await killUpdate();
    const warned = await warnedBy(() => applyAgain(ADDED));
    expect(warned).toBe('');
    expect(await status()).toBe('running');
    expect(isNoted()).toBe(false);
  });

  it('stays off if the program says so now', async () => {
    await killUpdate();
    const off = { ...MACHINE, powerState: 'offline' };
    await machine.diff(off);
    await machine.update(off);
    expect(await status()).toBe('offline');
    expect(isNoted()).toBe(false);
  });

  it('stays off if the program says so now and changes its volumes', async () => {
    await killUpdate();
    await applyAgain({ ...ADDED, powerState: 'offline' });
    expect(await status()).toBe('offline');
    stack.newProcess();
    expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it('is started with another change too', async () => {
    await killUpdate();
    await applyAgain({ ...MACHINE, tags: { team: 'ml' } });
    expect(await status()).toBe('running');
  });

  it('is started once another resource has detached a volume that it detaches meanwhile', async () => {
    const data = await attachVolume();
    await killUpdate();
    await machine.diff(MACHINE);
    const detached = { ...DISK, instanceIds: [] };
    await Promise.all([data.update({ ...detached, allowShutdown: true }), machine.update(MACHINE)]);
    expect(await status()).toBe('running');
    expect((await stack.cloud.volumes.get(data.id)).status).toBe('detached');
    expect(isNoted()).toBe(false);
  });

  it('stays noted while another resource needs it off', async () => {
    const data = await attachVolume();
    const operation = 'performVolumeAction';
    const args = { ...MACHINE, tags: { team: 'ml' } };
    const detached = { ...DISK, instanceIds: [] };
    stack.emulator.control.faults.add({ operation, kind: 'delay', milliseconds: 500, times: 1 });
    const requests = () => stack.emulator.control.requests.counts()[operation] ?? 0;
    const before = requests();
    const detaching = data.copy().update({ ...detached, allowShutdown: true });
    await stack.until(() => Promise.resolve(requests() > before));
    const updating = machine.copy().update(args);
    await stack.until(async () => (await stack.cloud.instances.get(machine.id)).tags.length > 0);
    stack.loseEngine();
    await Promise.allSettled([detaching, updating]);
    expect(await status()).toBe('offline');
    endProcess(false);
    await applyAgain(args);
    expect(await status()).toBe('running');
  });

  it('is started after a Volume of the program was attached to it', async () => {
    await killUpdate();
    await machine.diff(MACHINE);
    await attachVolume();
    expect(await status()).toBe('running');
  });

  it('stays off if the program says so now and a Volume of the program is attached to it', async () => {
    await killUpdate();
    const off = { ...MACHINE, powerState: 'offline' };
    await machine.refresh();
    stack.newProcess();
    await machine.diff(off);
    await machine.update(off);
    await attachVolume();
    expect(await status()).toBe('offline');
  });

  it('is started if the killed run declared it as offline, and the program does not any more', async () => {
    await killAt('performInstanceAction', { ...MACHINE, powerState: 'offline' });
    await stack.until(async () => (await status()) === 'offline');
    await applyAgain(MACHINE);
    expect(await status()).toBe('running');
  });

  it('is started by a create that takes it over', async () => {
    const off = { ...MACHINE, hostname: 'other', powerState: 'offline' };
    const ordered = () => stack.emulator.control.requests.counts()['performInstanceAction'] ?? 0;
    const before = ordered();
    const killed = stack.resource('instance', 'other', off);
    const ended = killed.create().catch((error: unknown) => error);
    await stack.until(() => Promise.resolve(ordered() > before));
    stack.loseEngine();
    const found = (await stack.cloud.instances.list()).find(({ hostname }) => hostname === 'other');
    machine = stack.resource('instance', 'other', off);
    machine.id = found?.id ?? '';
    endProcess(false);
    await stack.until(async () => (await status()) === 'offline');
    const again = await stack.up('instance', 'other', { ...MACHINE, hostname: 'other' });
    expect(again.id).toBe(found?.id);
    expect(await status()).toBe('running');
    expect(isNoted()).toBe(false);
    await ended;
  });

  it('is not started if somebody has started it after the shutdown, or no shutdown has arrived', async () => {
    await killUpdate();
    await stack.power(machine.id, 'start');
    expect(await machine.diff(MACHINE)).toMatchObject({ changes: false });
    const other = await stack.up('instance', 'other', { ...MACHINE, hostname: 'other' });
    const { pid } = spawnSync(process.execPath, ['--version']);
    intentLogIn(stack.environment, pid).addStop(other.id, other.id);
    stack.newProcess();
    expect(await other.diff()).toMatchObject({ changes: false });
  });

  it('stays off while another run needs it off', async () => {
    await killUpdate();
    intentLogIn(stack.environment).removeStops(machine.id);
    intentLogIn(stack.environment, process.ppid).addStop('other', machine.id);
    expect(await machine.diff(MACHINE)).toMatchObject({ changes: false });
  });

  it('is no longer noted when it is deleted', async () => {
    await killUpdate();
    await machine.delete();
    expect(isNoted()).toBe(false);
  });

  it('stays off if somebody has started it, and shut it down later', async () => {
    await killUpdate();
    await stack.cloud.instances.perform({ action: 'start', id: machine.id });
    await stack.until(async () => (await status()) === 'running');
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    expect(await machine.diff(MACHINE)).toMatchObject({ changes: false });
    later.mockRestore();
    await stack.cloud.instances.perform({ action: 'force_shutdown', id: machine.id });
    await stack.until(async () => (await status()) === 'offline');
    stack.newProcess();
    expect(await machine.diff(MACHINE)).toMatchObject({ changes: false });
  });
});
