// TypeScript of examples and guides, as the body of a test's program.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { readPage } from '../../../../tools/src/docs/page';

const root = path.resolve(__dirname, '..', '..', '..', '..');

/** The program of an example, without its types. */
export const programOfExample = (example: string): string =>
  withoutTypes(readFileSync(path.join(root, 'examples', example, 'index.ts'), 'utf8'));

/** A program that a guide shows under this file name, without its types. */
export function programOfGuide(guide: string, file: string): string {
  const block = readPage(guide).blocks.find((one) => one.file === file);
  if (block === undefined) throw new Error(`${guide} does not show a program ${file}.`);
  return withoutTypes(block.text);
}

function withoutTypes(source: string): string {
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2023,
      esModuleInterop: true,
    },
  });
  return `{\n${outputText}\n}`;
}
