import fs, {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { startEmulator } from 'cloud-compute-emulator';
import { Contract } from '../../../tools/src/contract/document';
import { acceptedSteps } from '../../../tools/src/contract/sendSteps';
import { ReplyCheck } from '../../../tools/src/contract/replyCheck';
import { stepsOf } from '../../../tools/src/contract/steps';
import { Visitor } from '../../../tools/src/contract/visitor';
import { disk, longEnough } from '../support/caller';
import { signIn, useFolder } from './folder';

describe('the log beside a snapshot', () => {
  const folder = useFolder();

  test('contains the effects of a request before its reply is sent, and the snapshot is always complete', async () => {
    const owner = await signIn(await folder.start());
    await owner.volume({ name: 'kept' });
    expect(readFileSync(`${folder.file}.log`, 'utf8')).toContain('kept');
    expect(() => JSON.parse(readFileSync(folder.file, 'utf8')) as unknown).not.toThrow();
  });

  test('keeps the effects of every operation of the API', async () => {
    const first = await folder.start({ control: true, rateLimits: false });
    first.clock.freeze();
    const contract = Contract.read();
    const visitor = new Visitor(first.url, contract, new ReplyCheck(contract));
    expect(await acceptedSteps(visitor)).toBe(stepsOf(contract).length);
    const second = await folder.startFromCopy();
    expect(second.control.state()).toEqual(first.control.state());
  });

  test('keeps changes by the time after a reply has shown them', async () => {
    const first = await folder.start();
    first.clock.freeze();
    const owner = await signIn(first);
    const id = await owner.instance();
    first.clock.advance(longEnough * 1000);
    const shown = await owner.readInstance(id);
    const second = await folder.startFromCopy();
    expect(second.control.state().tables['instances']).toMatchObject([{ status: 'running', ip: shown.ip }]);
    expect(second.clock.now()).toBe(first.clock.now());
  });

  test('keeps settings of the control API', async () => {
    const first = await folder.start({ control: true });
    const owner = await signIn(first);
    await owner.put('/_emulator/clock', { frozen: true, advanceSeconds: 3600 });
    await owner.put('/_emulator/balance', { project: 'emulator', amount: 5 });
    const second = await folder.startFromCopy();
    expect(second.clock.read()).toEqual(first.clock.read());
    expect(second.control.balance.get('emulator')).toBe(5);
  });

  test('keeps an emptied cloud empty', async () => {
    const first = await folder.start({ control: true });
    const owner = await signIn(first);
    await owner.volume();
    await owner.post('/_emulator/reset');
    const second = await folder.startFromCopy();
    expect(second.control.state().tables).toMatchObject({ volumes: [], events: [], tokens: [] });
  });

  test('is merged into the snapshot when it grows long', async () => {
    const owner = await signIn(await folder.start({ rateLimits: false }));
    const log = `${folder.file}.log`;
    const script = { name: 'large', script: 'x'.repeat(500_000) };
    await owner.post('/v1/scripts', script);
    const long = statSync(log).size;
    await owner.post('/v1/scripts', script);
    await owner.post('/v1/scripts', script);
    await owner.volume({ name: 'last' });
    expect(statSync(log).size).toBeLessThan(long);
    const copy = await folder.startFromCopy();
    expect(copy.control.state().tables).toMatchObject({ scripts: [{}, {}, {}], volumes: [{ name: 'last' }] });
  });

  test('may end in the middle of a line, whose request was never answered', async () => {
    const owner = await signIn(await folder.start());
    await owner.volume({ name: 'answered' });
    appendFileSync(`${folder.file}.log`, '{"clock":{"now":1');
    const second = await folder.startFromCopy();
    expect(second.control.state().tables['volumes']).toMatchObject([{ name: 'answered' }]);
  });

  test('is ignored if the snapshot is newer, because the emulator was killed between the two writes', async () => {
    const first = await folder.start();
    const owner = await signIn(first);
    await owner.volume({ name: 'kept' });
    const log = readFileSync(`${folder.file}.log`);
    await first.close();
    writeFileSync(`${folder.file}.log`, log);
    const second = await folder.start();
    expect(second.control.state().tables['volumes']).toMatchObject([{ name: 'kept' }]);
  });

  test('is refused with the number of a damaged line', async () => {
    const first = await folder.start();
    const log = `${folder.file}.log`;
    writeFileSync(log, `${readFileSync(log, 'utf8')}nonsense\n{}\n`);
    await expect(folder.startFromCopy()).rejects.toThrow(
      /cloud\.json\.log is damaged \(line 2: Unexpected token/,
    );
    await first.close();
  });

  test('is refused if a line is not a record', async () => {
    const first = await folder.start();
    appendFileSync(`${folder.file}.log`, '{"clock":{"now":"noon","scale":1,"frozen":false},"drawn":3}\n');
    await expect(folder.startFromCopy()).rejects.toThrow(/\(line 2: clock\.now has to be of type number\)/);
    await first.close();
  });

  test('is refused without its snapshot, and with an older snapshot', async () => {
    const first = await folder.start();
    await signIn(first);
    const [old, log] = [readFileSync(folder.file), readFileSync(`${folder.file}.log`, 'utf8')];
    await first.close();
    rmSync(folder.file);
    writeFileSync(`${folder.file}.log`, log);
    await expect(folder.start()).rejects.toThrow(
      /is missing, but its log \S+ is there\. Put the snapshot back/,
    );
    expect(readFileSync(`${folder.file}.log`, 'utf8')).toBe(log);
    writeFileSync(folder.file, old);
    writeFileSync(`${folder.file}.log`, log.replace(/"generation":\d+/, '"generation":99'));
    await expect(folder.start()).rejects.toThrow(/is older than its log/);
  });

  test('causes the status 500 while it cannot be written, and is complete afterwards', async () => {
    const owner = await signIn(await folder.start());
    const full = jest.spyOn(fs, 'writeSync').mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    });
    const whole = jest.spyOn(fs, 'writeFileSync').mockImplementation(() => {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    });
    try {
      expect(await owner.post('/v1/volumes', disk({ name: 'unsure' }))).toMatchObject({
        status: 500,
        body: {
          code: 'server_error',
          message:
            'The snapshot of the cloud could not be written: check the free space and the permissions of its folder. What the request asked for may have taken effect.',
        },
      });
      expect((await owner.get('/v1/volumes')).status).toBe(500);
    } finally {
      full.mockRestore();
      whole.mockRestore();
    }
    await owner.volume({ name: 'sure' });
    expect((await folder.startFromCopy()).control.state().tables['volumes']).toMatchObject([
      { name: 'unsure' },
      { name: 'sure' },
    ]);
  });
});

describe('the files of a snapshot', () => {
  const folder = useFolder();

  test('can be read only by their owner, and only the snapshot remains in the end', async () => {
    writeFileSync(`${folder.file}.tmp`, 'left by a killed emulator', { mode: 0o644 });
    const emulator = await folder.start();
    await signIn(emulator);
    const names = readdirSync(folder.path);
    expect(names.sort()).toEqual(['cloud.json', 'cloud.json.lock', 'cloud.json.log']);
    expect(names.map((name) => statSync(join(folder.path, name)).mode & 0o777)).toEqual([
      0o600, 0o600, 0o600,
    ]);
    await emulator.close();
    expect(readdirSync(folder.path)).toEqual(['cloud.json']);
  });

  test.each([true, false])(
    'are beside the target of a symbolic link, which exists already: %p',
    async (exists) => {
      if (exists) await (await folder.start()).close();
      const link = join(folder.path, 'link.json');
      symlinkSync('cloud.json', link);
      const emulator = await folder.start({ snapshot: link });
      await (await signIn(emulator)).volume({ name: 'linked' });
      await expect(startEmulator({ snapshot: folder.file })).rejects.toThrow(/in use by another emulator/);
      await emulator.close();
      expect(fs.lstatSync(link).isSymbolicLink()).toBe(true);
      expect(readdirSync(folder.path).sort()).toEqual(['cloud.json', 'link.json']);
      const again = await folder.start();
      expect(again.control.state().tables['volumes']).toMatchObject([{ name: 'linked' }]);
    },
  );
});
