// The programs and commands of the guides are run unchanged.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { longEnough, useCloud } from '../support/caller';
import { readPage } from '../../../tools/src/docs/page';
import { faultDefinition } from '../../../emulator/src/faults/definition';

const root = path.resolve(__dirname, '..', '..', '..');
const guide = (name: string) => readFile(path.join(root, 'docs', name), 'utf8');

describe('docs/testing.md', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-guide-'));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
    await writeFile(path.join(folder, 'package.json'), '{ "name": "program", "main": "index.js" }');
    for (const [, name = '', text = ''] of (await guide('testing.md')).matchAll(
      /```js (\S+)\n([\s\S]*?)```/g,
    )) {
      await writeFile(path.join(folder, name), text);
    }
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const withoutRunner = () => rewrite('index.test.js', "const test = require('node:test');\n", '');
  const rewrite = async (name: string, old: string, text: string) => {
    const file = path.join(folder, name);
    await writeFile(file, (await readFile(file, 'utf8')).replace(old, text));
  };

  const commands = readPage('docs/testing.md').codes.filter((code) => /^(node|npx) .*index/.test(code));

  test('names four runners', () => {
    expect(commands).toHaveLength(4);
  });

  test.each(commands)(
    'has a unit test that passes with `%s`, and fails for a different program',
    async (command) => {
      const run = () =>
        promisify(execFile)('bash', ['-c', command], { cwd: folder, env: environmentOfAUser() });
      if (!command.startsWith('node ')) await withoutRunner();
      await rewrite('index.js', "team: 'other'", "team: 'ml'");
      await run();
      await rewrite('index.js', "team: 'ml'", "team: 'other'");
      await expect(run()).rejects.toMatchObject({ code: 1 });
    },
    240_000,
  );
});

/** The environment without the variables by which a test runner detects another test runner. */
function environmentOfAUser(): NodeJS.ProcessEnv {
  const { JEST_WORKER_ID: _worker, NODE_ENV: _environment, ...env } = process.env;
  return env;
}

describe('docs/actions.md', () => {
  const cloud = useCloud();
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-guide-'));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
    const [, name = '', text = ''] = /```js (\S+)\n([\s\S]*?)```/.exec(await guide('actions.md')) ?? [];
    await writeFile(path.join(folder, name), text);
    cloud.emulator.control.clients.add({ id: 'other', secret: 'other' });
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['actions.js', ...args], {
      cwd: folder,
      env: {
        ...process.env,
        CLOUD_COMPUTE_BASE_URL: cloud.emulator.url,
        CLOUD_COMPUTE_CLIENT_ID: 'emulator',
        CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
      },
    });

  test('shows a script that exports a volume', async () => {
    const id = await cloud.owner.volume();
    cloud.pass(longEnough);
    await run('export-volume', id);
    cloud.pass(longEnough);
    expect((await cloud.owner.get(`/v1/volumes/${id}`)).body).toMatchObject({ status: 'exported' });
  });

  test('shows a script that transfers a volume and an instance to another project', async () => {
    const [volume, instance] = [await cloud.owner.volume(), await cloud.owner.instance()];
    cloud.pass(longEnough);
    await run('transfer-volume', volume, 'other');
    await run('transfer-instance', instance, 'other');
    const other = await cloud.caller('other', 'other');
    expect((await other.get(`/v1/volumes/${volume}`)).status).toBe(200);
    expect((await other.get(`/v1/instances/${instance}`)).status).toBe(200);
  });

  test('shows a script that fails with an error message', async () => {
    await expect(run('transfer-volume', 'nothing', 'other')).rejects.toMatchObject({
      stderr: expect.stringMatching(/^PUT \/v1\/volumes was answered with 4\d\d .*\n$/) as string,
    });
  });
});

describe('docs/emulator.md', () => {
  test('shows valid faults', async () => {
    const faults = [...(await guide('emulator.md')).matchAll(/`(\{"kind".*?\})`/g)].map(([, text = '']) =>
      faultDefinition(JSON.parse(text)),
    );
    expect(new Set(faults.map(({ kind }) => kind)).size).toBeGreaterThan(7);
  });

  test('emulator/README.md shows valid faults', () => {
    const { blocks } = readPage('emulator/README.md');
    const [block] = blocks.filter(({ language }) => language === 'json');
    const faults = JSON.parse(block?.text ?? '[]') as unknown[];
    expect(faults.map((fault) => faultDefinition(fault).kind)).toEqual(['reset', 'status', 'stuck']);
  });
});

describe('the curl commands of docs/emulator.md', () => {
  const cloud = useCloud();

  test('show every call of the control API', async () => {
    const calls = (await guide('emulator.md')).matchAll(/^curl (?:-N )? *(?:-X (\w+) +)?\$E(\/\S+)/gm);
    const shown = new Set(
      Array.from(
        calls,
        ([, method = 'GET', route = '']) =>
          `${method} /_emulator${route.replace(/\/(fault-1|emulator|ci)$/, '/:name')}`,
      ),
    );
    const { body: routes } = await cloud.owner.get<{ method: string; path: string }[]>('/_emulator');
    const offered = routes.map(({ method, path: route }) => `${method} ${route.replace(/:\w+$/, ':name')}`);
    expect([...shown].sort()).toEqual(offered.sort());
  });
});

describe('docs/api-readings.md', () => {
  test('names an existing test for every reading', async () => {
    const rows = (await guide('api-readings.md')).match(/^\| (?!Subject|-).*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) {
      const [, file = '', title = row] = /\| `([\w/]+)`: (.*?) *\|$/.exec(row) ?? [];
      expect(await readFile(path.join(root, 'test', `${file}.test.ts`), 'utf8')).toContain(`'${title}'`);
    }
  });
});
