#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { CloudComputeError } from '../api/errors';
import { RemovalError } from '../core/orphans/removeOrphan';
import { listOrphans } from './list';
import type { RemoveOptions } from './remove';
import { removeOrphans } from './remove';
import { UsageError } from './usageError';

const { version } = JSON.parse(readFileSync(path.join(__dirname, '..', '..', 'package.json'), 'utf8')) as {
  version: string;
};

const program = new Command()
  .name('pulumi-cloud-compute')
  .description('Shows and removes what a project is billed for and no Pulumi state may know.')
  .version(version)
  .enablePositionalOptions()
  .addHelpText(
    'after',
    '\nReads CLOUD_COMPUTE_BASE_URL, CLOUD_COMPUTE_CLIENT_ID and CLOUD_COMPUTE_CLIENT_SECRET from the environment.',
  );

const orphans = program
  .command('orphans')
  .description('Lists what carries a pending tag: no run has confirmed yet that it is in state.')
  .enablePositionalOptions()
  .option('--state <file>', 'output of `pulumi stack export`: says what is in that state')
  .option('--json', 'prints a JSON array')
  .action((options: { readonly state?: string; readonly json?: boolean }) => listOrphans(options));

orphans
  .command('remove')
  .description(
    'Moves orphans to the trash, with the volumes that were made with them; failed deployments are removed for good.',
  )
  .argument('<ids...>', 'ids from the list')
  .option('--state <file>', 'output of `pulumi stack export`: what is in that state is refused')
  .option('--yes', 'does not ask')
  .option(
    '--force',
    'also without --state, and what is younger than an hour, to be kept, or ordered by another version of the package',
  )
  .option('--json', 'prints a JSON array of what was removed; needs --yes')
  .action((ids: readonly string[], options: RemoveOptions) => removeOrphans(ids, options));

program.parseAsync().catch((error: unknown) => {
  const isSentence =
    error instanceof CloudComputeError || error instanceof UsageError || error instanceof RemovalError;
  const text = isSentence
    ? error.message
    : `A defect in pulumi-cloud-compute: ${String(error)}. Please report it.`;
  process.stderr.write(`error: ${text}\n`);
  process.exitCode = 1;
});
