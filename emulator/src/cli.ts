#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { roles } from './model/events';
import { maximumScriptQuota } from './model/settings';
import { version } from './version';
import { defaultClient } from './options';
import type { AutoTopUpTerms } from './model/billing/autoTopUps';
import type { ClientCredentials } from './model/settings';
import type { Control } from './control/control';
import type { MachinePorts } from './machines/ports';
import type { Violation } from './contract/replies';
import type { EmulatorOptions } from './options';

function client(value: string, before: ClientCredentials[] = []): ClientCredentials[] {
  const [id = '', secret = '', role = 'owner', ...rest] = value.split(':');
  if (id === '' || secret === '' || rest.length > 0) {
    throw new InvalidArgumentError('Write it as id:secret or id:secret:role.');
  }
  const known = roles.find((name) => name === role);
  if (known === undefined) throw new InvalidArgumentError(`The roles are ${roles.join(', ')}.`);
  if (before.some((other) => other.id === id))
    throw new InvalidArgumentError(`The id ${id} is given twice: give each client an id of its own.`);
  return [...before, { id, secret, role: known }];
}

const names = (value: string, before: string[] = []): string[] => [...before, value.toLowerCase()];

function positive(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0)
    throw new InvalidArgumentError('It has to be a number above zero.');
  return number;
}

function port(value: string): number {
  const number = Number(value);
  // Number('') is 0: an unset variable of a script would mean any free port.
  if (value.trim() === '' || !Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new InvalidArgumentError('It has to be a whole number from 0 to 65535.');
  }
  return number;
}

function scripts(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0 && number <= maximumScriptQuota) return number;
  throw new InvalidArgumentError(`It has to be a whole number from 1 to ${maximumScriptQuota}.`);
}

function amount(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number))
    throw new InvalidArgumentError('It has to be a number.');
  return number;
}

function topUp(value: string): AutoTopUpTerms {
  const [threshold = NaN, sum = NaN, ...rest] = value.split(':').map(amount);
  if (rest.length > 0 || !(threshold >= 0) || !(sum > 0)) {
    throw new InvalidArgumentError('Write it as threshold:amount, such as 20:100.');
  }
  return { threshold, amount: sum };
}

const secondsOf = { s: 1, m: 60, h: 3600 };

/** Seconds, or a number of them with a unit. */
function duration(value: string): number {
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(value) ?? [];
  if (number === '') throw new InvalidArgumentError('Write it as 40s, 2m or 1h.');
  return Number(number) * secondsOf[unit as keyof typeof secondsOf];
}

function machinePorts(value: string): Partial<MachinePorts> {
  const ports: Partial<MachinePorts> = {};
  for (const part of value.split(',')) {
    const [, service, number = ''] = /^(ssh|http)=(\d+)$/.exec(part) ?? [];
    const chosen = Number(number);
    if ((service !== 'ssh' && service !== 'http') || service in ports || chosen < 1 || chosen > 65_535)
      throw new InvalidArgumentError('Write it as ssh=2222,http=8000, with ports from 1 to 65535.');
    ports[service] = chosen;
  }
  return ports;
}

function fileName(value: string): string {
  if (value === '') throw new InvalidArgumentError('Name a file.');
  return value;
}

function json(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError) throw new InvalidArgumentError(`It is not JSON: ${message}.`);
    throw new InvalidArgumentError(
      code === 'ENOENT'
        ? 'There is no such file.'
        : code === 'EISDIR'
          ? 'It is a folder: name a file.'
          : message,
    );
  }
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

const program = new Command()
  .name('cloud-compute-emulator')
  .description(
    'A GPU cloud’s public REST API on this machine. Point a client at the address that it prints, with the client id and secret below.',
  )
  .version(version)
  .option('--port <number>', 'where to listen; 0 takes any free port', port, 0)
  .option('--host <address>', 'the address to listen on', '127.0.0.1')
  .option('--time-scale <factor>', 'seconds of the cloud’s clock in a real second (default: 1)', positive)
  .addOption(
    new Option(
      '--client <id:secret[:role]>',
      `credentials that are accepted, each with a project of its own; repeatable; the roles are ${roles.join(', ')} (default: emulator:emulator)`,
    ).argParser(client),
  )
  .option('--data <file>', 'keep the cloud in this file across restarts, also after a kill', fileName)
  .addOption(new Option('--snapshot <file>', 'the same as --data').argParser(fileName).conflicts('data'))
  .option('--balance <amount>', 'the initial balance of each project', amount, 10_000)
  .addOption(
    new Option('--currency <code>', 'the currency of all projects').choices(['usd', 'eur']).default('usd'),
  )
  .option(
    '--auto-top-up <threshold:amount>',
    'top balances up by the amount when they fall below the threshold (default: off)',
    topUp,
  )
  .option(
    '--storage-quota <gigabytes>',
    'most GB of volumes in a project, its trash included (default: no limit)',
    positive,
  )
  .option('--script-quota <number>', 'most startup scripts in a project, up to 10000 (default: 100)', scripts)
  .option(
    '--machines-answer',
    'give each machine a loopback address of its own, where SSH and HTTP answer once it has booted',
  )
  .option(
    '--machine-ports <ssh=2222,http=8000>',
    'the ports of machines that answer (default: 22 and 80 where the system allows, else 2222 and 8000)',
    machinePorts,
  )
  .option('--boot-time <duration>', 'from running until a machine answers (default: 20s)', duration)
  .option(
    '--script-time <duration>',
    'from the first boot until the startup script has ended (default: 30s)',
    duration,
  )
  .option('--seed <text>', 'make ids, tokens and addresses repeatable')
  .option('--no-rate-limits', 'do not limit the number of requests')
  .addOption(
    new Option('--rate-limit-window <seconds>', 'real seconds in which requests are counted')
      .argParser(positive)
      .default(60)
      .conflicts('rateLimits'),
  )
  .option('--token-lifetime <seconds>', 'real seconds that an access token is valid', positive, 3600)
  .option('--refresh-lifetime <seconds>', 'real seconds that a refresh token is valid', positive, 86_400)
  .addOption(
    new Option(
      '--wire <form>',
      'answer as documented, or in the older forms that published clients read: new ids as bare text, single keys and scripts in an array',
    )
      .choices(['current', 'legacy'])
      .default('current'),
  )
  .option('--faults <file>', 'a JSON array of faults to begin with', json)
  .option(
    '--control',
    'serve the control API and the console also on an address that other machines reach (default: only on loopback)',
  )
  .option('--no-control', 'serve neither the control API nor the console')
  .addOption(
    new Option(
      '--allow-host <name>',
      'a further host name under which the control API may be reached; repeatable',
    ).argParser(names),
  )
  .option(
    '--check-replies',
    'compare every reply with the contract; log a reply that differs, and exit with code 1',
  )
  .addOption(
    new Option('--log-level <level>', 'what to log, as JSON on standard error')
      .choices(levels)
      .default('warn'),
  );

type Flags = Omit<EmulatorOptions, 'clients' | 'durations' | 'faults' | 'logger' | 'validateReplies'> & {
  bootTime?: number;
  scriptTime?: number;
  faults?: unknown;
  checkReplies?: boolean;
  client?: ClientCredentials[];
  data?: string;
  allowHost?: string[];
  logLevel: (typeof levels)[number];
};

// Both flags set one option, and commander silently keeps the last value.
const given = new Set<string>();
for (const flag of ['control', 'no-control'])
  program.on(`option:${flag}`, () => {
    given.add(flag);
    if (given.size > 1) program.error("error: option '--control' cannot be used with option '--no-control'");
  });

async function main(): Promise<void> {
  const {
    client: clients,
    data,
    faults,
    allowHost,
    bootTime,
    checkReplies,
    logLevel,
    scriptTime,
    ...flags
  } = program.parse().opts<Flags>();
  // Loaded here, so that `--help` and errors in flags appear at once.
  const [{ startEmulator }, { faultDefinitions }, { pino }] = await Promise.all([
    import('./emulator.js'),
    import('./faults/definition.js'),
    import('pino'),
  ]);
  const emulator = await startEmulator({
    ...flags,
    ...(faults !== undefined && { faults: faultDefinitions(faults) }),
    ...(clients && { clients }),
    durations: {
      ...(bootTime !== undefined && { bootSeconds: bootTime }),
      ...(scriptTime !== undefined && { scriptSeconds: scriptTime }),
    },
    ...(allowHost && { allowedHosts: allowHost }),
    ...(data !== undefined && { snapshot: data }),
    ...(checkReplies !== undefined && { validateReplies: checkReplies }),
    logger: pino({ level: logLevel }, pino.destination({ fd: 2, sync: true })),
  });
  // Before the address is printed: a program that reads it may send a signal at once.
  let isStopping = false;
  const stop = (): void => {
    // After Ctrl-C the signal arrives twice: from the terminal and from npm.
    if (isStopping) return;
    isStopping = true;
    emulator
      .close()
      .then(() => {
        console.log(ending(emulator.control));
        mustBeRight(emulator.violations);
      })
      .catch(fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  console.log(`cloud-compute-emulator listening on ${emulator.url}`);
  console.log(
    `  API      ${emulator.url}/v1  (client ids: ${(clients ?? [defaultClient]).map(({ id }) => id).join(', ')})`,
  );
  if (emulator.isControlled) console.log(`  Console  ${emulator.url}/`);
  console.log(`  Docs     ${emulator.url}/v1/docs`);
  if (emulator.machinePorts !== undefined) {
    const { ssh, http } = emulator.machinePorts;
    console.log(`  Machines answer at their addresses: SSH on port ${ssh}, HTTP on port ${http}`);
  }
}

/** The last line: the number of requests, and the faults that were never applied. */
function ending({ requests, faults }: Control): string {
  const total = Object.values(requests.counts()).reduce((sum, count) => sum + count, 0);
  const idle = faults.list().filter(({ struck }) => struck === 0);
  const named = idle.map(({ id, definition: { kind, operation } }) =>
    operation === undefined ? `${id} (${kind})` : `${id} (${kind}, ${operation})`,
  );
  const unused = named.length === 0 ? '' : ` Faults that were never applied: ${named.join(', ')}.`;
  return `cloud-compute-emulator ended after ${total} requests.${unused}`;
}

function mustBeRight(violations: readonly Violation[]): void {
  const [first] = violations;
  if (first === undefined) return;
  const { operationId, status, message } = first;
  const others = violations.length > 1 ? ` ${violations.length - 1} later replies differed too.` : '';
  throw new Error(
    `A reply differed from the contract: ${operationId} answered ${status}. ${message}${others}`,
  );
}

/** Prints an error without a stack trace. */
function fail(error: unknown): void {
  console.error(`cloud-compute-emulator: ${plain(error)}`);
  process.exitCode = 1;
}

function plain(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'EADDRINUSE') return 'The port is taken. Choose another with --port, or leave it out.';
  if (code === 'EACCES') return 'The port may not be used. Choose one above 1023 with --port.';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'The --host is no address of this machine.';
  return message ?? String(error);
}

// The reader of a pipe may close it early, as `head` does.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE' && process.exitCode === undefined)
    fail(new Error(`The output cannot be written: ${message}.`));
});

main().catch(fail);
