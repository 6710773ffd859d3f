// docs/gitops.md shows the files of examples/pipelines unchanged, docs/expired.md those of examples/schedules.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { readPage } from '../../../tools/src/docs/page';

const root = path.resolve(__dirname, '..', '..', '..');

describe.each([
  ['docs/gitops.md', 'pipelines'],
  ['docs/expired.md', 'schedules'],
])('%s', (page, folder) => {
  const below = path.join('examples', folder);
  const files = readdirSync(path.join(root, below), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)));
  const shown = new Map(readPage(page).blocks.map(({ file, text }) => [file, text]));

  test.each(files)('the page shows %s', (file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    expect(shown.get(file)).toBe(text);
    if (/\.ya?ml$/.test(file)) expect(parse(text, { merge: true })).toEqual(expect.any(Object));
  });

  test('the page names no other file', () => {
    expect([...shown.keys()].filter((file) => file !== undefined).sort()).toEqual([...files].sort());
  });
});
