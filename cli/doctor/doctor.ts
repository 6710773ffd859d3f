// `doctor`: checks everything that a run needs, and says how to solve each problem.
import { styleText } from 'node:util';
import { configurationFrom, findSettings } from '../../core/configuration';
import { ConfigurationError } from '../../api/errors';
import { cloudFindings } from './cloud';
import type { Finding } from './finding';
import { skipped } from './finding';
import { orError } from './orError';
import { parallelism } from './parallelism';
import type { About } from './pulumiCommand';
import { PulumiCommandError, about, isInProject, stackConfig } from './pulumiCommand';
import type { ConfigSource } from './settings';
import { settingFindings, stackFinding } from './settings';
import { cliVersions, packageVersions } from './versions';
import { printable } from '../../api/printable';
import { jsonOf } from '../json';

/** The options of the command. */
export interface DoctorOptions {
  readonly stack?: string;
  readonly json?: boolean;
}

/** Prints each finding as soon as it is known; exit code 1 if something is wrong. */
export async function runDoctor({ stack, json = false }: DoctorOptions): Promise<void> {
  const findings: Finding[] = [];
  for await (const finding of examine(process.cwd(), process.env, stack)) {
    findings.push(finding);
    if (!json) process.stdout.write(textOf(finding));
  }
  const bad = findings.filter(({ status }) => status === 'wrong').length;
  if (json) process.stdout.write(jsonOf(findings));
  else process.stdout.write(bad === 0 ? '\nEverything that a run needs is there.\n' : `\nWrong: ${bad}.\n`);
  if (bad > 0) process.exitCode = 1;
}

/** All findings, in the order in which one depends on another. */
export async function* examine(
  folder: string,
  environment: NodeJS.ProcessEnv,
  stack?: string,
): AsyncGenerator<Finding, void, undefined> {
  yield* packageVersions(folder);
  const cli = await orError(about(), PulumiCommandError);
  yield* cliVersions(cli);
  yield parallelism(environment);
  const source = await configSource(folder, cli, stack);
  yield stackFinding(source);
  const config = source.stack === undefined ? {} : source.config;
  const read = (key: string) => config[key]?.value;
  yield* settingFindings(findSettings(read, environment), config, environment);
  try {
    yield* cloudFindings(configurationFrom(read, environment));
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    yield skipped('address', 'a setting is missing');
  }
}

async function configSource(
  folder: string,
  cli: About | PulumiCommandError,
  stack: string | undefined,
): Promise<ConfigSource> {
  if (!isInProject(folder)) return { stack: undefined, reason: 'no Pulumi project in this folder' };
  if (cli instanceof PulumiCommandError) return { stack: undefined, reason: cli };
  const config = await orError(stackConfig(stack), PulumiCommandError);
  if (config instanceof PulumiCommandError) return { stack: undefined, reason: config, requested: stack };
  return { stack: stack ?? cli.currentStack?.name ?? 'the selected stack', config };
}

const COLOURS = { ok: 'green', warning: 'yellow', wrong: 'red', skipped: 'gray' } as const;
const STATUS_WIDTH = 9;
const CHECK_WIDTH = 27;

function textOf({ check, status, value, advice }: Finding): string {
  const word = status.padEnd(STATUS_WIDTH);
  // Also false with NO_COLOR, and with output that is not a terminal.
  const shown = process.stdout.isTTY && process.stdout.hasColors() ? styleText(COLOURS[status], word) : word;
  const more = advice === undefined ? '' : `${' '.repeat(STATUS_WIDTH)}${printable(advice)}\n`;
  return `${shown}${check.padEnd(CHECK_WIDTH)}${printable(value)}\n${more}`;
}
