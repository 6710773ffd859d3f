import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { requiredExecutables } from './executables';
import { withHeartbeat } from './lock/heartbeat';
import { CommandError, messageOf, run } from './run';
import type { RunOptions } from './run';
import type { Source, SourceContext } from './source';
import { cliVersion, languageHostVersion } from './versions';

/** How long the Go module proxy may send nothing. A large module takes time on a slow connection. */
const downloadIdleLimit = 120_000;

export interface GoModule {
  /** The name of the module for people. */
  readonly title: string;
  /** The folder under `tools/` with its committed go.mod and go.sum. */
  readonly folder: string;
  readonly package: string;
  /** The variable that holds the version in the executable. Default: the variable of the Pulumi CLI. */
  readonly versionVariable?: string;
  readonly version: string;
  readonly tags?: string;
  /** The name of the file in `bin`. */
  readonly executable: string;
}

const CLI_TAGS = 'osusergo,grpcnotrace';
const REPRODUCIBLE = ['-trimpath', '-buildvcs=false'];
const flagsOf = (tags = ''): readonly string[] => ['-mod=readonly', '-tags', tags];

/** The flags of the CLI's build: with these, Go reuses the packages that it compiled for the CLI. */
export const CLI_BUILD_FLAGS: readonly string[] = [...REPRODUCIBLE, ...flagsOf(CLI_TAGS)];

const names = requiredExecutables();

const modules: readonly GoModule[] = [
  {
    title: 'the Node.js language host',
    folder: 'language-nodejs',
    package: 'github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs',
    version: languageHostVersion,
    executable: names.languageHost,
  },
  {
    title: 'the Pulumi CLI',
    folder: 'pulumi-cli',
    package: 'github.com/pulumi/pulumi/pkg/v3/cmd/pulumi',
    version: cliVersion,
    tags: CLI_TAGS,
    executable: names.cli,
  },
];

/** A build from the Go module proxy, of exactly the versions in the committed go.sum files. */
export const goBuild: Source = {
  name: 'the build from Go modules',
  install: (context) => build(context, goModulesFolder),
};

/** The folder of the Go modules. */
export const goModulesFolder = path.resolve(__dirname, '..', '..');

/** Builds the CLI and the host for Node.js from the modules under `root` into `staging/bin`. */
export async function build(context: SourceContext, root: string): Promise<void> {
  await buildModules(
    modules,
    `Building the Pulumi CLI ${cliVersion} from Go modules. This takes about seven minutes on two cores, ` +
      'and happens once: the result is kept.',
    context,
    root,
  );
}

/** The environment for Go: the user's settings have no effect on the build. */
export const goEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  CGO_ENABLED: '0',
  GOWORK: 'off',
  GOFLAGS: '',
});

/** Builds modules under `root` into `staging/bin`. */
export async function buildModules(
  toBuild: readonly GoModule[],
  announcement: string,
  context: SourceContext,
  root: string,
): Promise<void> {
  const { staging, progress, signal } = context;
  const env = goEnvironment(context.env);
  try {
    await run('go', ['version'], { env, signal, limit: 20_000 });
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandError(`Go cannot be used: ${messageOf(error)}`, { cause: error });
  }
  progress(announcement);

  await mkdir(path.join(staging, 'bin'), { recursive: true });
  for (const module of toBuild) {
    const options: RunOptions = { cwd: path.join(root, module.folder), env, signal };
    const flags = flagsOf(module.tags);

    // A separate step, so that a blocked network is not mistaken for a long compilation.
    await withHeartbeat(progress, `downloading the Go modules of ${module.title}`, () =>
      run('go', ['list', '-deps', ...flags, module.package], { ...options, idleLimit: downloadIdleLimit }),
    );
    const variable = module.versionVariable ?? 'github.com/pulumi/pulumi/sdk/v3/go/common/version.Version';
    const symbols = `-s -w -X ${variable}=v${module.version}`;
    const output = path.join(staging, 'bin', module.executable);
    await withHeartbeat(progress, `compiling ${module.title}`, () =>
      run(
        'go',
        ['build', ...REPRODUCIBLE, ...flags, '-ldflags', symbols, '-o', output, module.package],
        options,
      ),
    );
  }
}
