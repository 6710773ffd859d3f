// A shared volume of several machines: the first machine is deployed with it, and it is attached to the others when
// they run.
import { PENDING } from '../../../core/pendingTag';
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const SHARED = { size: 100, type: 'NVMe_Shared', locationCode: 'FIN-01' };
const TWELVE = Array.from({ length: 12 }, (_, index) => `worker-${String(index)}`);

describe('a shared volume', () => {
  let stack: InProcessStack;
  let shared: TestResource;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    shared = await stack.up('volume', 'shared', SHARED);
  });

  afterEach(() => stack.stop());

  const args = (more: object = {}) => ({ ...MACHINE, existingVolumes: [shared.id], ...more });
  const upAll = (names: readonly string[], more: object = {}) =>
    Promise.all(names.map((name) => stack.up('instance', name, args(more))));
  const idsOf = (machines: readonly TestResource[]) => machines.map(({ id }) => id).sort();
  const holders = async () => {
    const volume = await stack.cloud.volumes.get(shared.id);
    return volume.instances.map(({ id }) => id).sort();
  };
  const statuses = async () =>
    [...new Set((await stack.cloud.instances.list()).map(({ status }) => status))].sort();

  const attaches = () => stack.emulator.control.requests.counts()['performVolumeAction'] ?? 0;
  const withoutPendingTag = async (id: string) => {
    const { tags } = await stack.cloud.instances.get(id);
    const pending = tags.find(({ key }) => key === PENDING)?.id ?? '';
    await stack.cloud.tags.remove('instances', id, pending);
    stack.emulator.clock.advance(60_000);
  };
  const refuse = (action: string) =>
    stack.emulator.control.faults.add({ kind: 'status', status: 403, action, times: 1 });
  /** Kills the run when the condition holds. */
  const kill = async (runs: Promise<unknown>, condition: () => Promise<boolean>) => {
    await stack.until(condition);
    stack.loseEngine();
    await runs;
    stack.newProcess();
  };
  const moments: [string, () => Promise<boolean>][] = [
    [
      'shuts down',
      () => Promise.resolve('performInstanceAction' in stack.emulator.control.requests.counts()),
    ],
    [
      'is attached and not started',
      async () => (await statuses()).includes('offline') && (await holders()).length === 2,
    ],
  ];

  it('is attached to each of twelve machines, which all run', async () => {
    const machines = await upAll(TWELVE);
    expect(await holders()).toEqual(idsOf(machines));
    expect(await statuses()).toEqual(['running']);
    expect(attaches()).toBeLessThan(TWELVE.length - 1);
    for (const machine of machines) {
      expect(await machine.refresh()).toBe(true);
      expect(await machine.diff()).toMatchObject({ changes: false, replaces: [] });
    }
  });

  it('is attached to a fleet by its gate, with one request', async () => {
    const fleet = await upAll(TWELVE.slice(0, 4), { awaitReady: false });
    const instanceIds = fleet.map(({ id }) => id);
    const gate = await stack.up('ready', 'fleet', { instanceIds });
    expect(await holders()).toEqual(idsOf(fleet));
    expect(await statuses()).toEqual(['running']);
    expect(attaches()).toBe(1);
    stack.newProcess();
    expect(await gate.diff()).toMatchObject({ changes: false });
    for (const machine of fleet) expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it('is attached to a further machine, and stays attached to the others when one machine leaves', async () => {
    const [one, two] = await upAll(['one', 'two']);
    stack.newProcess();
    const three = await stack.up('instance', 'three', args());
    expect(await holders()).toHaveLength(3);
    await one?.delete();
    expect(await holders()).toEqual([two?.id, three.id].sort());
    expect(await statuses()).toEqual(['running']);
    await Promise.all([two?.delete(), three.delete()]);
    await shared.delete();
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('is not attached to a machine if that would interrupt its startup script', async () => {
    const script = await stack.up('startupScript', 'boot', { name: 'boot', script: '#!/bin/sh\ntrue' });
    const startupScriptId = script.id;
    await upAll(['one'], { startupScriptId });
    stack.newProcess();
    await stack.resource('instance', 'one', args({ startupScriptId })).problems();
    const two = stack.resource('instance', 'two', args({ startupScriptId }));
    expect(await two.problems()).toEqual([
      expect.stringContaining('would interrupt its startup script: set allowShutdown: true'),
    ]);
    await upAll(['two'], { startupScriptId, allowShutdown: true });
    expect(await holders()).toHaveLength(2);
  });

  it('asks each machine with a startup script for allowShutdown at preview, whichever is checked first', async () => {
    const script = await stack.up('startupScript', 'boot', { name: 'boot', script: '#!/bin/sh\ntrue' });
    const previewed = (name: string, more: object = {}) =>
      stack.resource('instance', name, args({ startupScriptId: script.id, __preview: true, ...more }));
    stack.newProcess();
    expect(await previewed('one').problems()).toEqual([]);
    expect(await previewed('two', { allowShutdown: true }).problems()).toEqual([
      expect.stringMatching(
        /which "one" uses too: .* startup script of "one": set allowShutdown: true there/,
      ),
    ]);
    expect(await previewed('three', { allowShutdown: true }).problems()).toEqual([]);
    stack.newProcess();
    expect(await previewed('one').problems()).toEqual([]);
    expect(await previewed('two').problems()).toEqual([
      expect.stringContaining('would interrupt its startup script: set allowShutdown: true'),
      expect.stringContaining('startup script of "one"'),
    ]);
    stack.newProcess();
    expect(await previewed('one', { allowShutdown: true }).problems()).toEqual([]);
    expect(await previewed('two', { allowShutdown: true }).problems()).toEqual([]);
  });

  it('asks a machine with a startup script although the machine that shares it has none, also when it is replaced', async () => {
    const script = await stack.up('startupScript', 'boot', { name: 'boot', script: '#!/bin/sh\ntrue' });
    const scripted = args({ startupScriptId: script.id, __preview: true });
    stack.newProcess();
    const [one, two] = [
      stack.resource('instance', 'one', scripted),
      stack.resource('instance', 'two', { ...args(), __preview: true }),
    ];
    expect(await one.problems()).toEqual([]);
    expect(await two.problems()).toEqual([expect.stringContaining('startup script of "one"')]);
    // A replacement is checked again.
    expect(await one.problems()).toEqual([expect.stringContaining('would interrupt its startup script')]);
  });

  it('is explained once at preview, with the gate of machines that do not wait', async () => {
    const names = ['one', 'two', 'three'];
    const explain = (more: object) =>
      warnedBy(async () => {
        stack.newProcess();
        for (const name of names) await stack.resource('instance', name, args(more)).problems();
      });
    const explanation = 'several machines use the shared volume';
    expect((await explain({})).split(explanation)).toHaveLength(2);
    expect(await explain({ awaitReady: false })).toContain('their gate (InstancesReady, Fleet) does that');
  });

  it('is refused for a new machine with a startup script if another machine of the program holds it', async () => {
    const script = await stack.up('startupScript', 'boot', { name: 'boot', script: '#!/bin/sh\ntrue' });
    const scripted = args({ startupScriptId: script.id });
    const one = await stack.up('instance', 'one', scripted);
    const two = stack.resource('instance', 'two', scripted);
    const refusal = [expect.stringContaining('would interrupt its startup script: set allowShutdown: true')];
    stack.newProcess();
    expect(await two.problems()).toEqual(refusal);
    await withoutPendingTag(one.id);
    stack.newProcess();
    expect(await two.problems()).toEqual(refusal);
    await one.diff();
    expect(await two.problems()).toEqual(refusal);
  });

  it('is not refused for the machine that replaces its only holder', async () => {
    const script = await stack.up('startupScript', 'boot', { name: 'boot', script: '#!/bin/sh\ntrue' });
    const scripted = args({ startupScriptId: script.id });
    const one = await stack.up('instance', 'one', scripted);
    await withoutPendingTag(one.id);
    stack.newProcess();
    // A forced replacement does not call diff.
    expect(await stack.resource('instance', 'one', scripted).problems()).toEqual([]);
    stack.newProcess();
    const next = { ...scripted, instanceType: 'CPU.8V.32G' };
    expect(await one.diff(next)).toMatchObject({ replaces: ['instanceType'], deleteBeforeReplace: true });
    expect(await stack.resource('instance', 'one', next).problems()).toEqual([]);
  });

  it.each(moments)('is attached once when the run was killed while the machine %s', async (_, moment) => {
    const names = ['one', 'two'];
    const creates = names.map((name) => stack.resource('instance', name, args()));
    await kill(Promise.allSettled(creates.map((one) => one.create())), moment);
    const machines = await Promise.all(
      creates.map(async (one, index) =>
        one.id === '' ? stack.up('instance', names[index] ?? '', args()) : one,
      ),
    );
    for (const machine of machines) await machine.update();
    expect(await stack.cloud.instances.list()).toHaveLength(2);
    expect(await holders()).toEqual(idsOf(machines));
    expect(await statuses()).toEqual(['running']);
  });

  it.each(moments)(
    'is attached by the next run when the gate was killed while a machine %s',
    async (_, moment) => {
      const fleet = await upAll(['one', 'two'], { awaitReady: false });
      const gate = stack.resource('ready', 'fleet', { instanceIds: fleet.map(({ id }) => id) });
      await kill(gate.create().catch(String), moment);
      for (const machine of fleet) {
        await machine.refresh();
        await machine.update();
      }
      await gate.create();
      expect(await holders()).toEqual(idsOf(fleet));
      expect(await statuses()).toEqual(['running']);
      for (const machine of fleet) expect(await machine.diff()).toMatchObject({ changes: false });
    },
  );

  it('is not attached by a gate that is updated without its machines, and the gate warns', async () => {
    const fleet = await upAll(['one', 'two'], { awaitReady: false });
    await stack.until(async () => (await statuses()).join() === 'running');
    stack.newProcess();
    const ready = { instanceIds: fleet.map(({ id }) => id) };
    const said = await warnedBy(() => stack.up('ready', 'fleet', ready));
    expect(said).toMatch(
      /^The shared volume shared-\w+ \(\S+\) is not attached to two-\w+, which this run leaves out/,
    );
    expect(await holders()).toHaveLength(1);
    stack.newProcess();
    for (const machine of fleet) await machine.update();
    expect(await holders()).toEqual(idsOf(fleet));
    expect(await warnedBy(() => stack.up('ready', 'fleet', ready))).toBe('');
  });

  it('is attached by a gate to an adopted machine only with allowShutdown', async () => {
    await stack.up('instance', 'one', args());
    const adoptId = await stack.cloud.instances.deploy({
      ...{ hostname: 'theirs', description: 'theirs', image: MACHINE.image },
      ...{ instance_type: MACHINE.instanceType, location_code: MACHINE.locationCode },
    });
    await stack.until(async () => (await stack.cloud.instances.get(adoptId)).status === 'running');
    const created = stack.resource('instance', 'two', args({ adoptId, awaitReady: false }));
    await expect(created.create()).rejects.toThrow('set allowShutdown: true');
    // Somebody may have started it after the check.
    stack.configure({ 'cloudCompute:planChecks': 'off' });
    stack.newProcess();
    const adopted = await stack.up('instance', 'two', args({ adoptId, awaitReady: false }));
    const gate = stack.resource('ready', 'fleet', { instanceIds: [adopted.id] });
    await expect(gate.create()).rejects.toThrow('Set allowShutdown: true');
    expect(await statuses()).toEqual(['running']);
    stack.newProcess();
    await expect(adopted.update()).rejects.toThrow('Set allowShutdown: true');
    await adopted.update(args({ adoptId, awaitReady: false, allowShutdown: true }));
    expect(await holders()).toHaveLength(2);
    expect(await statuses()).toEqual(['running']);
  });

  it('is attached by the next run after a failed attach, also without allowShutdown', async () => {
    await stack.up('instance', 'one', args());
    refuse('attach');
    const two = stack.resource('instance', 'two', args());
    await expect(two.create()).rejects.toThrow('403');
    stack.newProcess();
    await two.update();
    expect(await holders()).toHaveLength(2);
    expect(await statuses()).toEqual(['running']);
  });

  it('is attached again only with allowShutdown if somebody has detached it', async () => {
    await stack.up('instance', 'one', args());
    const two = await stack.up('instance', 'two', args({ awaitReady: false }));
    await stack.up('ready', 'fleet', { instanceIds: [two.id] });
    await stack.cloud.instances.perform({ action: 'force_shutdown', id: two.id });
    stack.emulator.clock.advance(60_000);
    await stack.cloud.volumes.perform({ action: 'detach', id: shared.id, instance_id: two.id });
    await stack.cloud.instances.perform({ action: 'start', id: two.id });
    stack.emulator.clock.advance(600_000);
    stack.newProcess();
    expect(await two.diff()).toMatchObject({ changes: false });
    await two.refresh();
    await expect(two.diff()).rejects.toThrow('Set allowShutdown: true');
    await two.update(args({ awaitReady: false, allowShutdown: true }));
    expect(await holders()).toHaveLength(2);
  });
});
