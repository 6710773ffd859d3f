// The pipeline files of docs/gitops.md and of this repository, checked by actionlint and GitLab's schema.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { actionlint } from '../../../../tools/src/cache/actionlint';
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
  ['examples/pipelines/github', 3],
  ['.github/workflows', 2],
])('actionlint finds nothing in %s', async (name, count) => {
  const folder = path.join(root, name);
  const files = readdirSync(folder).map((file) => path.join(folder, file));
  expect(files).toHaveLength(count);
  expect(await check(...files)).toBe('');
});

test('the file for GitLab matches its schema', async () => {
  const file = path.join(root, 'examples', 'pipelines', 'gitlab', '.gitlab-ci.yml');
  expect(await gitlabPreview(file)).toContain('pulumi preview');
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
