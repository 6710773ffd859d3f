// The language hosts for YAML and Python programs, which the native plugin serves.
import { chmod, copyFile, link } from 'node:fs/promises';
import path from 'node:path';
import { cacheFolder, install, removeUnfinishedFolders, thisMachine } from './cache';
import { PulumiUnavailableError, ensurePulumi, toStandardError } from './ensure';
import { findExecutable, isExecutable, pathFolders, requiredExecutables } from './executables';
import type { GoModule } from './goBuild';
import { buildModules, goEnvironment, goModulesFolder } from './goBuild';
import { fillOnce, isSystemError } from './lock/fillOnce';
import { messageOf, run } from './run';
import type { SourceContext } from './source';
import { INSTALL_GO, cliVersion, languageHostVersion, yamlHostVersion } from './versions';

const HOSTS: readonly GoModule[] = [
  {
    title: 'the YAML language host',
    folder: 'language-yaml',
    package: 'github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml',
    versionVariable: 'github.com/pulumi/pulumi-yaml/pkg/version.Version',
    version: yamlHostVersion,
    executable: 'pulumi-language-yaml',
  },
  {
    title: 'the Python language host',
    folder: 'language-python',
    package: 'github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python',
    version: languageHostVersion,
    executable: 'pulumi-language-python',
  },
];

/** The script with which the host for Python starts a program. Its module holds it as a file. */
const PYTHON_SCRIPT = 'pulumi-language-python-exec';

const EXECUTABLES = [...HOSTS.map(({ executable }) => executable), PYTHON_SCRIPT];

/**
 * Finds or builds the hosts for YAML and Python, and returns the folder to put in front of PATH. The folder holds the
 * CLI too, because the engine warns if a host is not beside it. An official installation has all of them.
 *
 * @throws PulumiUnavailableError if they cannot be built.
 */
export async function ensureLanguageHosts(): Promise<string> {
  const { env } = process;
  const pulumi = await ensurePulumi();
  const folders = [pulumi, ...pathFolders(env)];
  const found = await Promise.all(EXECUTABLES.map((name) => findExecutable(name, folders)));
  if (found.every((folder) => folder !== undefined)) return pulumi;

  const { platform, arch } = thisMachine;
  const versions = `yaml-${yamlHostVersion}-python-${languageHostVersion}-cli-${cliVersion}`;
  const target = path.join(cacheFolder(env), `languages-${versions}-${platform}-${arch}`);
  const bin = path.join(target, 'bin');
  if (await isComplete(bin)) return bin;
  await fillOnce(
    target,
    async (signal) => {
      // Another process that held the lock before may have built them.
      if (await isComplete(bin)) return;
      await removeUnfinishedFolders(target);
      try {
        await install(target, (staging) =>
          build({ staging, env, progress: toStandardError, signal }, folders),
        );
      } catch (error) {
        signal.throwIfAborted();
        if (isSystemError(error)) throw error;
        throw new PulumiUnavailableError(
          `The language hosts for YAML and Python are not on PATH and could not be built (${messageOf(error)}): ` +
            `install Pulumi with its hosts, or ${INSTALL_GO}, then run this again.`,
          { cause: error },
        );
      }
    },
    { what: 'the language hosts', progress: toStandardError, unwritable: PulumiUnavailableError },
  );
  return bin;
}

async function isComplete(bin: string): Promise<boolean> {
  const names = [...EXECUTABLES, requiredExecutables().cli];
  return (await Promise.all(names.map((name) => isExecutable(path.join(bin, name))))).every(Boolean);
}

/** @param folders where the CLI and the host for Node.js are. */
async function build(context: SourceContext, folders: readonly string[]): Promise<void> {
  const announcement =
    'Building the language hosts for YAML and Python from Go modules. This takes about three minutes on two cores, ' +
    'and happens once: the result is kept.';
  await buildModules(HOSTS, announcement, context, goModulesFolder);
  const bin = path.join(context.staging, 'bin');
  const sdk = await run('go', ['list', '-m', '-f', '{{.Dir}}', 'github.com/pulumi/pulumi/sdk/v3'], {
    cwd: path.join(goModulesFolder, 'language-python'),
    env: goEnvironment(context.env),
  });
  const script = path.join(bin, PYTHON_SCRIPT);
  await copyFile(path.join(sdk.trim(), 'python', 'cmd', PYTHON_SCRIPT), script);
  await chmod(script, 0o755);
  for (const name of Object.values(requiredExecutables())) {
    const folder = await findExecutable(name, folders);
    if (folder !== undefined) await linkOrCopy(path.join(folder, name), path.join(bin, name));
  }
}

/** A hard link saves the space of a second CLI, but cannot cross file systems. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!isSystemError(error) || !['EXDEV', 'EPERM', 'ENOTSUP'].includes(error.code)) throw error;
    await copyFile(from, to);
  }
}
