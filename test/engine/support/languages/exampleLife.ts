// The programs of plugin/examples, each from its first preview to `destroy`.
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { CLI_BUILD_FLAGS, goEnvironment } from '../../../../tools/src/pulumiCli/goBuild';
import { run } from '../../../../tools/src/pulumiCli/run';
import { ProgramFolder } from '../../../../tools/src/testing/programFolder';
import { PluginStack } from '../stacks/pluginStack';
import type { TestCloud } from '../testCloud';
import { startCloud } from '../testCloud';

const GO_COMMANDS = path.resolve(__dirname, '..', 'stacks', 'goProgram', 'main.go');
const GO_PROGRAM = 'gpu-box';

/** The commands that each language runs. */
export type Commands = Pick<PluginStack, 'preview' | 'up' | 'config' | 'import' | 'destroy'>;

/** Imports a volume that was made by hand, unprotected, so that the stack can be destroyed. */
export async function importOne({ cloud }: TestCloud, stack: Pick<Commands, 'import'>): Promise<void> {
  const volume = { name: 'by-hand', size: 50, type: 'NVMe', location_code: 'FIN-01' } as const;
  const id = await cloud.volumes.create(volume);
  expect(await stack.import('Volume', 'by-hand', id, '--protect=false')).toMatch(/1 imported/);
}

/** What a language needs. */
export interface Prepared {
  /** Folders for the front of PATH. */
  readonly executables?: readonly string[];
  readonly variables?: NodeJS.ProcessEnv;
  /** Default: those of Pulumi's CLI. */
  readonly commands?: (stack: PluginStack) => Commands;
}

/**
 * The life of an example in plugin/examples, in a copy of its folder.
 *
 * @param folder has the layout of plugin/, so that the example finds the plugin and the SDKs.
 */
export async function deployExample(
  folder: string,
  example: string,
  prepare: (copy: ProgramFolder) => Promise<Prepared>,
): Promise<void> {
  const copy = ProgramFolder.at(path.join(folder, 'examples', path.basename(example)));
  await cp(example, copy.path, { recursive: true });
  const { executables, variables, commands } = await prepare(copy);
  const test = await startCloud();
  const stack = await PluginStack.in(copy, test.emulator.url, executables, variables);
  const program = commands?.(stack) ?? stack;
  try {
    expect(await program.preview()).toMatch(/Instance trainer.*≈ \S+ USD\/h \(1V100\.6V \S+, volumes \S+\)/);
    const output = await program.up();
    expect(output).not.toContain('≈');
    expect(output).toMatch(/Price of the provider’s resources: \S+ USD\/h \(\+/);
    expect(output).toMatch(/ip\s*: "\d+\./);
    await program.preview('--expect-no-changes');
    const { volumes, instances } = test.cloud;
    const [machine] = await instances.list();
    expect(machine?.tags).toContainEqual(expect.objectContaining({ key: 'team', value: 'vision' }));
    await program.config('team', 'research');
    await program.up();
    expect(await instances.list()).toEqual([
      expect.objectContaining({
        id: machine?.id,
        tags: [expect.objectContaining({ key: 'team', value: 'research' })] as unknown,
      }),
    ]);
    await importOne(test, program);
    await program.destroy();
    expect([await instances.list(), await volumes.list()]).toEqual([[], []]);
  } finally {
    await stack.dispose();
    await test.close();
  }
}

/** Builds a program in Go, whose function is `program`, with the Automation API instead of a language host. */
export async function buildGoProgram(folder: string): Promise<void> {
  await cp(GO_COMMANDS, path.join(folder, 'main.go'));
  // The API needs more modules than the example; their versions are those of Pulumi's SDK.
  const flags = [...CLI_BUILD_FLAGS, '-mod=mod', '-o', GO_PROGRAM];
  await run('go', ['build', ...flags, '.'], { cwd: folder, env: goEnvironment(process.env) });
}

/** The commands of main.go in test/engine/support/stacks/goProgram. */
export function goCommands(stack: PluginStack): Commands {
  const command = (...args: string[]) => stack.execute(path.join(stack.path, GO_PROGRAM), ...args);
  return {
    preview: (...more) => command('preview', ...more),
    up: () => command('up'),
    config: (...args) => command('config', ...args),
    import: (_kind, name, id) => command('import', name, id),
    destroy: () => command('destroy'),
  };
}
