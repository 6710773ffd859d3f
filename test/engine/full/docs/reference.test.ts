// The examples of the reference, all in one stack: up, an empty preview, the exports of each, destroy.
import { readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { keys } from '../../../unit/core/validation/publicKeys';
import { makeExisting } from '../../support/languages/existing';
import { everythingIn } from '../../support/lifecycle';
import { TestStack } from '../../support/stacks/stack';
import type { TestCloud } from '../../support/testCloud';
import { startCloud } from '../../support/testCloud';

jest.setTimeout(300_000);

const folder = path.resolve(__dirname, '..', '..', '..', '..', 'examples', 'reference', 'typescript');
const examples = readdirSync(folder).map((file) => path.basename(file, '.ts'));

/** A program that runs each example as its own module, and exports the example's exports. */
const program = examples
  .map((example) => {
    const { outputText } = ts.transpileModule(readFileSync(path.join(folder, `${example}.ts`), 'utf8'), {
      compilerOptions: {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2023,
        esModuleInterop: true,
      },
    });
    return `exports.${example} = (() => { const exports = {};\n${outputText}\nreturn exports; })();`;
  })
  .join('\n');

let test: TestCloud;
let stack: TestStack | undefined;

beforeAll(async () => {
  test = await startCloud({ timeScale: 500 });
  const config = await makeExisting(test);
  stack = await TestStack.create({ url: test.emulator.url, program, config });
});

afterAll(async () => {
  await stack?.dispose();
  await test.close();
});

/** The paths of all empty values: undefined, null, an empty text, list or object. */
function emptyIn(value: unknown, at: string): string[] {
  if (value === undefined || value === null || value === '') return [at];
  if (typeof value !== 'object') return [];
  const entries = Object.entries(value);
  return entries.length === 0 ? [at] : entries.flatMap(([name, inner]) => emptyIn(inner, `${at}.${name}`));
}

it('a program creates the resources of each page, and does not change existing resources', async () => {
  if (!stack) throw new Error('There is no stack.');
  await writeFile(path.join(stack.stack.workspace.workDir, 'id_ed25519.pub'), keys.ed25519.text);
  const before = await everythingIn(test.cloud);
  await stack.up();
  expect(Object.keys((await stack.preview()).changes)).toEqual(['same']);
  const outputs = await stack.outputs();
  expect(Object.keys(outputs).sort()).toEqual([...examples].sort());
  expect(Object.entries(outputs).flatMap(([example, shown]) => emptyIn(shown, example))).toEqual([]);
  await stack.destroy();
  const after = await everythingIn(test.cloud);
  const isNew = (one: object) => !before.some((old) => 'id' in old && 'id' in one && old.id === one.id);
  // The shared volume of a cluster stays, unless `deleteSharedVolumes` is true.
  expect(after.filter(isNew)).toEqual([expect.objectContaining({ name: 'datasets', status: 'detached' })]);
  expect(after.filter((one) => !isNew(one))).toEqual(before);
});
