// test/README.md names each test of test/provider once.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const folder = path.resolve(__dirname, '..', '..');

test('the table of promises names each file once', () => {
  const named = [...readFileSync(path.join(folder, 'README.md'), 'utf8').matchAll(/\| `([^`]*)` +\|$/gm)];
  const files = readdirSync(path.join(folder, 'provider'), { recursive: true }).map(String);
  const tests = files
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.test\.ts$/.test(file));
  expect(named.map(([, file]) => file).sort()).toEqual(tests.sort());
});
