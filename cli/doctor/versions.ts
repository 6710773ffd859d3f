// The versions of everything that takes part in a run.
import { createRequire } from 'node:module';
import path from 'node:path';
import { satisfies } from 'semver';
import { ownManifest, readManifest } from '../manifest';
import type { Finding } from './finding';
import { ok, warning, wrong } from './finding';
import type { About } from './pulumiCommand';
import { PulumiCommandError } from './pulumiCommand';

const NAME = 'pulumi-cloud-compute';
const SDK = '@pulumi/pulumi';

/** Node.js, the package and Pulumi's SDK, as a program in this folder finds them. */
export function packageVersions(folder: string): Finding[] {
  const sdks = ownManifest.peerDependencies?.[SDK] ?? '*';
  return [
    nodeFinding(process.versions.node),
    packageFinding(installed(NAME, folder)),
    sdkFinding(installed(SDK, folder), sdks),
  ];
}

function nodeFinding(version: string): Finding {
  const range = ownManifest.engines?.node ?? '*';
  if (!satisfies(version, range))
    return wrong('Node.js', version, `Install Node.js ${range}: see https://nodejs.org/en/download.`);
  if (!satisfies(version, '20 || 22')) return ok('Node.js', version);
  const reason = `formatting the error, because of the source maps of ${SDK}`;
  return warning(
    'Node.js',
    version,
    `Use Node.js 24: after an exception in a program, 20 and 22 can spend minutes and gigabytes on ${reason}.`,
  );
}

function packageFinding(version: string | undefined): Finding {
  if (version === undefined)
    return warning(
      NAME,
      `${ownManifest.version}, not installed in this folder`,
      `In the folder of a program, run \`npm install ${NAME}\`.`,
    );
  if (version === ownManifest.version) return ok(NAME, version);
  const advice = `Run the command of that version: \`npx ${NAME} doctor\` in the folder of the program.`;
  return warning(NAME, `${version} in this folder, ${ownManifest.version} of this command`, advice);
}

function sdkFinding(version: string | undefined, range: string): Finding {
  const advice = `Run \`npm install ${SDK}@"${range}"\` in the folder of the program.`;
  if (version === undefined) return warning(SDK, 'not installed in this folder', advice);
  return satisfies(version, range) ? ok(SDK, version) : wrong(SDK, `${version}, needed is ${range}`, advice);
}

/** The version of a package that a program in this folder would import; undefined if there is none. */
function installed(name: string, folder: string): string | undefined {
  try {
    return readManifest(createRequire(path.join(folder, 'index.js')).resolve(`${name}/package.json`)).version;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

const INSTALL = 'Install it as https://www.pulumi.com/docs/install describes, and add its folder to PATH.';

/** The CLI, which contains the engine, and the language host for Node.js. */
export function cliVersions(found: About | PulumiCommandError): Finding[] {
  const check = 'Pulumi CLI and engine';
  if (found instanceof PulumiCommandError) {
    const advice = 'Run `pulumi about` to see why.';
    return [
      found.isMissing ? wrong(check, 'not found on PATH', INSTALL) : wrong(check, found.message, advice),
    ];
  }
  const version = (found.cliAbout?.version ?? 'unknown').replace(/^v/, '');
  const host = found.plugins?.find(({ name, kind }) => name === 'nodejs' && kind === 'language')?.version;
  return [
    /^[0-2]\./.test(version) ? wrong(check, version, `Version 3 is needed. ${INSTALL}`) : ok(check, version),
    ...(host === undefined ? [] : [ok('Pulumi language host', host)]),
  ];
}
