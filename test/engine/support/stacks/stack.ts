// A stack that the real engine deploys, with its own program, folder, state and Pulumi home.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Stack } from '@pulumi/pulumi/automation';
import { LocalWorkspace, PulumiCommand } from '@pulumi/pulumi/automation';
import { outputOf } from '../texts/commandOutput';
import { ensurePulumi, putOnPath } from '../../../../tools/src/pulumi';
import type { Door } from '../doors';
import { dynamic } from '../doors';
import type { Outcome } from '../outcome';
import { OWNER, eventsIn, outcomeOf } from '../outcome';
import { resourcesIn, stateText } from './state';
import { OFFLINE } from '../../../../tools/src/pulumiCli/offline';
import type { StateResource } from './state';

export type { StateResource } from './state';

const root = path.resolve(__dirname, '..', '..', '..', '..');

export interface TestStackOptions {
  /** Where the emulator listens. */
  readonly url: string;
  /** Whether dynamic resources or the native plugin deploy it. Default: dynamic resources. */
  readonly door?: Door;
  /** The body of the program; `cc` is the package, `pulumi` the SDK. It assigns the outputs to `exports`. */
  readonly program: string;
  /** Credentials other than the emulator's first client. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The folder of the program's packages. Default: the packages of this repository. */
  readonly modules?: string;
  /** The folder of the `node` that runs the program and its provider. Default: the first on the PATH. */
  readonly node?: string;
  /** More settings of the provider, e.g. `{ planChecks: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Configuration of the program itself. */
  readonly config?: Readonly<Record<string, string>>;
}

/** The URNs of the resources that a command is limited to; absent means the whole stack. */
export interface Targets {
  readonly target?: string[];
  readonly targetDependents?: boolean;
}

/** The installed CLI, asked for its version once for all stacks. */
let command: Promise<PulumiCommand> | undefined;

export class TestStack {
  private constructor(
    private readonly folder: string,
    private readonly door: Door,
    readonly stack: Stack,
  ) {}

  static async create({ door = dynamic, ...options }: TestStackOptions): Promise<TestStack> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-stack-'));
    await symlink(
      options.modules ?? path.join(root, 'node_modules'),
      path.join(folder, 'node_modules'),
      'dir',
    );
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'program', main: 'index.js' }));
    await writeFile(path.join(folder, 'index.js'), programText(door, options.program));
    const env = { ...process.env };
    putOnPath(env, await ensurePulumi());
    process.env['PATH'] = env['PATH'];
    if (options.node !== undefined) putOnPath(env, options.node);
    const stack = await LocalWorkspace.createStack(
      { stackName: 'dev', workDir: folder },
      {
        pulumiCommand: await (command ??= PulumiCommand.get()),
        pulumiHome: path.join(folder, 'home'),
        projectSettings: {
          name: 'test',
          runtime: { name: 'nodejs', options: { typescript: false } },
          backend: { url: `file://${folder}` },
          ...(await door.prepare(folder)),
        },
        envVars: {
          PATH: env['PATH'] ?? '',
          PULUMI_CONFIG_PASSPHRASE: 'engine test',
          ...OFFLINE,
          PULUMI_SKIP_CONFIRMATIONS: 'true',
          CLOUD_COMPUTE_BASE_URL: '',
          CLOUD_COMPUTE_CLIENT_ID: '',
          CLOUD_COMPUTE_CLIENT_SECRET: '',
        },
      },
    );
    const { url: baseUrl, clientId = 'emulator', clientSecret = 'emulator', settings, config = {} } = options;
    const all = Object.entries({ baseUrl, clientId, clientSecret, ...settings });
    const ofProvider = all.map(([name, value]) => [`${door.namespace}:${name}`, value] as const);
    await stack.setAllConfig(
      Object.fromEntries(
        [...ofProvider, ...Object.entries(config)].map(([key, value]) => [
          key,
          { value, secret: key.endsWith(':clientSecret') },
        ]),
      ),
    );
    return new TestStack(folder, door, stack);
  }

  /** Replaces the program. */
  async program(body: string): Promise<void> {
    await writeFile(path.join(this.folder, 'index.js'), programText(this.door, body));
  }

  /** Changes a setting, e.g. `planChecks`. */
  async configure(name: string, value: string): Promise<void> {
    await this.stack.setConfig(`${this.door.namespace}:${name}`, { value });
  }

  up({
    replace = [],
    plan,
    continuesOnError = false,
    ...targets
  }: Targets & { replace?: string[]; plan?: string; continuesOnError?: boolean } = {}): Promise<Outcome> {
    const chosen = [
      ...(continuesOnError ? ['--continue-on-error'] : []),
      ...replace.flatMap((urn) => ['--replace', urn]),
      ...(plan === undefined ? [] : ['--plan', plan]),
    ];
    return this.operate('up', '--yes', '--skip-preview', ...chosen, ...flags(targets));
  }

  /** Deploys an inline program in a new process. @returns the output. */
  async upInline(body: string): Promise<string> {
    const { pulumiHome, workDir, envVars } = this.stack.workspace;
    const file = path.join(this.folder, 'inline.js');
    await writeFile(file, inlineText(body));
    return outputOf(process.execPath, [file, this.stack.name], {
      cwd: workDir,
      env: { ...process.env, PULUMI_HOME: pulumiHome, ...envVars },
    });
  }

  /** @param options `plan`: the file that the plan is written to. */
  preview({ plan }: { plan?: string } = {}): Promise<Outcome> {
    return this.operate('preview', ...(plan === undefined ? [] : ['--save-plan', plan]));
  }

  refresh({ runsProgram = false }: { runsProgram?: boolean } = {}): Promise<Outcome> {
    return this.operate('refresh', '--yes', '--skip-preview', ...(runsProgram ? ['--run-program'] : []));
  }

  destroy(targets: Targets = {}): Promise<Outcome> {
    return this.operate('destroy', '--yes', '--skip-preview', ...flags(targets));
  }

  async outputs(): Promise<Record<string, unknown>> {
    const outputs = await this.stack.outputs();
    return Object.fromEntries(
      Object.entries(outputs).map(([name, output]) => [name, output.value as unknown]),
    );
  }

  /** The resources in state, without the stack, its providers and its owner. */
  async resources(): Promise<StateResource[]> {
    return (await this.everything()).filter(({ type }) => type !== OWNER);
  }

  /** The id of the hidden owner. */
  async owner(): Promise<string> {
    return (await this.everything()).find(({ type }) => type === OWNER)?.id ?? '';
  }

  private async everything(): Promise<StateResource[]> {
    const text = await this.stateText();
    const all = text.includes('"ciphertext"') ? await this.exported() : resourcesIn(text);
    return all.filter(({ type }) => type.startsWith(this.door.typeOf('')));
  }

  /** The resources in state, with their secrets. */
  private async exported(): Promise<StateResource[]> {
    const deployment = (await this.stack.exportStack()).deployment as { resources?: StateResource[] };
    return deployment.resources ?? [];
  }

  /** The only resource of this class in state. */
  async resource(kind: string): Promise<StateResource> {
    return oneOf(kind, await this.resources());
  }

  /** Changes the resources in state, as the commands of `pulumi state` do. */
  async editState(edit: (resources: StateResource[]) => StateResource[]): Promise<void> {
    const state = await this.stack.exportStack();
    const deployment = state.deployment as { resources: StateResource[] };
    await this.stack.importStack({
      ...state,
      deployment: { ...deployment, resources: edit(deployment.resources) },
    });
  }

  /** The names of the files that earlier runs have noted on this computer. */
  async notes(): Promise<string[]> {
    return readdir(path.join(this.stack.workspace.pulumiHome ?? '', 'cloud-compute'));
  }

  /** Removes what earlier runs have noted on this computer, as if the next one ran on another. */
  async forgetNotes(): Promise<void> {
    const notes = path.join(this.stack.workspace.pulumiHome ?? '', 'cloud-compute');
    await rm(notes, { recursive: true, force: true });
  }

  /** The state on disk, in which secrets are encrypted. */
  stateText(): Promise<string> {
    return stateText(this.folder);
  }

  /** Removes the folder with the state; resources stay in the cloud. */
  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Runs one command, without the further commands by which the Automation API reads its result. */
  private async operate(...args: string[]): Promise<Outcome> {
    const { pulumiHome, workDir, envVars } = this.stack.workspace;
    const log = path.join(this.folder, 'events.jsonl');
    const more = ['--stack', this.stack.name, '--non-interactive', '--event-log', log];
    // The flag for events needs the debugging commands.
    const env = { ...process.env, PULUMI_DEBUG_COMMANDS: 'true', PULUMI_HOME: pulumiHome, ...envVars };
    const { stdout, stderr } = await execute('pulumi', [...args, ...more], {
      ...{ cwd: workDir, env },
      maxBuffer: Number.POSITIVE_INFINITY,
    }).catch((error: unknown) => {
      const { stdout: printed, stderr: complaint } = error as Failed;
      throw new OperationFailed(`${printed}${complaint}`, error);
    });
    return { ...outcomeOf(await eventsIn(log), this.door), output: `${stdout}${stderr}` };
  }
}

/** A program of the Automation API that deploys an inline program to a stack of the same project. */
const inlineText = (body: string): string => `
  const { LocalWorkspace } = require('@pulumi/pulumi/automation');
  const program = async () => { ${body} };
  LocalWorkspace.selectStack({ stackName: process.argv[2], projectName: 'test', program }, { workDir: __dirname })
    .then((stack) => stack.up({ onOutput: (text) => process.stdout.write(text) }))
    .then(() => process.exit(), (error) => { console.error(error); process.exit(1); });`;

/** The only resource of this class, and of this name if one is given. */
export function oneOf(kind: string, resources: readonly StateResource[], name?: string): StateResource {
  const [found, ...others] = resources.filter(
    ({ type, urn }) => type.endsWith(`:${kind}`) && (name === undefined || urn.endsWith(`::${name}`)),
  );
  if (!found || others.length > 0) throw new Error(`There is not one ${kind} ${name ?? ''} in state.`);
  return found;
}

const execute = promisify(execFile);
type Failed = Error & { readonly stdout: string; readonly stderr: string };

const flags = ({ target = [], targetDependents = false }: Targets): string[] => [
  ...target.flatMap((urn) => ['--target', urn]),
  ...(targetDependents ? ['--target-dependents'] : []),
];

/** A command of the engine failed; its output says why. */
export class OperationFailed extends Error {
  override readonly name = 'OperationFailed';
  constructor(
    readonly output: string,
    cause: unknown,
  ) {
    super(output, { cause });
  }
}

const programText = ({ module }: Door, body: string): string =>
  `const pulumi = require('@pulumi/pulumi');\nconst cc = require('${module}');\n${body}\n`;
