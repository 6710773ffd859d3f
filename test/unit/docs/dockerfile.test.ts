// No test builds the image, because some machines have no Docker. The tests check the names in its file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import emulator from '../../../emulator/package.json';
import manifest from '../../../package.json';

const root = path.resolve(__dirname, '..', '..', '..');
const read = (...file: string[]) => readFileSync(path.join(root, ...file), 'utf8');
const instructions = read('emulator', 'Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => /^(\S+) (.*)$/.exec(line)?.slice(1) ?? [line]);
const all = (name: string) => instructions.filter(([one]) => one === name).map(([, rest = '']) => rest);

test('the image gets the repository without its build output, and the package that the first stage packs', () => {
  expect(all('COPY')).toEqual(['. .', '--from=build /package/*.tgz /tmp/']);
  expect(all('RUN')[0]).toContain('--pack-destination /package');
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.git', '**/dist', '**/node_modules', '**/*.tsbuildinfo']),
  );
});

test('the first stage packs a workspace that exists, on a Node.js that both packages accept', () => {
  const [, workspace = ''] = /--workspace (\S+)/.exec(all('RUN')[0] ?? '') ?? [];
  expect(manifest.workspaces).toContain(workspace);
  for (const image of all('FROM')) expect(image).toMatch(/^node:24-slim( AS build)?$/);
});

test('the image starts the command of the package', () => {
  const [command] = JSON.parse(all('ENTRYPOINT')[0] ?? '[]') as string[];
  expect(Object.keys(emulator.bin)).toEqual([command]);
});
