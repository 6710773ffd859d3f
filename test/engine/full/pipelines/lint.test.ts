// The workflow files of docs/gitops.md and of this repository, checked by actionlint.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { actionlint } from '../../../../tools/src/cache/actionlint';

// The first run builds the tool.
jest.setTimeout(600_000);

const root = path.resolve(__dirname, '..', '..', '..', '..');
// GitHub supports this key since May 2026, after the release of this version of actionlint.
const NEWER = 'unexpected key "queue" for "concurrency" section';

const check = async (...files: string[]): Promise<string> =>
  execFileSync(await actionlint(), ['-no-color', '-ignore', NEWER, ...files], { encoding: 'utf8' });

test.each([
  ['examples/pipelines/github', 3],
  ['.github/workflows', 2],
])('actionlint finds nothing in %s', async (name, count) => {
  const folder = path.join(root, name);
  const files = readdirSync(folder).map((file) => path.join(folder, file));
  expect(files).toHaveLength(count);
  expect(await check(...files)).toBe('');
});

test('actionlint finds a mistake in a changed file', async () => {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-lint-'));
  try {
    const file = path.join(temporary, 'wrong.yml');
    writeFileSync(file, 'on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: a, iff: b }] } }\n');
    await expect(check(file)).rejects.toThrow();
  } finally {
    rmSync(temporary, { recursive: true });
  }
});
