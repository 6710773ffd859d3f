// The pipeline files of docs/gitops.md and of this repository, checked by actionlint and GitLab's schema.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { actionlint } from '../../../../tools/src/cache/actionlint';
import { ensurePulumi } from '../../../../tools/src/pulumi';
import { requiredExecutables } from '../../../../tools/src/pulumiCli/executables';
import { gitlabPreview } from '../../support/pipelines/gitlabPreview';
import { outputOf } from '../../support/texts/commandOutput';

// The first run installs the tools.
jest.setTimeout(600_000);

const root = path.resolve(__dirname, '..', '..', '..', '..');
// GitHub supports this key since May 2026, after the release of this version of actionlint.
const NEWER = 'unexpected key "queue" for "concurrency" section';

const check = async (...files: string[]): Promise<string> =>
  outputOf(await actionlint(), ['-no-color', '-ignore', NEWER, ...files], {});

test.each([
  ['examples/pipelines/github', 4],
  ['examples/pipelines/oidc', 1],
  ['.github/workflows', 2],
])('actionlint finds nothing in %s', async (name, count) => {
  const folder = path.join(root, name);
  const files = readdirSync(folder)
    .filter((file) => !file.startsWith('.'))
    .map((file) => path.join(folder, file));
  expect(files).toHaveLength(count);
  expect(await check(...files)).toBe('');
});

test.each([
  ['gitlab', 'pulumi preview'],
  ['oidc', 'pulumi login'],
])('the file for GitLab in examples/pipelines/%s matches its schema', async (folder, command) => {
  const file = path.join(root, 'examples', 'pipelines', folder, '.gitlab-ci.yml');
  expect(await gitlabPreview(file)).toContain(command);
});

test('the CLI knows each flag of the login with a token of GitLab', async () => {
  const file = readFileSync(path.join(root, 'examples', 'pipelines', 'oidc', '.gitlab-ci.yml'), 'utf8');
  const flags = /pulumi login (.*)/.exec(file)?.[1]?.match(/--[a-z-]+/g) ?? [];
  expect(flags).toHaveLength(4);
  const { cli } = requiredExecutables();
  const help = await outputOf(path.join(await ensurePulumi(), cli), ['login', '--help'], {});
  expect(flags.filter((flag) => !help.includes(`${flag} `))).toEqual([]);
});

test.each([
  [
    'actionlint',
    'on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: a, iff: b }] } }\n',
    check,
    /iff/,
  ],
  ['GitLab', 'a:\n  script: [b]\n  resource_groups: c\n', gitlabPreview, /resource_groups/],
])('%s finds a mistake in a changed file', async (_name, text, find, message) => {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-lint-'));
  try {
    const file = path.join(temporary, 'wrong.yml');
    writeFileSync(file, text);
    await expect(find(file)).rejects.toThrow(message);
  } finally {
    rmSync(temporary, { recursive: true });
  }
});
