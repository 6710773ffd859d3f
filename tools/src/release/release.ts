// What a release consists of, beside the two packages that changesets publishes.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { NPM_SDK, PYTHON_MODULE } from '../generate/pulumi/pulumiSpec';
import { messageOf } from '../pulumiCli/run';

export const root = path.resolve(__dirname, '..', '..', '..');

/** What `npm run release:build` writes. */
export const built = {
  sdks: path.join(root, 'plugin', 'dist', 'sdk'),
  packages: path.join(root, 'plugin', 'dist', 'packages'),
} as const;

/** The SDK for Python on the Python index. */
export const PYTHON_SDK = PYTHON_MODULE.replaceAll('_', '-');

export const npmSdkFile = (version: string): string => path.join(built.packages, `${NPM_SDK}-${version}.tgz`);
export const pythonSdkFile = (version: string): string =>
  path.join(built.packages, `${PYTHON_MODULE}-${version}-py3-none-any.whl`);

/** The name and version in the package.json of a folder. */
export async function manifestIn(
  folder: string,
): Promise<{ readonly name: string; readonly version: string }> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8');
  return JSON.parse(text) as { readonly name: string; readonly version: string };
}

/** Runs a script of the release, and reports its failure. */
export function runScript(main: () => Promise<unknown>): void {
  main().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = 1;
  });
}
