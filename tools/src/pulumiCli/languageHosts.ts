// The language hosts for programs in YAML, Python and Java, which the native plugin serves.
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
import { INSTALL_GO, cliVersion, javaHostVersion, languageHostVersion, yamlHostVersion } from './versions';

/** Executables of a language, which are built together into one folder of the cache. */
interface Hosts {
  /** The executables, as in "… could not be built". */
  readonly title: string;
  /** The folder in the cache, without the versions of the CLI and the kind of computer. */
  readonly folder: string;
  readonly modules: readonly GoModule[];
  /** How long the build takes on two cores, after that of the CLI. */
  readonly duration: string;
  /** Further files beside the executables. */
  readonly files?: Readonly<Record<string, (env: NodeJS.ProcessEnv) => Promise<string>>>;
}

const YAML_AND_PYTHON: Hosts = {
  title: 'the language hosts for YAML and Python',
  folder: `yaml-${yamlHostVersion}-python-${languageHostVersion}`,
  duration: 'three minutes',
  modules: [
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
  ],
  files: {
    // The script with which the host for Python starts a program. Its module holds it as a file.
    'pulumi-language-python-exec': async (env) => {
      const sdk = await run('go', ['list', '-m', '-f', '{{.Dir}}', 'github.com/pulumi/pulumi/sdk/v3'], {
        cwd: path.join(goModulesFolder, 'language-python'),
        env: goEnvironment(env),
      });
      return path.join(sdk.trim(), 'python', 'cmd', 'pulumi-language-python-exec');
    },
  },
};

/** The generator of the SDK for Java. */
export const JAVA_GENERATOR = 'pulumi-java-gen';

const JAVA_COMMANDS = 'github.com/pulumi/pulumi-java/pkg/cmd';
const javaModule = (title: string, executable: string): GoModule => ({
  title,
  folder: 'language-java',
  package: `${JAVA_COMMANDS}/${executable}`,
  versionVariable: 'github.com/pulumi/pulumi-java/pkg/version.Version',
  version: javaHostVersion,
  executable,
});

const JAVA: Hosts = {
  title: 'the language host and the SDK generator for Java',
  folder: `java-${javaHostVersion}`,
  duration: 'two minutes',
  modules: [
    javaModule('the Java language host', 'pulumi-language-java'),
    javaModule('the SDK generator for Java', JAVA_GENERATOR),
  ],
};

/**
 * Finds or builds the hosts for YAML and Python, and returns the folder to put in front of PATH. The folder holds the
 * CLI too, because the engine warns if a host is not beside it. An official installation has all of them.
 *
 * @throws PulumiUnavailableError if they cannot be built.
 */
export const ensureLanguageHosts = (): Promise<string> => ensureHosts(YAML_AND_PYTHON);

/**
 * Finds or builds the host for Java, and the generator of its SDK, which Pulumi has in the same module.
 *
 * @returns as `ensureLanguageHosts`.
 * @throws PulumiUnavailableError if they cannot be built.
 */
export const ensureJavaHost = (): Promise<string> => ensureHosts(JAVA);

async function ensureHosts(hosts: Hosts): Promise<string> {
  const { env } = process;
  const pulumi = await ensurePulumi();
  const folders = [pulumi, ...pathFolders(env)];
  const found = await Promise.all(executablesOf(hosts).map((name) => findExecutable(name, folders)));
  if (found.every((folder) => folder !== undefined)) return pulumi;

  const { platform, arch } = thisMachine;
  const name = `languages-${hosts.folder}-cli-${cliVersion}-${platform}-${arch}`;
  const target = path.join(cacheFolder(env), name);
  const bin = path.join(target, 'bin');
  if (await isComplete(bin, hosts)) return bin;
  await fillOnce(
    target,
    async (signal) => {
      // Another process that held the lock before may have built them.
      if (await isComplete(bin, hosts)) return;
      await removeUnfinishedFolders(target);
      try {
        await install(target, (staging) =>
          build(hosts, { staging, env, progress: toStandardError, signal }, folders),
        );
      } catch (error) {
        signal.throwIfAborted();
        if (isSystemError(error)) throw error;
        throw new PulumiUnavailableError(
          `${capitalized(hosts.title)} are not on PATH and could not be built (${messageOf(error)}): ` +
            `install Pulumi with its hosts, or ${INSTALL_GO}, then run this again.`,
          { cause: error },
        );
      }
    },
    { what: hosts.title, progress: toStandardError, unwritable: PulumiUnavailableError },
  );
  return bin;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const executablesOf = ({ modules, files = {} }: Hosts): string[] => [
  ...modules.map(({ executable }) => executable),
  ...Object.keys(files),
];

async function isComplete(bin: string, hosts: Hosts): Promise<boolean> {
  const names = [...executablesOf(hosts), requiredExecutables().cli];
  return (await Promise.all(names.map((name) => isExecutable(path.join(bin, name))))).every(Boolean);
}

/** @param folders where the CLI and the host for Node.js are. */
async function build(hosts: Hosts, context: SourceContext, folders: readonly string[]): Promise<void> {
  const { title, duration, modules, files = {} } = hosts;
  const announcement =
    `Building ${title} from Go modules. This takes about ${duration} on two cores, and happens once: the result ` +
    'is kept.';
  await buildModules(modules, announcement, context, goModulesFolder);
  const bin = path.join(context.staging, 'bin');
  for (const [name, from] of Object.entries(files)) {
    const file = path.join(bin, name);
    await copyFile(await from(context.env), file);
    await chmod(file, 0o755);
  }
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
