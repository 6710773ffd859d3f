// The engine loads the provider from the folder of the program, wherever the class of a resource comes from.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { ProgramError } from '../pulumi/programError';
import { isStartedByEngine, perRun } from '../pulumi/run';

const PACKAGE = 'pulumi-cloud-compute';
const SDK = '@pulumi/pulumi';

/** Where the engine has started the program: the program may change it later. */
const folder = process.cwd();

/**
 * Checks once per run that the engine finds this package in the folder of the program, in the version of this copy. An
 * inline program cannot be checked: nothing tells it the folder of its workspace.
 *
 * @throws RunError that says what to install.
 */
export const checkInstallation = perRun((): void => {
  if (!isStartedByEngine()) return;
  const own = ownVersion();
  const found = versionIn(folder, PACKAGE);
  if (found === undefined)
    throw new ProgramError(
      `The engine loads ${PACKAGE} from the folder of the program, ${folder}, and does not find it there. Add it to the ` +
        "program's own package.json, also if a library or a bundle contains it: " +
        `\`npm install ${PACKAGE}@${own}\`, or the same with your package manager.`,
    );
  if (found !== own)
    throw new ProgramError(
      `The program uses two versions of ${PACKAGE}: ${found} in its folder, ${folder}, and ${own} in a library or ` +
        'a bundle. One provider serves all resources of a stack: install one version for both. ' +
        `\`npm ls ${PACKAGE}\` shows who asks for which.`,
    );
  // A bundle contains Pulumi's SDK; the SDK of its folder is compared instead.
  const [sdk, ownSdk] = [versionIn(folder, SDK), versionIn(__dirname, SDK)];
  if (sdk !== undefined && ownSdk !== undefined && sdk !== ownSdk)
    void pulumi.log.warn(
      `The program uses two versions of ${SDK}: ${sdk} in its folder, ${folder}, and ${ownSdk} beside a copy of ` +
        `${PACKAGE}. Pulumi does not test them together: install one version. \`npm ls ${SDK}\` shows who asks for which.`,
    );
});

/** A bundler puts the text into its bundle. */
/* eslint-disable @typescript-eslint/no-require-imports */
const ownVersion = (): string =>
  (require('pulumi-cloud-compute/package.json') as { version: string }).version;
/* eslint-enable @typescript-eslint/no-require-imports */

/** The version of a package that modules of a folder get; resolved as the engine does, by folders only. */
function versionIn(place: string, name: string): string | undefined {
  try {
    const file = createRequire(path.join(place, 'program.js')).resolve(`${name}/package.json`, {
      paths: [place],
    });
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return undefined;
  }
}
