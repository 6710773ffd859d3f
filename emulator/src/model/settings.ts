import type { Currency } from '#contract';
import type { AutoTopUpTerms } from './billing/autoTopUps';
import type { MachineType } from './catalogue';
import type { Role } from './events';

/** Startup scripts that a project may have. */
export const defaultScriptQuota = 100;
export const maximumScriptQuota = 10_000;

/** The credentials of an API client. */
export interface ClientCredentials {
  id: string;
  secret: string;
  /** Default `owner`. */
  role?: Role;
  /**
   * Clients of one project share all its resources. Default: a project for each client, with the client's id as its
   * name.
   */
  project?: string;
}

export interface TokenLifetimes {
  /** Seconds; default 3,600. */
  access: number;
  /** Seconds; default 86,400. */
  refresh: number;
}

/** The settings of a cloud, fixed at its creation. */
export interface CloudSettings {
  clients: ClientCredentials[];
  /** The first balance of each project. */
  balance: number;
  currency: Currency;
  /** Without it, balances are not topped up. */
  autoTopUp?: AutoTopUpTerms | undefined;
  durations: Durations;
  tokenLifetimes: TokenLifetimes;
  /** Startup scripts in a project. */
  scriptQuota: number;
  /** Gigabytes of volumes in a project, its trash included. */
  storageQuota: number;
  /** All ids, tokens and addresses depend on it. */
  seed: string;
  /** Whether an emptied cloud generates the same ids again. */
  isRepeatable: boolean;
}

/** How long things take, in seconds of the cloud's clock. */
export interface Durations {
  /**
   * From the acceptance of a deploy to `running`. Default: depends on the type, 45 s without a GPU, 90 to 240 s with
   * one.
   */
  provisioningSeconds?: number;
  /** From `offline` to `running`. */
  startSeconds: number;
  /** From `running` until the ports of a machine answer. */
  bootSeconds: number;
  /** From the first boot until the startup script has ended. */
  scriptSeconds: number;
  shutdownSeconds: number;
  forceShutdownSeconds: number;
  /** From `deleting` to `discontinued`. */
  instanceDeleteSeconds: number;
  /** How long a discontinued machine can still be read by its id. */
  discontinuedVisibleSeconds: number;
  volumeCreateSeconds: number;
  attachSeconds: number;
  detachSeconds: number;
  volumeDeleteSeconds: number;
  restoreSeconds: number;
  cloneSecondsPerGigabyte: number;
  /** A clone to another location takes longer by this factor. */
  crossLocationFactor: number;
  cancelSeconds: number;
  exportSecondsPerGigabyte: number;
  /** How long deleted volumes can be restored. */
  trashRetentionSeconds: number;
  /** How long a permanently deleted volume can still be read by its id. */
  purgedVisibleSeconds: number;
}

export const defaultDurations: Durations = {
  startSeconds: 40,
  bootSeconds: 20,
  scriptSeconds: 30,
  shutdownSeconds: 20,
  forceShutdownSeconds: 3,
  instanceDeleteSeconds: 10,
  discontinuedVisibleSeconds: 3600,
  volumeCreateSeconds: 3,
  attachSeconds: 5,
  detachSeconds: 5,
  volumeDeleteSeconds: 5,
  restoreSeconds: 10,
  cloneSecondsPerGigabyte: 0.5,
  crossLocationFactor: 4,
  cancelSeconds: 5,
  exportSecondsPerGigabyte: 0.2,
  trashRetentionSeconds: 96 * 3600,
  purgedVisibleSeconds: 96 * 3600,
};

/** Seconds from the acceptance of a deploy to `running`: more accelerators take longer to check. */
export function provisioningSeconds(durations: Durations, machine: MachineType): number {
  if (durations.provisioningSeconds !== undefined) return durations.provisioningSeconds;
  return machine.gpus === 0 ? 45 : 90 + ((machine.gpus - 1) / 7) * 150;
}
