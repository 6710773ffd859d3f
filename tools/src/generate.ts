/**
 * Writes what is generated: api/schema.d.ts from the contract, sdk/resources from the schemas of the resources. With
 * `--check` it writes nothing and fails when a file is not what it would write.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { ResourceSchema } from '../../provider/schema/resourceSchema';
import { contractTypes } from './generate/contractTypes';
import { resourceClasses } from './generate/resourceClasses';
import { messageOf } from './pulumiCli/run';

const root = path.resolve(__dirname, '..', '..');
const classes = path.join('sdk', 'resources');

/** The text of every generated file, by its path. */
async function generated(): Promise<Map<string, string>> {
  const files = new Map([[path.join('api', 'schema.d.ts'), await contractTypes(root)]]);
  const options = await resolveConfig(path.join(root, classes, 'any.ts'));
  for (const [name, source] of resourceClasses(await schemas()))
    files.set(path.join(classes, name), await format(source, { ...options, parser: 'typescript' }));
  return files;
}

async function schemas(): Promise<ResourceSchema[]> {
  const compiled = path.join(root, 'dist', 'provider', 'resources', 'index.js');
  const resources = (await import(compiled)) as Readonly<
    Record<string, { readonly schema?: ResourceSchema }>
  >;
  return [...new Set(Object.values(resources).flatMap(({ schema }) => schema ?? []))];
}

const textOf = (file: string): Promise<string | undefined> =>
  readFile(path.join(root, file), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });

async function main(): Promise<void> {
  const files = await generated();
  await mkdir(path.join(root, classes), { recursive: true });
  const present = (await readdir(path.join(root, classes))).map((name) => path.join(classes, name));
  const superfluous = present.filter((file) => !files.has(file));
  const stale: string[] = [];
  for (const [file, text] of files) if ((await textOf(file)) !== text) stale.push(file);

  if (process.argv.includes('--check')) {
    if (stale.length + superfluous.length > 0)
      throw new Error(
        `Not what is generated: ${[...stale, ...superfluous].join(', ')}. Run \`npm run generate\` and commit the files.`,
      );
    return;
  }
  for (const file of superfluous) await rm(path.join(root, file));
  for (const file of stale) await writeFile(path.join(root, file), files.get(file) ?? '');
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
