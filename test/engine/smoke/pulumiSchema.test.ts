// Pulumi accepts schema.json as the schema of a package.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../../tools/src/pulumiCli/run';
import { ProgramFolder } from '../../../tools/src/testing/programFolder';

const file = path.resolve(__dirname, '..', '..', '..', 'schema.json');
let folder: ProgramFolder;

beforeAll(async () => {
  folder = await ProgramFolder.create({ program: '' });
});

afterAll(() => folder.dispose());

const check = async (schema: string): Promise<string> =>
  run('pulumi', ['schema', 'check', schema], { cwd: folder.path, env: await folder.environment() });

test('pulumi schema check accepts schema.json', async () => {
  expect(await check(file)).toBe('');
});

test('pulumi schema check refuses a schema with an unknown type', async () => {
  const text = await readFile(file, 'utf8');
  await folder.write('broken.json', text.replace(/"type": "integer"/, '"type": "whole"'));
  await expect(check(path.join(folder.path, 'broken.json'))).rejects.toThrow(/schema validation failed/);
});
