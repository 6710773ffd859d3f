#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { printableLines } from '../api/printable';
import type { CostOptions } from './cost/cost';
import { showCost } from './cost/cost';
import type { DoctorOptions } from './doctor/doctor';
import { runDoctor } from './doctor/doctor';
import { milliseconds } from '../core/values/duration';
import { errorText } from './errorText';
import type { ExpiredOptions } from './expired/expired';
import { showExpired } from './expired/expired';
import type { ImportFileOptions } from './importFile/importFile';
import { writeImportFile } from './importFile/importFile';
import { ownManifest } from './manifest';
import { listOrphans } from './orphans/list';
import type { RemoveOptions } from './orphans/remove';
import { removeOrphans } from './orphans/remove';
import type { SshConfigOptions } from './sshConfig/sshConfig';
import { printSshConfig } from './sshConfig/sshConfig';

const STATES = 'output of `pulumi stack export`, once for each stack';

const LONGEST_INTERVAL_MS = 24 * 3_600_000;

/** Commander keeps only the last value of an option that is given several times. */
const collect = (file: string, others: readonly string[] = []): string[] => [...others, file];

/** A value that is not empty: the variable of a script may be unset. */
function given(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return value;
}

function price(value: string): number {
  const number = Number(given(value));
  if (!Number.isFinite(number) || number < 0)
    throw new InvalidArgumentError('It is no price per hour, e.g. 20 or 1.5.');
  return number;
}

function interval(value: string): number {
  const ms = milliseconds(value.trim());
  if (ms === undefined || ms < 1_000 || ms > LONGEST_INTERVAL_MS)
    throw new InvalidArgumentError('It is no duration from 1s to 24h, e.g. 10m.');
  return ms;
}

const program = new Command()
  .name('pulumi-cloud-compute')
  .description(
    'Checks the set-up of a stack, shows the cost of a project, lists its resources for an import, writes a configuration for SSH, removes machines whose end has passed, and removes orphans of interrupted runs.',
  )
  .version(ownManifest.version)
  .enablePositionalOptions()
  // Commands inherit it, so it must come before them.
  .exitOverride()
  .addHelpText(
    'after',
    `
cost, expired, import-file, ssh-config and orphans read CLOUD_COMPUTE_BASE_URL, CLOUD_COMPUTE_CLIENT_ID and CLOUD_COMPUTE_CLIENT_SECRET from the
environment; doctor also reads the config of the stack in this folder.

Exit codes: 0 success, 1 failure, 2 wrong arguments.`,
  );

program
  .command('doctor')
  .description(
    'Checks versions, settings, credentials, clock and limits, and says how to solve each problem.',
  )
  .option('--stack <name>', 'the stack whose config is read; default: the selected stack', given)
  .option('--json', 'print a JSON array')
  .action((options: DoctorOptions) => runDoctor(options));

program
  .command('cost')
  .description(
    'Shows the cost of everything that is billed in the project, per hour and per month (730 hours).',
  )
  .option(
    '--by-tag <key>',
    'sums for each value of this tag, e.g. team; volumes that were created with a machine count with its tag',
    given,
  )
  .option('--max <price>', 'exit with 1 if everything together costs more than this per hour', price)
  .option('--json', 'print a JSON object')
  .action((options: CostOptions) => showCost(options));

const orphans = program
  .command('orphans')
  .description(
    'Shows orphans: billed resources that an interrupted run created and that may be in no Pulumi state. Lists the resources with a pending tag: no run has confirmed that they are in state.',
  )
  .enablePositionalOptions()
  .option('--state <file>', `${STATES}; the list then says which resources are in state`, collect)
  .option('--json', 'print a JSON array')
  // Commander would only count the arguments.
  .allowExcessArguments()
  .action((options: { readonly state?: readonly string[]; readonly json?: boolean }, command: Command) => {
    const [name] = command.args;
    if (name !== undefined)
      command.error(
        `error: unknown command '${name}'. Write \`orphans remove\`, or leave it out for the list.`,
      );
    return listOrphans(options);
  });

orphans
  .command('remove')
  .description(
    'Deletes orphans with the volumes that were created with them. Volumes are moved to the trash; those of a failed deployment are deleted permanently.',
  )
  .argument('<ids...>', 'ids from the list')
  .option('--state <file>', `${STATES}; resources in one of these states are refused`, collect)
  .option('--yes', 'do not ask for confirmation')
  .option(
    '--force',
    'also remove without --state, with encrypted values in the state, and resources that are younger than an hour, protected or retained, or ordered by another version of the package',
  )
  .option('--json', 'print the removed ids as a JSON array; needs --yes')
  .action((ids: readonly string[], options: RemoveOptions) => {
    // `orphans --state FILE remove …` gives the option to the command `orphans`.
    const { state = [] } = orphans.opts<RemoveOptions>();
    const states = [...state, ...(options.state ?? [])];
    return removeOrphans(ids, states.length > 0 ? { ...options, state: states } : options);
  });

program
  .command('expired')
  .description(
    'Lists the machines that have an end (`maxRunDuration`), the soonest first. With --remove, deletes or hibernates those whose end has passed: a machine with its operating-system volume, to the trash. All other volumes stay.',
  )
  .option('--remove', 'carry out what is due')
  .option('--yes', 'do not ask for confirmation')
  .option('--state <file>', `${STATES}; only the machines of these states`, collect)
  .addOption(
    new Option('--watch <duration>', 'stay, and repeat after this time, e.g. 10m; with --remove, needs --yes')
      .argParser(interval)
      .conflicts('require'),
  )
  .option('--require', 'exit with 1 if a machine has no end')
  .option('--json', 'print a JSON object; with --watch, one line for each round; with --remove, needs --yes')
  .addHelpText(
    'after',
    `
Exit codes: 0 nothing failed, also if something is due and --remove is not given, and after SIGINT or SIGTERM with --watch;
1 the cloud could not be read, a machine that is due could not be removed, or, with --require, a machine has no end;
2 wrong arguments. With --watch, what the cloud refuses is reported, and tried again in the next round.`,
  )
  .action((options: ExpiredOptions) => showExpired(options));

program
  .command('import-file')
  .description(
    'Writes the file for `pulumi import --file`: everything in the project that a stack of the native plugin can manage.',
  )
  .option('--out <file>', 'the file to write; default: standard output', given)
  .option('--state <file>', `${STATES}; resources in one of these states are left out`, collect)
  .option('--force', 'overwrite the file')
  .action((options: ImportFileOptions) => writeImportFile(options));

program
  .command('ssh-config')
  .description(
    'Prints an OpenSSH client configuration for the machines of a stack (--state) or of the project (--prefix).',
  )
  .option('--state <file>', `${STATES}; each Host is STACK-HOSTNAME`, collect)
  .option('--prefix <name>', 'for the machines of the project: each Host is NAME-HOSTNAME', given)
  .option('--known-hosts <file>', 'write the host keys into this file; needs --state', given)
  .action((options: SshConfigOptions) => printSshConfig(options));

// The reader of a pipe may close it early, as `head` does. The command still does all of its work.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return;
  process.stderr.write(`error: The output cannot be written: ${error.message}\n`);
  process.once('exit', () => (process.exitCode = 1));
});

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    // Commander has printed the message already. Help and version end with code 0: they are not errors.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return;
  }
  process.stderr.write(`error: ${printableLines(errorText(error))}\n`);
  process.exitCode = 1;
});
