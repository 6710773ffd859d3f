/**
 * Writes all generated files: api/schema.d.ts, api/contract.ts and the emulator's list of kept fields from the contract,
 * the index of the services and the index of the resources from their files, sdk/resources from the schemas of the
 * resources, sdk/data from the descriptions of the data sources, Pulumi's schema.json, docs/reference and
 * docs/operations.md from both. With `--check` it writes nothing and fails if a file is out of date.
 */
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Contract } from './contract/document';
import { ContractSchemas } from './generate/contract/contractSchemas';
import { apiReport } from './generate/apiReport';
import { contractFacts, keptFields } from './generate/contract/contractFacts';
import { contractTypes } from './generate/contract/contractTypes';
import { ContractWords } from './generate/contract/contractWords';
import { dataSourceFiles, dataSourcesOf } from './generate/dataSources';
import { goModuleOf } from './generate/pulumi/publication';
import type { Package } from './generate/pulumi/pulumiSchema';
import { pulumiSchema, settingsOf } from './generate/pulumi/pulumiSchema';
import { referencePages } from './generate/reference';
import { registryPages } from './generate/registry/pages';
import type { Published } from './generate/registry/pages';
import { clientPage } from './generate/reference/handwritten/clientPage';
import { componentsOf } from './generate/reference/handwritten/components';
import { Examples, PluginExamples } from './generate/reference/examples';
import { lookUpsOf } from './generate/reference/lookUps';
import { typescript } from './generate/reference/languages/typescript';
import { providerEntry, resourceClasses, resourcesOf } from './generate/resourceClasses';
import { callsOf } from './operations/calls';
import { resourceIndex, serviceIndex } from './generate/indexFiles';
import { suggestedNames } from './generate/suggestedNames';
import { operationsPage } from './operations/page';
import { messageOf } from './pulumiCli/run';

const onlyTypes = process.argv.includes('--types');
const onlyCheck = process.argv.includes('--check');
const root = path.resolve(__dirname, '..', '..');
const classes = path.join('sdk', 'resources');
const dataSources = path.join('sdk', 'data');
const reference = path.join('docs', 'reference');
/** Folders in which every file is generated. */
const folders = [
  classes,
  dataSources,
  path.join(reference, 'resources'),
  path.join(reference, 'data-sources'),
];

interface Generated {
  /** The text of each file, by its path. */
  readonly files: Map<string, string>;
  /** Why there is no docs/operations.md. */
  readonly failure?: Error;
}

/** Generates all files. */
async function generated(): Promise<Generated> {
  const contract = Contract.read();
  const types = await contractTypes(contract);
  const files = new Map([[path.join('api', 'schema.d.ts'), types]]);
  const options = await resolveConfig(path.join(root, classes, 'any.ts'));
  const facts = await format(contractFacts(contract), { ...options, parser: 'typescript' });
  files.set(path.join('api', 'contract.ts'), facts);
  const kept = await format(keptFields(contract), { ...options, parser: 'typescript' });
  files.set(path.join('emulator', 'src', 'contract', 'kept.ts'), kept);
  const services = await format(serviceIndex(root), { ...options, parser: 'typescript' });
  files.set(path.join('api', 'services', 'index.ts'), services);
  const definitions = await format(resourceIndex(root), { ...options, parser: 'typescript' });
  files.set(path.join('provider', 'resources', 'index.ts'), definitions);
  if (onlyTypes) return { files };
  const add = async (folder: string, sources: ReadonlyMap<string, string>): Promise<void> => {
    for (const [name, source] of sources)
      files.set(path.join(folder, name), await format(source, { ...options, parser: 'typescript' }));
  };
  const examples = new Examples(root, typescript);
  const all = await resourcesOf(root);
  const { names } = all;
  const schemas = all.schemas.filter(({ onlyInPlugin }) => !onlyInPlugin);
  const resources = { ...all, schemas };
  await add('provider', new Map([['index.ts', providerEntry(names)]]));
  await add(classes, resourceClasses(schemas, examples, await suggestedNames(root), all.secretPaths));
  const { areas, pluginAreas } = await dataSourcesOf(root);
  const contractSchemas = new ContractSchemas(types, new ContractWords(contract));
  await add(dataSources, dataSourceFiles(areas, contract, contractSchemas, examples));
  const addPage = async (file: string, text: string): Promise<void> => {
    const settings = await resolveConfig(path.join(root, file));
    files.set(file, await format(text, { ...settings, parser: 'markdown' }));
  };
  const components = componentsOf(root);
  const client = await clientPage(root, contract);
  const published = await packageOf(root);
  const programOf = (name: string): string => examples.programOf(name);
  const lookUps = lookUpsOf(
    areas,
    schemas.map(({ name }) => name),
    contract,
    programOf,
  );
  const ofPlugin = new PluginExamples(root, goModuleOf(published.pulumiPackage), lookUps);
  const { onlyInPlugin } = pluginAreas;
  const pluginResources = all.schemas.filter((schema) => schema.onlyInPlugin);
  const subjects = { resources, pluginResources, components, client, areas, onlyInPlugin, contract };
  const pages = referencePages(subjects, examples, typescript, ofPlugin);
  for (const [name, text] of pages) await addPage(path.join(reference, name), text);
  examples.checkThatAllAreRead();
  const schema = pulumiSchema(
    published,
    all.schemas,
    pluginAreas,
    contract,
    examples,
    ofPlugin,
    await settingsOf(root),
  );
  const programs = { machine: ofPlugin.of('Instance'), provider: ofPlugin.of('Provider') };
  for (const [name, text] of registryPages(root, JSON.parse(schema) as Published, programs))
    await addPage(path.join('docs', name), text);
  ofPlugin.checkThatAllAreRead();
  files.set('schema.json', await format(schema, { ...options, parser: 'json' }));
  try {
    await addPage(
      path.join('docs', 'operations.md'),
      operationsPage(resources, areas, contract, callsOf(client)),
    );
  } catch (failure) {
    if (!(failure instanceof Error)) throw failure;
    // A new field has no entry yet. The other files are written: without them, nothing compiles with the new types.
    return { files, failure };
  }
  return { files };
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

/** Writes files that differ from the files on disk, unless `--check` is set, and returns their paths. */
async function update(files: ReadonlyMap<string, string>): Promise<string[]> {
  const toWrite: string[] = [];
  for (const [file, text] of files) if ((await textOf(file)) !== text) toWrite.push(file);
  if (onlyCheck) return toWrite;
  for (const file of toWrite) await writeFile(path.join(root, file), files.get(file) ?? '');
  for (const file of toWrite) console.log(`wrote ${file}`);
  return toWrite;
}

async function main(): Promise<void> {
  const { files, failure } = await generated();
  if (onlyCheck && failure !== undefined) throw failure;
  const present = (await Promise.all(folders.map(filesIn))).flat();
  const toRemove = onlyTypes ? [] : present.filter((file) => !files.has(file));
  if (!onlyCheck) for (const file of toRemove) await rm(path.join(root, file));
  const different = [...toRemove, ...(await update(files))];
  // The report reads the other files, so it comes after them.
  if (!onlyTypes) different.push(...(await update(new Map([['api-report.txt', apiReport(root)]]))));
  if (onlyCheck && different.length > 0)
    throw new Error(
      `These files differ from the generated ones: ${different.join(', ')}. Run \`npm run generate\` and commit the files.`,
    );
  if (failure !== undefined) throw failure;
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
