// Generates the SDKs of the native plugin, with Pulumi's own generators: those are Go modules.
import { copyFile, cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltAs } from '../generate/pulumi/publication';
import { LOCAL_GO_MODULE, goModuleOf, publicationIn, schemaBuiltAs } from '../generate/pulumi/publication';
import { PYTHON_MODULE } from '../generate/pulumi/pulumiSpec';
import { CLI_BUILD_FLAGS, goEnvironment } from '../pulumiCli/goBuild';
import { CommandError, messageOf, run } from '../pulumiCli/run';
import { INSTALL_GO } from '../pulumiCli/versions';
import { writeJavaSdk } from './javaSdk';

const root = path.resolve(__dirname, '..', '..', '..');

/** The languages with an SDK, each in a folder of that name. */
export const SDK_LANGUAGES = ['nodejs', 'python', 'go', 'java'] as const;

/** What `buildSdks` writes. */
export interface SdkOptions extends BuiltAs {
  /** Whether the SDK for Java is written: to compile its generator takes two minutes, once. Default: true. */
  readonly java?: boolean;
}

/**
 * Writes the SDKs into a folder, which is emptied first, and beside them the schema that they were made from.
 *
 * @param as another version or publication than that of package.json.
 */
export async function buildSdks(target: string, { java = true, ...as }: SdkOptions = {}): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const schema = path.join(target, 'schema.json');
  await writeFile(schema, schemaBuiltAs(await readFile(path.join(root, 'schema.json'), 'utf8'), as));
  try {
    await run('go', ['run', ...CLI_BUILD_FLAGS, '.', schema, target], {
      cwd: path.join(root, 'tools', 'plugin-sdks'),
      env: goEnvironment(process.env),
    });
  } catch (error) {
    throw new CommandError(`The SDKs cannot be generated (${messageOf(error)}): ${INSTALL_GO}`, {
      cause: error,
    });
  }
  // The page of the package on the Python index: its project names the file, but the generator writes it elsewhere.
  const python = path.join(target, 'python');
  await copyFile(path.join(python, PYTHON_MODULE, 'README.md'), path.join(python, 'README.md'));
  await writeGoModule(path.join(target, 'go'), goModuleOf(as.publication ?? (await publicationIn(root))));
  if (java) await writeJavaSdk(schema, path.join(target, 'java'));
}

/**
 * Compiles the SDK for Node.js with the packages of this repository.
 *
 * @param sdks the folder of the SDKs.
 * @returns the folder of the package that a program requires.
 */
export async function compileNodejsSdk(sdks: string): Promise<string> {
  const folder = path.join(sdks, 'nodejs');
  const modules = path.join(root, 'node_modules');
  await symlink(modules, path.join(folder, 'node_modules'), 'dir');
  await run(process.execPath, [path.join(modules, 'typescript', 'bin', 'tsc'), '-p', folder]);
  const compiled = path.join(folder, 'bin');
  // It names the version of the plugin. Pulumi's own SDKs have it in the same place.
  await cp(path.join(folder, 'package.json'), path.join(compiled, 'package.json'));
  return compiled;
}

/** The generators do not write `go.mod`: it requires the modules of the example in Go, except the SDK itself. */
async function writeGoModule(folder: string, name: string): Promise<void> {
  const example = path.join(root, 'plugin', 'examples', 'go');
  const module = await readFile(path.join(example, 'go.mod'), 'utf8');
  const lines = module.split('\n').filter((line) => !line.includes(`${LOCAL_GO_MODULE} `));
  await writeFile(path.join(folder, 'go.mod'), lines.join('\n').replace(/^module .*/m, `module ${name}`));
  await copyFile(path.join(example, 'go.sum'), path.join(folder, 'go.sum'));
}
