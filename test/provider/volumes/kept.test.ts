// The input `keep` of each created volume decides whether it stays when its machine is deleted.
import { UNKNOWN } from '../../../provider/schema/unknown';
import { info } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  osVolume: { name: 'boot', size: 50 },
  volumes: [
    { name: 'scratch', size: 100, type: 'NVMe' },
    { name: 'results', size: 200, type: 'NVMe' },
  ],
};
const [SCRATCH, RESULTS] = MACHINE.volumes;
/** Keeps the operating-system volume, and removes the data volumes. */
const KEEPS_OS = { ...MACHINE, osVolume: { ...MACHINE.osVolume, keep: true } };
/** Keeps one data volume, and removes the other and the operating-system volume. */
const KEEPS_RESULTS = { ...MACHINE, volumes: [SCRATCH, { ...RESULTS, keep: true }] };

describe('the volumes of a machine', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await stack.stop();
  });

  const left = async () =>
    (await stack.cloud.volumes.list()).map(({ name, status }) => `${name} ${status}`).sort();
  const trash = async () => (await stack.cloud.volumes.trash()).map(({ name }) => name).sort();

  it.each([
    ['the operating-system volume', KEEPS_OS, ['boot detached'], ['results', 'scratch']],
    ['one data volume', KEEPS_RESULTS, ['results detached'], ['boot', 'scratch']],
    [
      'all but one',
      { ...MACHINE, keepVolumes: true, volumes: [{ ...SCRATCH, keep: false }, RESULTS] },
      ['boot detached', 'results detached'],
      ['scratch'],
    ],
  ])('are kept as each `keep` says: %s', async (_what, args, kept, removed) => {
    const machine = await stack.up('instance', 'trainer', args);
    expect(await machine.diff()).toMatchObject({ changes: false });
    expect(await machine.refresh()).toBe(true);
    expect(await machine.diff()).toMatchObject({ changes: false });
    jest.mocked(info).mockClear();
    await machine.delete();
    expect(await left()).toEqual(kept);
    expect(await trash()).toEqual(removed);
    const named = jest
      .mocked(info)
      .mock.calls.map(([, message]) => /^The volume (\w+) \(.*is kept/.exec(message)?.[1]);
    expect(named.map((name) => `${name ?? ''} detached`).sort()).toEqual(kept);
  });

  it('are named when a machine hibernates, and in the preview of its replacement', async () => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, hibernate: true });
    const wanted = { ...MACHINE, hibernate: true, image: 'ubuntu-22.04' };
    const preview = await warnedBy(() => machine.diff(wanted));
    for (const { id, name, size } of await stack.cloud.volumes.list())
      expect(preview).toContain(`The volume ${name} (${id}, ${String(size)} GB) stays. It costs `);
    stack.newProcess();
    jest.mocked(info).mockClear();
    await machine.delete();
    const named = jest
      .mocked(info)
      .mock.calls.map(([, message]) => /^The volume (\w+) \(/.exec(message)?.[1]);
    expect(named.sort()).toEqual(['boot', 'results', 'scratch']);
  });

  it('are kept when several machines are deleted in one request', async () => {
    const machines = [
      await stack.up('instance', 'one', KEEPS_OS),
      await stack.up('instance', 'two', { ...KEEPS_RESULTS, hostname: 'other' }),
    ];
    stack.newProcess();
    const before = stack.emulator.control.requests.counts()['performInstanceAction'] ?? 0;
    await Promise.all(machines.map((machine) => machine.delete()));
    expect((stack.emulator.control.requests.counts()['performInstanceAction'] ?? 0) - before).toBe(1);
    expect(await left()).toEqual(['boot detached', 'results detached']);
    expect(await trash()).toEqual(['boot', 'results', 'scratch', 'scratch']);
  });

  it('are kept if the machine is already gone', async () => {
    const unseen = await stack.up('instance', 'trainer', KEEPS_RESULTS);
    await stack.clock.sleep(60_000);
    stack.newProcess();
    await stack.cloud.instances.perform({ action: 'delete', id: unseen.id, volume_ids: [] });
    await stack.until(async () => (await stack.cloud.instances.list()).length === 0);
    await unseen.delete();
    expect(await left()).toEqual(['results detached']);
    expect(await trash()).toEqual(['boot', 'scratch']);
  });

  it('are kept by the inputs of the program that replaces the machine', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const warned = await warnedBy(() => machine.diff({ ...KEEPS_RESULTS, image: 'ubuntu-22.04' }));
    expect(warned).toContain(
      'Replacing it deletes data: the storage boot (50 GB), scratch (100 GB) is moved',
    );
    expect(warned).toMatch(/The volume results \(\S+, 200 GB\) stays\. It costs .* an hour\. Adopt it/);
    await machine.delete();
    expect(await left()).toEqual(['results detached']);
  });

  it('are kept by the last known inputs while the new list is unknown', async () => {
    const machine = await stack.up('instance', 'trainer', KEEPS_RESULTS);
    await machine.diff({ ...MACHINE, image: 'ubuntu-22.04', osVolume: undefined, volumes: UNKNOWN });
    await machine.delete();
    expect(await left()).toEqual(['results detached']);
  });

  it('are changed in state without a stop of the machine if only `keep` changes', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await machine.update(KEEPS_RESULTS);
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('running');
    expect(machine.outputs['volumes']).toEqual(KEEPS_RESULTS.volumes);
    await machine.delete();
    expect(await left()).toEqual(['results detached']);
  });

  it('are kept if a volume with `keep` was renamed outside, because it cannot be identified', async () => {
    const machine = await stack.up('instance', 'trainer', KEEPS_RESULTS);
    const results = (await stack.cloud.volumes.list()).find(({ name }) => name === 'results');
    await stack.cloud.volumes.perform({ action: 'rename', id: results?.id ?? '', name: 'weights' });
    stack.newProcess();
    await machine.delete();
    expect(await left()).toEqual(['weights detached']);
  });

  it('are named in a warning when the machine leaves the program', async () => {
    const machine = await stack.up('instance', 'trainer', KEEPS_OS);
    stack.newProcess();
    await stack.resource('volume', 'other', { size: 10, type: 'NVMe', locationCode: 'FIN-01' }).problems();
    const warned = await warnedBy(() => machine.delete());
    expect(warned).toContain('deletes data: the storage scratch (100 GB), results (200 GB) is moved');
  });

  it('are named in a warning when a change in place replaces the machine, as `replaceOnChanges` of a plugin does', async () => {
    const machine = await stack.up('instance', 'trainer', KEEPS_OS);
    stack.newProcess();
    await machine.problems({ ...KEEPS_OS, tags: { team: 'ml' } });
    expect(await machine.diff({ ...KEEPS_OS, tags: { team: 'ml' } })).toMatchObject({ replaces: [] });
    const warned = await warnedBy(() => machine.delete());
    expect(warned).toContain('deletes data: the storage scratch (100 GB), results (200 GB) is moved');
  });

  it('are named once when a change replaces the machine', async () => {
    const machine = await stack.up('instance', 'trainer', KEEPS_OS);
    stack.newProcess();
    const wanted = { ...KEEPS_OS, image: 'ubuntu-22.04' };
    await machine.problems(wanted);
    const warned = await warnedBy(async () => {
      await machine.diff(wanted);
      await machine.delete();
    });
    expect(warned.match(/deletes data/g)).toHaveLength(1);
  });

  it.each([
    [{ hibernate: true, osVolume: { keep: false } }, /osVolume\.keep contradicts hibernate/],
    [
      { hibernate: true, volumes: [{ ...SCRATCH, keep: false }] },
      /volumes\[0\]\.keep contradicts hibernate: a hibernated machine keeps all its volumes/,
    ],
  ])('cannot be removed from a machine that hibernates: %j', async (args, reason) => {
    const problems = await stack.resource('instance', 'trainer', { ...MACHINE, ...args }).problems();
    expect(problems).toEqual([expect.stringMatching(reason)]);
  });

  it('may be kept while others are deleted permanently', async () => {
    const args = { ...KEEPS_RESULTS, deletePermanently: true };
    const machine = await stack.up('instance', 'trainer', args);
    await machine.delete();
    expect(await left()).toEqual(['results detached']);
    expect(await trash()).toEqual([]);
    const others = { ...MACHINE, keepVolumes: true, volumes: [{ ...SCRATCH, keep: false }] };
    expect(
      await stack.resource('instance', 'other', { ...others, deletePermanently: true }).problems(),
    ).toEqual([]);
  });
});
