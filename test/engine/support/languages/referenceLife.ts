// The programs of the reference for the native plugin: all of a language in one stack.
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readPage } from '../../../../tools/src/docs/page';
import type { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import { keys } from '../../../unit/core/validation/publicKeys';
import { everythingIn } from '../lifecycle';
import { PluginStack } from '../stacks/pluginStack';
import { startCloud } from '../testCloud';
import type { Prepared } from './exampleLife';
import { makeExisting } from './existing';

const root = path.resolve(__dirname, '..', '..', '..', '..');
const DATA_SOURCES = path.join('docs', 'reference', 'data-sources');

/** The programs of a language, by the names of their pages: those in `examples/reference`, and those of data sources. */
export async function programsIn(language: string, extension: string): Promise<Map<string, string>> {
  const folder = path.join(root, 'examples', 'reference', language);
  const files = await readdir(folder);
  const written = files.map(
    async (file) => [path.parse(file).name, await readFile(path.join(folder, file), 'utf8')] as const,
  );
  const derived = (await readdir(path.join(root, DATA_SOURCES))).flatMap((file) =>
    readPage(path.join(DATA_SOURCES, file))
      .blocks.filter((block) => block.language === extension)
      .map(({ text }) => [path.parse(file).name, text] as const),
  );
  return new Map([...(await Promise.all(written)), ...derived]);
}

/** A program whose outputs begin with its name: those of several programs have the same names. */
export const withOwnOutputs = (name: string, program: string): string =>
  program.replace(/(\b(?:pulumi\.|ctx\.)[eE]xport\(\s*")/g, `$1${name}-`);

/** The life of a program that consists of `programs`. */
export async function liveTogether(
  folder: ProgramFolder,
  programs: ReadonlyMap<string, string>,
  { executables, variables, commands }: Prepared,
): Promise<void> {
  await folder.write('id_ed25519.pub', keys.ed25519.text);
  const test = await startCloud({ timeScale: 500, balance: 1_000_000 });
  const config = await makeExisting(test);
  const before = await everythingIn(test.cloud);
  const stack = await PluginStack.in(folder, test.emulator.url, executables, variables);
  const program = commands?.(stack) ?? stack;
  try {
    for (const [name, value] of Object.entries(config)) await stack.config(name, value);
    await stack.configureProvider(test.emulator.url);
    await program.up();
    await program.preview('--expect-no-changes');
    const outputs = Object.entries(await stack.outputs());
    const shown = new Set(outputs.map(([name]) => name.replace(/-.*/, '')));
    expect([...shown].sort()).toEqual([...programs.keys()].sort());
    expect(outputs.filter(([, value]) => isEmpty(value))).toEqual([]);
    await program.destroy();
    const left = (await everythingIn(test.cloud)).filter(
      (one) => !before.some((old) => 'id' in old && 'id' in one && old.id === one.id),
    );
    // The shared volume of a cluster stays, unless `deleteSharedVolumes` is true.
    expect(left).toEqual([expect.objectContaining({ name: 'datasets', status: 'detached' })]);
  } finally {
    await stack.dispose();
    await test.close();
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && (value.length === 0 || value.some(isEmpty)));
