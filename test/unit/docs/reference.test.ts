// The examples of the reference show the subjects of their pages. test/engine/full/reference.test.ts runs them.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const examples = path.resolve(__dirname, '..', '..', '..', 'examples', 'reference', 'typescript');

test.each(readdirSync(examples))(
  'the example %s uses the class or function that it is named after',
  (file) => {
    const name = path.basename(file, '.ts');
    const program = readFileSync(path.join(examples, file), 'utf8');
    expect(program).toMatch(
      new RegExp(`import \\{[^}]*\\b${name}(Output)?\\b[^}]*\\} from 'pulumi-cloud-compute'`),
    );
    expect(program).toMatch(new RegExp(`\\b${name}(Output)?\\(`));
    expect(program).toMatch(/^export const /m);
  },
);
