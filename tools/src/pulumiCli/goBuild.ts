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

interface GoModule {
  /** The name of the module for people. */
  readonly title: string;
  /** The folder under `tools/` with its committed go.mod and go.sum. */
  readonly folder: string;
  readonly package: string;
  readonly version: string;
  readonly tags: string;
  readonly executable: 'cli' | 'languageHost';
}

const modules: readonly GoModule[] = [
  {
    title: 'the Node.js language host',
    folder: 'language-nodejs',
    package: 'github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs',
    version: languageHostVersion,
    tags: '',
    executable: 'languageHost',
  },
  {
    title: 'the Pulumi CLI',
    folder: 'pulumi-cli',
    package: 'github.com/pulumi/pulumi/pkg/v3/cmd/pulumi',
    version: cliVersion,
    tags: 'osusergo,grpcnotrace',
    executable: 'cli',
  },
];

/** A build from the Go module proxy, of exactly the versions in the committed go.sum files. */
export const goBuild: Source = {
  name: 'the build from Go modules',
  install: (context) => build(context, path.resolve(__dirname, '..', '..')),
};

/** Builds each module under `root` into `staging/bin`. */
export async function build(context: SourceContext, root: string): Promise<void> {
  const { staging, progress, signal } = context;
  const env = { ...context.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '' };
  try {
    await run('go', ['version'], { env, signal, limit: 20_000 });
  } catch (error) {
    signal.throwIfAborted();
    throw new CommandError(`Go cannot be used: ${messageOf(error)}`, { cause: error });
  }
  progress(
    `Building the Pulumi CLI ${cliVersion} from Go modules. This takes about seven minutes on two cores, ` +
      'and happens once: the result is kept.',
  );

  const names = requiredExecutables();
  await mkdir(path.join(staging, 'bin'), { recursive: true });
  for (const module of modules) {
    const options: RunOptions = { cwd: path.join(root, module.folder), env, signal };
    const flags = ['-mod=readonly', '-tags', module.tags];

    // A separate step, so that a blocked network is not mistaken for a long compilation.
    await withHeartbeat(progress, `downloading what ${module.title} is made of`, () =>
      run('go', ['list', '-deps', ...flags, module.package], { ...options, idleLimit: downloadIdleLimit }),
    );
    const symbols = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${module.version}`;
    const output = path.join(staging, 'bin', names[module.executable]);
    await withHeartbeat(progress, `compiling ${module.title}`, () =>
      run(
        'go',
        [
          'build',
          '-trimpath',
          '-buildvcs=false',
          ...flags,
          '-ldflags',
          symbols,
          '-o',
          output,
          module.package,
        ],
        options,
      ),
    );
  }
}
