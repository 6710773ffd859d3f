// The examples of the reference show the subjects of their pages. test/engine/full/docs/reference.test.ts runs them.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readPage } from '../../../tools/src/docs/page';

const root = path.resolve(__dirname, '..', '..', '..');
const examples = path.join(root, 'examples', 'reference', 'typescript');
const reference = path.join(root, 'docs', 'reference');

test.each(readdirSync(examples))(
  'the example %s uses the class or function that it is named after',
  (file) => {
    const name = path.basename(file, '.ts');
    const program = readFileSync(path.join(examples, file), 'utf8');
    expect(program).toMatch(
      new RegExp(`import \\{[^}]*\\b${name}(Output)?\\b[^}]*\\} from 'pulumi-cloud-compute(/client)?'`),
    );
    expect(program).toMatch(new RegExp(`\\b${name}(Output)?\\(`));
    expect(program).toMatch(/^export const /m);
  },
);

const pages = ['resources', 'data-sources'].flatMap((folder) =>
  readdirSync(path.join(reference, folder)).map((file) => path.join(folder, file)),
);

test.each(pages)('%s has a program in each language', (page) => {
  const { blocks } = readPage(path.join('docs', 'reference', page));
  const languages = new Set(blocks.map(({ language }) => language));
  expect(languages).toEqual(new Set(['ts', 'yaml', 'py', 'go', 'java']));
});

test.each(pages)('%s describes each status once', (page) => {
  const text = readFileSync(path.join(reference, page), 'utf8');
  const statuses = [...text.matchAll(/^- \*\*(\d+)\*\*/gm)].map(([, status]) => status);
  expect(statuses).toEqual([...new Set(statuses)]);
});
