import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { intentLogIn } from '../../../../core/orphans/intentLog';

describe('the intent log', () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-home-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('shows the next run on this machine that orders of an owner were under way', () => {
    intentLogIn({ PULUMI_HOME: home }).addOrder('mine', 'first');
    const next = intentLogIn({ PULUMI_HOME: home });
    expect(next.isOpen('mine')).toBe(true);
    expect(next.isOpen('theirs')).toBe(false);
  });

  const onUnix = process.platform === 'win32' ? it.skip : it;
  onUnix.each([undefined, 0o755])('cannot be read by other users (folder before: %o)', async (before) => {
    const folder = path.join(home, 'cloud-compute');
    if (before !== undefined) await mkdir(folder, { mode: before });
    intentLogIn({ PULUMI_HOME: home }).addOrder('mine', 'first');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('is open until the engine has the answer of each order', () => {
    const log = intentLogIn({ PULUMI_HOME: home });
    log.addOrder('mine', 'first');
    log.addOrder('mine', 'second');
    log.removeOrder('mine', 'first');
    const next = intentLogIn({ PULUMI_HOME: home });
    expect(next.orders('mine')).toEqual([{ resource: 'second', at: expect.any(Number) as unknown }]);
    expect(next.isOpen('mine')).toBe(true);
    log.removeOrder('mine', 'second');
    expect(next.isOpen('mine')).toBe(false);
  });

  it('keeps the note of a POST for thirty days', async () => {
    const log = intentLogIn({ PULUMI_HOME: home });
    log.addPost('mine.first.5', 'urn');
    log.answerPost('mine.second.6', 'vol_1');
    const folder = path.join(home, 'cloud-compute');
    const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);
    for (const name of await readdir(folder)) await utimes(path.join(folder, name), days(29), days(29));
    log.removeOldPosts();
    expect([log.posts.isOpen('mine.first.5'), log.posts.idOf('mine.second.6')]).toEqual([true, 'vol_1']);
    expect([log.lastPostAt('mine', 'second'), log.lastPostAt('mine', 'third')]).toEqual([6, 0]);
    for (const name of await readdir(folder)) await utimes(path.join(folder, name), days(31), days(31));
    log.removeOldPosts();
    expect([log.posts.isOpen('mine.first.5'), log.posts.idOf('mine.second.6')]).toEqual([false, undefined]);
  });

  it('shows which other process wrote a note and still runs', () => {
    const log = intentLogIn({ PULUMI_HOME: home });
    const noted = (order: string) => [log.otherProcessOf('mine', order), log.isInterrupted('mine', order)];
    log.addOrder('mine', 'first');
    expect(noted('first')).toEqual([undefined, false]);
    expect(noted('second')).toEqual([undefined, false]);
    intentLogIn({ PULUMI_HOME: home }, process.ppid).addOrder('mine', 'first');
    expect(noted('first')).toEqual([process.ppid, false]);
    const { pid } = spawnSync(process.execPath, ['--version']);
    intentLogIn({ PULUMI_HOME: home }, pid).addOrder('mine', 'first');
    expect(noted('first')).toEqual([undefined, true]);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('knows that a process has ended although its parent has not noticed it', async () => {
    // The child ends when its parent is a program that does not wait for the shell's children.
    const child = `sh -c 'until [ "$(cat /proc/$PPID/comm)" = sleep ]; do :; done'`;
    const parent = spawn('sh', ['-c', `${child} & echo $!; exec sleep 60`]);
    try {
      const [line] = (await once(parent.stdout, 'data')) as [Buffer];
      const id = Number(line.toString());
      intentLogIn({ PULUMI_HOME: home }, id).addOrder('mine', 'first');
      while (!(await readFile(`/proc/${String(id)}/stat`, 'utf8')).includes(') Z ')) await setImmediate();
      expect(intentLogIn({ PULUMI_HOME: home }).isInterrupted('mine', 'first')).toBe(true);
    } finally {
      parent.kill();
    }
  });

  onLinux('knows that another process has the id of a process that has ended', async () => {
    const other = spawn('sleep', ['60']);
    try {
      await once(other, 'spawn');
      intentLogIn({ PULUMI_HOME: home }, other.pid).addOrder('mine', 'first');
      const log = intentLogIn({ PULUMI_HOME: home });
      expect(log.otherProcessOf('mine', 'first')).toBe(other.pid);
      const [name = ''] = await readdir(path.join(home, 'cloud-compute'));
      const file = path.join(home, 'cloud-compute', name);
      await writeFile(file, (await readFile(file, 'utf8')).replace(/\d+$/, '1'));
      expect(log.isInterrupted('mine', 'first')).toBe(true);
    } finally {
      other.kill();
    }
  });

  it('ignores what is no note of an update', async () => {
    const folder = path.join(home, 'cloud-compute');
    await mkdir(folder);
    const { pid } = spawnSync(process.execPath, ['--version']);
    const contents = [
      '{"update":null}',
      '{"update":{"mark":"a","inputs":1,"changed":[],"addedParts":{}}}',
      '{"update":{"mark":"a","inputs":"b","changed":[],"addedParts":{"tags":2}}}',
      '{"update":{"mark":"a","inputs":"b","changed":[],"addedParts":{}},"stopped":1}',
      'null',
      '{',
    ];
    const log = intentLogIn({ PULUMI_HOME: home });
    log.addUpdate('thing', { mark: 'a', inputs: 'b', changed: ['name'], addedParts: {} });
    const [name = ''] = await readdir(folder);
    for (const content of contents) {
      await writeFile(path.join(folder, name), `${os.hostname()} ${String(pid)}\n${content}`);
      expect(log.interruptedUpdate('thing')).toBeUndefined();
    }
    await writeFile(path.join(folder, 'mine.restore.%zz'), '');
    expect(log.restoresOf('mine')).toEqual([]);
  });

  it('holds what ended processes have left off, until it is removed or the machine runs', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const [killed, log] = [intentLogIn({ PULUMI_HOME: home }, pid), intentLogIn({ PULUMI_HOME: home })];
    const update = { mark: 'a', inputs: 'b', changed: ['name'], addedParts: { tags: ['team'] } };
    killed.addUpdate('disk', update);
    killed.addStop('disk', 'first');
    killed.addStop('disk', 'second');
    expect(log.interruptedUpdate('disk')).toMatchObject(update);
    // A machine that runs again leaves the rest of the note as it is.
    log.removeStops('first');
    expect([log.leftOffAt('first'), log.leftOffAt('second')]).toEqual([undefined, expect.any(Number)]);
    expect(log.interruptedUpdate('disk')).toMatchObject(update);
    // This process begins an update, and shuts another machine down.
    log.addUpdate('disk', update);
    log.addStop('disk', 'third');
    expect(log.interruptedUpdate('disk')).toBeUndefined();
    expect([log.leftOffAt('second'), log.leftOffAt('third')]).toEqual([expect.any(Number), undefined]);
    log.endUpdate('disk');
    expect(log.leftOffAt('second')).toEqual(expect.any(Number));
    log.removeStops('second');
    expect(log.leftOffAt('second')).toBeUndefined();
  });

  it('is removed when everything is in state', async () => {
    const log = intentLogIn({ HOME: home });
    log.addOrder('mine', 'first');
    expect(await readdir(path.join(home, '.pulumi', 'cloud-compute'))).toEqual(['mine.order.first']);
    log.removeOrders('mine');
    log.removeOrders('mine');
    expect(log.isOpen('mine')).toBe(false);
    expect(await readdir(path.join(home, '.pulumi', 'cloud-compute'))).toEqual([]);
  });

  it('names the volumes whose restore was interrupted, whatever their ids look like', () => {
    const log = intentLogIn({ PULUMI_HOME: home });
    log.addRestore('mine', 'disk');
    log.addRestore('mine', '../../other');
    log.addRestore('theirs', 'archive');
    log.removeRestore('mine', 'disk');
    log.removeOrders('mine');
    expect(intentLogIn({ PULUMI_HOME: home }).restoresOf('mine')).toEqual(['../../other']);
  });

  it('records things in the state of the native plugin until they are gone', () => {
    const log = intentLogIn({ PULUMI_HOME: home });
    log.addSaved('first');
    log.addSaved('instance/first/key');
    expect(['first', 'instance/first/key', 'other'].map((id) => log.isSaved(id))).toEqual([
      true,
      true,
      false,
    ]);
    log.removeSaved('first');
    expect(['first', 'instance/first/key'].map((id) => log.isSaved(id))).toEqual([false, true]);
  });

  it('does not stop a run if it cannot be written', async () => {
    await writeFile(path.join(home, 'file'), '');
    for (const nowhere of [intentLogIn({}), intentLogIn({ PULUMI_HOME: path.join(home, 'file') })]) {
      nowhere.addOrder('mine', 'first');
      expect(nowhere.isOpen('mine')).toBe(false);
      nowhere.removeOrders('mine');
    }
  });

  it.each([
    ['HOME', { HOME: '' }],
    ['PULUMI_HOME', { PULUMI_HOME: '' }],
    ['both', { HOME: '', PULUMI_HOME: '' }],
  ])('writes nothing into the working directory while %s is empty', async (_, environment) => {
    const before = process.cwd();
    process.chdir(home);
    try {
      intentLogIn(environment).addOrder('mine', 'first');
      expect(await readdir(home)).toEqual([]);
    } finally {
      process.chdir(before);
    }
  });

  it('is in the default folder of Pulumi if PULUMI_HOME is empty', async () => {
    intentLogIn({ PULUMI_HOME: '', HOME: home }).addOrder('mine', 'first');
    expect(await readdir(path.join(home, '.pulumi', 'cloud-compute'))).toEqual(['mine.order.first']);
  });
});
