/**
 * Writes all generated files: api/schema.d.ts from the contract, sdk/resources from the schemas of the resources,
 * sdk/data from the descriptions of the data sources, Pulumi's schema.json and two pages of docs/ from both. With
 * `--check` it writes nothing and fails if a file is out of date.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Contract } from './contract/document';
import { ContractSchemas } from './generate/contractSchemas';
import { changesPage } from './generate/changesPage';
import { contractTypes } from './generate/contractTypes';
import { dataSourceFiles, dataSourcesOf } from './generate/dataSources';
import type { Package } from './generate/pulumiSchema';
import { pulumiSchema } from './generate/pulumiSchema';
import { providerEntry, resourceClasses, resourcesOf } from './generate/resourceClasses';
import { operationsPage } from './operations/page';
import { messageOf } from './pulumiCli/run';

const onlyTypes = process.argv.includes('--types');
const root = path.resolve(__dirname, '..', '..');
const classes = path.join('sdk', 'resources');
const dataSources = path.join('sdk', 'data');

/** The text of every generated file, by its path. */
async function generated(): Promise<Map<string, string>> {
  const types = await contractTypes(root);
  const files = new Map([[path.join('api', 'schema.d.ts'), types]]);
  if (onlyTypes) return files;
  const options = await resolveConfig(path.join(root, classes, 'any.ts'));
  const add = async (folder: string, sources: ReadonlyMap<string, string>): Promise<void> => {
    for (const [name, source] of sources)
      files.set(path.join(folder, name), await format(source, { ...options, parser: 'typescript' }));
  };
  const resources = await resourcesOf(root);
  const { names, schemas } = resources;
  await add('provider', new Map([['index.ts', providerEntry(names)]]));
  await add(classes, resourceClasses(schemas));
  const areas = await dataSourcesOf(root);
  await add(dataSources, dataSourceFiles(areas, Contract.read(), new ContractSchemas(types)));
  const addPage = async (name: string, text: string): Promise<void> => {
    const file = path.join('docs', name);
    const settings = await resolveConfig(path.join(root, file));
    files.set(file, await format(text, { ...settings, parser: 'markdown' }));
  };
  await addPage('changes.md', changesPage(schemas));
  await addPage('operations.md', operationsPage(resources, areas, Contract.read()));
  const schema = pulumiSchema(await packageOf(root), schemas, areas, Contract.read());
  files.set('schema.json', await format(schema, { ...options, parser: 'json' }));
  return files;
}

const packageOf = async (folder: string): Promise<Package> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Package;

const textOf = (file: string): Promise<string | undefined> =>
  readFile(path.join(root, file), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });

/** The files in a folder of generated files. */
async function filesIn(folder: string): Promise<string[]> {
  await mkdir(path.join(root, folder), { recursive: true });
  return (await readdir(path.join(root, folder))).map((name) => path.join(folder, name));
}

async function main(): Promise<void> {
  const files = await generated();
  const present = [...(await filesIn(classes)), ...(await filesIn(dataSources))];
  const toRemove = onlyTypes ? [] : present.filter((file) => !files.has(file));
  const toWrite: string[] = [];
  for (const [file, text] of files) if ((await textOf(file)) !== text) toWrite.push(file);

  if (process.argv.includes('--check')) {
    if (toRemove.length + toWrite.length > 0)
      throw new Error(
        `These files differ from the generated ones: ${[...toRemove, ...toWrite].join(', ')}. Run \`npm run generate\` and commit the files.`,
      );
    return;
  }
  for (const file of toRemove) await rm(path.join(root, file));
  for (const file of toWrite) await writeFile(path.join(root, file), files.get(file) ?? '');
  for (const file of toWrite) console.log(`wrote ${file}`);
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
