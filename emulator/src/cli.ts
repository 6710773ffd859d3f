#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from 'commander';
import { version } from './version';
import { startEmulator } from './emulator';
import { defaultClient } from './options';
import type { ClientCredentials } from './cloud/access';
import type { EmulatorOptions } from './options';
import type { Role } from './cloud/events';

const roles: readonly string[] = ['owner', 'admin', 'developer'] satisfies Role[];

function client(value: string, before: ClientCredentials[] = []): ClientCredentials[] {
  const [id = '', secret = '', role = 'owner', ...rest] = value.split(':');
  if (id === '' || secret === '' || rest.length > 0) {
    throw new InvalidArgumentError('Write it as id:secret or id:secret:role.');
  }
  if (!roles.includes(role)) throw new InvalidArgumentError(`The roles are ${roles.join(', ')}.`);
  return [...before, { id, secret, role: role as Role }];
}

function positive(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0)
    throw new InvalidArgumentError('It has to be a number above zero.');
  return number;
}

function port(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new InvalidArgumentError('It has to be a whole number from 0 to 65535.');
  }
  return number;
}

function amount(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number))
    throw new InvalidArgumentError('It has to be a number.');
  return number;
}

const program = new Command()
  .name('cloud-compute-emulator')
  .description(
    'A GPU cloud’s public REST API on this machine: instances, volumes, keys, scripts, groups and tags.',
  )
  .version(version)
  .option('--port <number>', 'where to listen; 0 takes any free port', port, 0)
  .option('--host <address>', 'the address to listen on', '127.0.0.1')
  .option('--time-scale <factor>', 'how many times as fast as real time the cloud runs', positive, 1)
  .addOption(
    new Option(
      '--client <id:secret[:role]>',
      `credentials that are accepted, each with a project of its own; repeatable (default: ${defaultClient.id}:${defaultClient.secret})`,
    ).argParser(client),
  )
  .option('--no-rate-limits', 'let any number of requests through')
  .option('--rate-limit-window <seconds>', 'real seconds in which requests are counted', positive, 60)
  .option('--token-lifetime <seconds>', 'real seconds that an access token is valid', positive, 3600)
  .option('--refresh-lifetime <seconds>', 'real seconds that a refresh token is valid', positive, 86_400)
  .option('--balance <amount>', 'what each project has to spend at first', amount, 10_000)
  .option('--seed <text>', 'make ids, tokens and addresses repeatable');

interface Flags extends Required<
  Pick<EmulatorOptions, 'port' | 'host' | 'timeScale' | 'rateLimits' | 'balance'>
> {
  client?: ClientCredentials[];
  rateLimitWindow: number;
  tokenLifetime: number;
  refreshLifetime: number;
  seed?: string;
}

async function main(): Promise<void> {
  const { client: clients, ...flags } = program.parse().opts<Flags>();
  const emulator = await startEmulator({ ...flags, ...(clients && { clients }) });
  console.log(`cloud-compute-emulator listening on ${emulator.url}`);
  const stop = (): void => {
    emulator.close().catch(fail);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** Nobody is helped by a stack trace. */
function fail(error: unknown): void {
  console.error(`cloud-compute-emulator: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

main().catch(fail);
