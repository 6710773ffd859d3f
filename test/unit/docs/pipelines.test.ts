// docs/gitops.md shows the files of examples/pipelines unchanged.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { readPage } from '../../../tools/src/docs/page';

const root = path.resolve(__dirname, '..', '..', '..');
const below = path.join('examples', 'pipelines');
const files = readdirSync(path.join(root, below), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => path.relative(root, path.join(parentPath, name)));
const shown = new Map(readPage('docs/gitops.md').blocks.map(({ file, text }) => [file, text]));

test.each(files)('the page shows %s', (file) => {
  const text = readFileSync(path.join(root, file), 'utf8');
  expect(shown.get(file)).toBe(text);
  expect(parse(text, { merge: true })).toEqual(expect.any(Object));
});

test('the page names no other file', () => {
  expect([...shown.keys()].filter((file) => file !== undefined).sort()).toEqual([...files].sort());
});
