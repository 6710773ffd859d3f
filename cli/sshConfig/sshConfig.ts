// `ssh-config`: prints an OpenSSH client configuration for machines.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withClient } from '../client';
import { sayLeftOut } from '../leftOut';
import { UsageError } from '../usageError';
import type { Host } from './machines';
import { hostsOf, isPrefix, machinesIn, machinesOf } from './machines';

/** The options of the command. */
export interface SshConfigOptions {
  readonly state?: readonly string[];
  readonly prefix?: string;
  readonly knownHosts?: string;
}

export async function printSshConfig(options: SshConfigOptions): Promise<void> {
  const { hosts, leftOut } = hostsOf(await candidatesOf(options));
  sayLeftOut(leftOut);
  if (hosts.length === 0) process.stderr.write('There is no machine to log in to.\n');
  const { knownHosts } = options;
  const file = knownHosts === undefined ? undefined : path.resolve(knownHosts);
  if (file !== undefined) writeKnownHosts(file, hosts);
  process.stdout.write(hosts.map((host) => blockOf(host, file)).join('\n'));
}

async function candidatesOf({ state, prefix, knownHosts }: SshConfigOptions) {
  if (state !== undefined) {
    if (prefix !== undefined)
      throw new UsageError('With --state, the names begin with the name of the stack. Leave --prefix out.');
    return machinesIn(state);
  }
  if (knownHosts !== undefined)
    throw new UsageError(
      '--known-hosts needs --state FILE: the cloud does not know the host keys, only a state does.',
    );
  if (prefix === undefined)
    throw new UsageError(
      'For the machines of the project, --prefix NAME is needed: each Host is NAME-HOSTNAME.',
    );
  if (!isPrefix(prefix))
    throw new UsageError('--prefix may have letters, digits, hyphens, dots and underscores.');
  return withClient((client) => machinesOf(client, prefix));
}

function blockOf({ alias, address, user, port, hostKey }: Host, knownHosts: string | undefined): string {
  const lines = [
    `HostName ${address}`,
    `User ${user}`,
    ...(port === undefined ? [] : [`Port ${String(port)}`]),
    // Another machine may get its address later.
    `HostKeyAlias ${alias}`,
    ...(knownHosts !== undefined && hostKey !== undefined
      ? [`UserKnownHostsFile "${knownHosts.replaceAll('%', '%%')}"`, 'StrictHostKeyChecking yes']
      : []),
  ];
  return [`Host ${alias}`, ...lines.map((line) => `  ${line}`), ''].join('\n');
}

const HEADER = '# Written by `pulumi-cloud-compute ssh-config`.';

/** Writes the host keys, but not over a file that this command has not written. */
function writeKnownHosts(file: string, hosts: readonly Host[]): void {
  if (/["\n]/.test(file))
    throw new UsageError('The path of --known-hosts has a quote or a line break: choose another.');
  try {
    if (existsSync(file) && !readFileSync(file, 'utf8').startsWith(HEADER))
      throw new UsageError(
        `${file} exists, and this command has not written it. Choose another file for --known-hosts.`,
      );
    const lines = hosts.flatMap(({ alias, hostKey }) => (hostKey === undefined ? [] : `${alias} ${hostKey}`));
    writeFileSync(file, [HEADER, ...lines, ''].join('\n'));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(
      `${file} cannot be written: ${(error as Error).message}. Choose another file for --known-hosts.`,
    );
  }
  const without = hosts.filter(({ hostKey }) => hostKey === undefined);
  if (without.length > 0)
    process.stderr.write(
      `No host key is in the state of ${without.map(({ alias }) => alias).join(', ')}: an ssh condition of waitFor records it.\n`,
    );
}
