// Facts from the Pulumi CLI: about itself, and about the stack in this folder.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The parts that doctor reads of `pulumi about --json`. */
export interface About {
  readonly cliAbout?: { readonly version?: string };
  readonly currentStack?: { readonly name?: string } | null;
  readonly plugins?:
    readonly { readonly name: string; readonly version?: string; readonly kind?: string }[] | null;
}

/** A value of `pulumi config --json`. */
interface ConfigValue {
  readonly value?: string;
  readonly secret?: boolean;
}

/** The config of a stack, by key, e.g. `cloudCompute:baseUrl`. */
export type StackConfig = Readonly<Record<string, ConfigValue>>;

/** A command of Pulumi failed; the message is its output. */
export class PulumiCommandError extends Error {
  override readonly name = 'PulumiCommandError';

  constructor(
    message: string,
    /** Whether there is no Pulumi CLI. */
    readonly isMissing: boolean,
  ) {
    super(message);
  }
}

const TIMEOUT_MS = 60_000;

/** The facts about the CLI. @throws PulumiCommandError */
export const about = async (): Promise<About> => (await run(['about'])) as About;

/**
 * The config of a stack, with its secrets in plain text.
 *
 * @param stack its name. Default: the selected stack.
 * @throws PulumiCommandError
 */
export const stackConfig = async (stack: string | undefined): Promise<StackConfig> =>
  (await run([
    'config',
    '--show-secrets',
    ...(stack === undefined ? [] : ['--stack', stack]),
  ])) as StackConfig;

/** Whether a folder, or one above it, has a Pulumi project. */
export function isInProject(folder: string): boolean {
  if (['Pulumi.yaml', 'Pulumi.yml', 'Pulumi.json'].some((name) => existsSync(path.join(folder, name))))
    return true;
  const parent = path.dirname(folder);
  return parent !== folder && isInProject(parent);
}

function run(args: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const options = {
      timeout: TIMEOUT_MS,
      // `pulumi about` lists all resources of the stack.
      maxBuffer: Infinity,
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: 'true' },
    };
    execFile('pulumi', [...args, '--json', '--non-interactive'], options, (error, stdout, stderr) => {
      try {
        if (error === null) {
          resolve(JSON.parse(stdout));
          return;
        }
        const printed = stderr.trim().replace(/^error: /, '');
        const reason = error.killed === true ? `gave no answer within ${TIMEOUT_MS / 1_000} s` : printed;
        // The message of execFile would repeat the output.
        reject(
          new PulumiCommandError(reason || `exit code ${error.code ?? 'none'}`, error.code === 'ENOENT'),
        );
      } catch {
        reject(new PulumiCommandError('its output is not JSON', false));
      }
    });
  });
}
