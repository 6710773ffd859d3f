import { randomBytes } from 'node:crypto';
import type { Currency } from '#contract';
import { isLoopback } from './control/guard';
import { defaultDurations, defaultScriptQuota } from './model/settings';
import type { AutoTopUpTerms } from './model/billing/autoTopUps';
import type { ClientCredentials, CloudSettings, Durations } from './model/settings';
import type { RealTime } from './model/time/clock';
import type { FaultDefinition } from './faults/definition';
import type { MachinePorts } from './machines/ports';
import type { FastifyBaseLogger } from 'fastify';

/** The options of an emulator. All have defaults. */
export interface EmulatorOptions {
  /** Default 0: any free port. */
  port?: number;
  /** Default `127.0.0.1`. */
  host?: string;
  /** Seconds of the cloud's clock in a real second. Default 1. */
  timeScale?: number;
  /** Default: id `emulator` with secret `emulator`. */
  clients?: ClientCredentials[];
  /**
   * Whether requests are limited as the API documents. If not, very large quotas are announced. Default:
   * true.
   */
  rateLimits?: boolean;
  /** Real seconds of a rate limit window. Default 60. */
  rateLimitWindow?: number;
  /** Real seconds that an access token is valid. Default 3,600. */
  tokenLifetime?: number;
  /** Real seconds that a refresh token is valid. Default 86,400. */
  refreshLifetime?: number;
  /** Makes ids, tokens and addresses repeatable. Default: random. */
  seed?: string;
  /** How long things take in the cloud. Default: about as long as in a real one. */
  durations?: Partial<Durations>;
  /** The first balance of each project. Default 10,000. */
  balance?: number;
  /** The currency of all projects. Default `usd`. */
  currency?: Currency;
  /** Tops up the balance of every project when it falls below a threshold. Default: off. */
  autoTopUp?: AutoTopUpTerms;
  /** Startup scripts that a project may have, 10,000 at most. Default 100. */
  scriptQuota?: number;
  /** Gigabytes of volumes that a project may have, those in its trash included. Default: no limit. */
  storageQuota?: number;
  /**
   * Gives each machine a loopback address of its own, where its SSH and HTTP ports answer once it has booted. Needs a
   * `host` on loopback. Default: false.
   */
  machinesAnswer?: boolean;
  /** The ports of machines that answer. Default: 22 and 80 where the system allows, else 2222 and 8000. */
  machinePorts?: Partial<MachinePorts>;
  /** `legacy` responds in the older forms that clients of this API must still read. Default: `current`. */
  wire?: 'current' | 'legacy';
  /** Serves the control API under `/_emulator`, and the console. Default: while it listens on loopback. */
  control?: boolean;
  /**
   * Host names under which the control API may be reached, in addition to those of this machine. Default:
   * none.
   */
  allowedHosts?: string[];
  /** Faults from the start. */
  faults?: FaultDefinition[];
  /** Keeps the cloud in this file across restarts. While the emulator is stopped, its time stands still. */
  snapshot?: string;
  /**
   * The characters that the snapshot may have; a request that would add more is refused. Default, and most: 268,435,456.
   */
  snapshotLimit?: number;
  /** Compares every reply with the contract: see `violations`; they are logged too. Default false; not with `legacy`. */
  validateReplies?: boolean;
  /** Gets the log of the emulator. Default: silent. */
  logger?: FastifyBaseLogger;
  /** A clock in milliseconds of real time, for tests of waiting clients. Default: the machine's monotonic clock. */
  realTime?: RealTime;
}

export const defaultClient: ClientCredentials = { id: 'emulator', secret: 'emulator' };

/** The options that the cloud needs. */
export function cloudSettings(options: EmulatorOptions): CloudSettings {
  return {
    clients: options.clients ?? [defaultClient],
    balance: options.balance ?? 10_000,
    currency: options.currency ?? 'usd',
    autoTopUp: options.autoTopUp,
    durations: { ...defaultDurations, ...options.durations },
    tokenLifetimes: {
      access: options.tokenLifetime ?? 3600,
      refresh: options.refreshLifetime ?? 86_400,
    },
    scriptQuota: options.scriptQuota ?? defaultScriptQuota,
    storageQuota: options.storageQuota ?? Number.MAX_VALUE,
    // There is always a seed, so that a copy of the cloud generates the same ids and addresses.
    seed: options.seed ?? randomBytes(32).toString('base64url'),
    isRepeatable: options.seed !== undefined,
  };
}

export function validatesReplies({ validateReplies = false, wire }: EmulatorOptions): boolean {
  if (validateReplies && wire === 'legacy')
    throw new RangeError(
      'Replies in the older forms (wire: legacy) cannot be compared with the contract: they differ from it on purpose.',
    );
  return validateReplies;
}

/** The machines can be reached only from the computer on which the emulator runs. */
export function answersMachines({ machinesAnswer = false, machinePorts, host }: EmulatorOptions): boolean {
  if (!machinesAnswer && machinePorts !== undefined)
    throw new RangeError(
      'The ports of machines (--machine-ports) need machines that answer (--machines-answer).',
    );
  if (machinesAnswer && host !== undefined && !isLoopback(host))
    throw new RangeError(
      `Machines answer (--machines-answer) only on loopback addresses, which no other computer and no container reaches, but the emulator listens on ${host}. Start it without --host; in the container image machines cannot answer.`,
    );
  return machinesAnswer;
}
