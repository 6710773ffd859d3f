/**
 * Writes api/schema.d.ts, the types of the contract. With `--check` it writes nothing and fails when the file
 * is not the one that the contract gives.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = join(__dirname, '..', '..');
const contract = join(root, 'api', 'openapi.yaml');
const target = join(root, 'api', 'schema.d.ts');
const header = '// Generated from api/openapi.yaml by `npm run generate`; never edited.\n\n';

async function generate(): Promise<string> {
  const types = await openapiTS(pathToFileURL(contract), {
    // A default is what the server fills in: a client may leave the field out all the same.
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return header + astToString(types);
}

async function current(): Promise<string | undefined> {
  try {
    return await readFile(target, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function main(): Promise<void> {
  const generated = await generate();
  const isCurrent = (await current()) === generated;
  if (process.argv.includes('--check')) {
    if (isCurrent) return;
    console.error(
      'api/schema.d.ts is not what api/openapi.yaml gives: run `npm run generate` and commit the file.',
    );
    process.exitCode = 1;
    return;
  }
  if (!isCurrent) await writeFile(target, generated);
}

main().catch((error: unknown) => {
  console.error(
    `The types of the contract could not be generated: ${error instanceof Error ? error.message : String(error)}`,
  );
  process.exitCode = 1;
});
