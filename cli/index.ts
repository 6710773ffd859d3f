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
  .description(
    'Shows and removes orphans: billed resources that an interrupted run created and that may be in no Pulumi state.',
  )
  .version(version)
  .enablePositionalOptions()
  .addHelpText(
    'after',
    '\nReads CLOUD_COMPUTE_BASE_URL, CLOUD_COMPUTE_CLIENT_ID and CLOUD_COMPUTE_CLIENT_SECRET from the environment.',
  );

const orphans = program
  .command('orphans')
  .description('Lists the resources with a pending tag: no run has confirmed that they are in state.')
  .enablePositionalOptions()
  .option(
    '--state <file>',
    'output of `pulumi stack export`; the list then says which resources are in this state',
  )
  .option('--json', 'print a JSON array')
  .action((options: { readonly state?: string; readonly json?: boolean }) => listOrphans(options));

orphans
  .command('remove')
  .description(
    'Deletes orphans with the volumes that were created with them. Volumes are moved to the trash; those of a failed deployment are deleted permanently.',
  )
  .argument('<ids...>', 'ids from the list')
  .option('--state <file>', 'output of `pulumi stack export`; resources in this state are refused')
  .option('--yes', 'do not ask for confirmation')
  .option(
    '--force',
    'also remove without --state, and resources that are younger than an hour, protected or retained, or ordered by another version of the package',
  )
  .option('--json', 'print the removed ids as a JSON array; needs --yes')
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
