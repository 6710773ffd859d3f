// The machine of a pipeline: a folder with the program, a shell, and commands that are recorded instead of run.
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensurePulumi, putOnPath } from '../../../../tools/src/pulumi';
import { OFFLINE } from '../../../../tools/src/pulumiCli/offline';
import { outputOf } from '../texts/commandOutput';

const root = path.resolve(__dirname, '..', '..', '..', '..');

/** Runs a script with these variables. @throws Error with the output if it fails. */
export type ShellRun = (script: string, variables: Readonly<Record<string, string>>) => Promise<string>;

/** Replacements of commands that need the internet. They record their calls in the folder of the runner. */
const COMMANDS: Readonly<Record<string, string>> = {
  // `npm ci` does nothing, because the packages are linked.
  npm: '[ "$1" = ci ]',
  npx: `[ "$1" = pulumi-cloud-compute ] && shift && exec node ${path.join(root, 'dist', 'cli', 'index.js')} "$@"`,
  gh: 'echo "$GH_TOKEN $*" >> "$RUNNER/gh"; while [ "$1" != --body-file ]; do shift; done; cp "$2" "$RUNNER/comment"',
  // The files of main, in the folder that is the last argument.
  git: '[ "$1" = clone ] && echo "$*" >> "$RUNNER/git" && cp -RP "$RUNNER/program/." "${!#}"',
  // A pause before a list is read.
  sleep: '[ "$1" = 10 ]',
  // The installation of Pulumi, or a comment on a merge request.
  curl: 'case "$*" in *get.pulumi.com*) echo true ;; *) echo "$*" >> "$RUNNER/curl"; cp comment.md "$RUNNER/comment" ;; esac',
};

/** A runner that keeps the state of all stacks between its runs. */
export class Runner {
  private constructor(
    /** The folder with the commands, the home folder, the state and the comment. */
    private readonly folder: string,
    /** The folder of the checkout. */
    readonly program: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  /** @param example the folder in examples that is deployed. */
  static async start(example: string): Promise<Runner> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-pipeline-'));
    const [program, bin] = [path.join(folder, 'program'), path.join(folder, 'bin')];
    await cp(path.join(root, 'examples', example), program, {
      recursive: true,
      filter: (source) => !source.includes('node_modules'),
    });
    await symlink(path.join(root, 'node_modules'), path.join(program, 'node_modules'), 'dir');
    for (const name of ['bin', 'empty', 'home', 'state', 'tmp']) await mkdir(path.join(folder, name));
    const env: NodeJS.ProcessEnv = {
      ...{ PATH: process.env['PATH'], HOME: path.join(folder, 'home'), RUNNER: folder },
      TMPDIR: path.join(folder, 'tmp'),
      PULUMI_HOME: path.join(folder, 'home', '.pulumi'),
      PULUMI_BACKEND_URL: `file://${path.join(folder, 'state')}`,
      PULUMI_CONFIG_PASSPHRASE: 'on this machine only',
      ...OFFLINE,
      // Another test compiles every example.
      PULUMI_NODEJS_TRANSPILE_ONLY: 'true',
    };
    putOnPath(env, await ensurePulumi());
    env['PATH'] = `${bin}${path.delimiter}${env['PATH'] ?? ''}`;
    const runner = new Runner(folder, program, env);
    for (const [name, script] of Object.entries(COMMANDS)) await runner.addCommand(name, script);
    return runner;
  }

  /** Adds a command to the PATH. */
  addCommand(name: string, script: string): Promise<void> {
    const file = path.join(this.folder, 'bin', name);
    return writeFile(file, `#!/usr/bin/env bash\nset -e\n${script}\n`, { mode: 0o755 });
  }

  readonly shell: ShellRun = async (script, variables) => {
    const file = path.join(this.folder, 'step.sh');
    await writeFile(file, script);
    // Without a strategy for Git, a job of GitLab begins in a folder without files.
    const cwd = variables['GIT_STRATEGY'] === 'none' ? path.join(this.folder, 'empty') : this.program;
    // As GitHub runs a step with `shell: bash`.
    return this.command('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], variables, cwd);
  };

  /** Runs a command, in the checkout if no other folder is given. @throws Error with the output if it fails. */
  command(
    command: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>> = {},
    cwd = this.program,
  ): Promise<string> {
    const env = { ...this.env, ...variables };
    return outputOf(command, args, { cwd, env });
  }

  /** Changes the program, as a commit would. */
  async edit(from: string, to: string): Promise<void> {
    const file = path.join(this.program, 'index.ts');
    const text = await readFile(file, 'utf8');
    if (!text.includes(from)) throw new Error(`The program does not contain ${from}.`);
    await writeFile(file, text.replace(from, to));
  }

  /** The stacks that exist. */
  async stacks(): Promise<string[]> {
    const listed = JSON.parse(await this.command('pulumi', ['stack', 'ls', '--json'])) as { name: string }[];
    return listed.map(({ name }) => name).sort();
  }

  /** The config of a stack. */
  config(stack: string): Promise<string> {
    return readFile(path.join(this.program, `Pulumi.${stack}.yaml`), 'utf8');
  }

  /** The last comment on the pull request. */
  comment(): Promise<string> {
    return readFile(path.join(this.folder, 'comment'), 'utf8');
  }

  /** The calls of a recorded command. */
  calls(command: 'gh' | 'curl' | 'git'): Promise<string> {
    return readFile(path.join(this.folder, command), 'utf8');
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
