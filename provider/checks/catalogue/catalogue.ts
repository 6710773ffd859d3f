import type {
  Availability,
  Balance,
  CloudComputeClient,
  ClusterType,
  Image,
  InstanceType,
  Location,
  LongTermPeriod,
  VolumeType,
} from '../../../api/index';
import {
  AuthenticationError,
  CloudComputeError,
  ConfigurationError,
  TransportError,
  UnauthorizedError,
} from '../../../api/errors';
import type { Call } from '../../run/call';
import type { Run } from '../../run/run';

/** How long a check waits for an answer, in ms: as long as the rate limits may delay a request. */
const TIMEOUT_MS = 60_000;

/**
 * The catalogue and its prices. Each list is fetched once per process, on first use.
 * `undefined` means that a list could not be fetched. There is one warning then, and the checks that need it are
 * skipped.
 */
export class Catalogue {
  private readonly answers = new Map<string, Promise<unknown>>();
  private isUnreachable = false;
  private hasWarned = false;
  private hasSettingsError = false;

  constructor(
    private readonly run: Run,
    private readonly timeoutMs = TIMEOUT_MS,
  ) {}

  instanceTypes(call: Call): Promise<readonly InstanceType[] | undefined> {
    return this.once(call, 'instance types', async (client) =>
      client.catalogue.instanceTypes({ currency: await this.currency(call) }),
    );
  }

  clusterTypes(call: Call): Promise<readonly ClusterType[] | undefined> {
    return this.once(call, 'cluster types', (client) => client.catalogue.clusterTypes());
  }

  volumeTypes(call: Call): Promise<readonly VolumeType[] | undefined> {
    return this.once(call, 'volume types', async (client) =>
      client.catalogue.volumeTypes({ currency: await this.currency(call) }),
    );
  }

  images(call: Call): Promise<readonly Image[] | undefined> {
    return this.once(call, 'images', (client) => client.catalogue.images());
  }

  clusterImages(call: Call): Promise<readonly Image[] | undefined> {
    return this.once(call, 'cluster images', (client) => client.catalogue.clusterImages());
  }

  locations(call: Call): Promise<readonly Location[] | undefined> {
    return this.once(call, 'locations', (client) => client.catalogue.locations());
  }

  periods(call: Call, of: 'instances' | 'clusters'): Promise<readonly LongTermPeriod[] | undefined> {
    return this.once(call, `long-term periods of ${of}`, (client) => client.catalogue.longTermPeriods(of));
  }

  instanceAvailability(call: Call, isSpot: boolean): Promise<readonly Availability[] | undefined> {
    return this.once(call, `availability of ${isSpot ? 'spot ' : ''}instances`, (client) =>
      client.catalogue.instanceAvailability({ isSpot }),
    );
  }

  clusterAvailability(call: Call): Promise<readonly Availability[] | undefined> {
    return this.once(call, 'availability of clusters', (client) => client.catalogue.clusterAvailability());
  }

  balance(call: Call): Promise<Balance | undefined> {
    return this.once(call, 'balance', (client) => client.account.balance());
  }

  /**
   * Verifies the credentials: fetches a token and the balance.
   *
   * @throws CloudComputeError that says why the cloud cannot be used.
   */
  async verify(): Promise<void> {
    if (this.answers.has('balance')) return;
    this.answers.set('balance', Promise.resolve(await this.inTime(this.run.client.account.balance())));
  }

  /** The account's currency; US dollars when it is not known. */
  async currency(call: Call): Promise<Balance['currency']> {
    return (await this.balance(call))?.currency ?? 'usd';
  }

  /**
   * Fetches something for a check.
   *
   * @throws errors that a retry cannot fix: configuration and credentials.
   */
  async ask<T>(
    call: Call,
    what: string,
    fetch: (client: CloudComputeClient) => Promise<T>,
  ): Promise<T | undefined> {
    if (this.isUnreachable) return undefined;
    try {
      return await this.inTime(fetch(this.run.client));
    } catch (error) {
      if (isSettingsError(error) || !(error instanceof CloudComputeError)) throw error;
      if (error instanceof TransportError) this.isUnreachable = true;
      this.warnOnce(call, what, error.message);
      return undefined;
    }
  }

  /** Whether wrong settings are reported for the first time. One resource reports it for all. */
  firstSettingsError(): boolean {
    const isFirst = !this.hasSettingsError;
    this.hasSettingsError = true;
    return isFirst;
  }

  private once<T>(
    call: Call,
    what: string,
    fetch: (client: CloudComputeClient) => Promise<T>,
  ): Promise<T | undefined> {
    const answer =
      (this.answers.get(what) as Promise<T | undefined> | undefined) ?? this.ask(call, what, fetch);
    this.answers.set(what, answer);
    return answer;
  }

  private warnOnce(call: Call, what: string, reason: string): void {
    if (this.hasWarned) return;
    this.hasWarned = true;
    const rest = this.isUnreachable
      ? 'this program is not checked against the catalogue'
      : `checks that need the ${what} are skipped`;
    call.warn(`Asking for the ${what} failed, so ${rest}: ${reason}`);
  }

  private async inTime<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const span = `${String(this.timeoutMs / 1_000)} s`;
        reject(
          new TransportError(`The cloud did not answer within ${span}: check its address and the network.`, {
            operation: '',
          }),
        );
      }, this.timeoutMs);
    });
    try {
      return await Promise.race([answer, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Whether a retry cannot fix the error: the configuration is incomplete, or the cloud rejects the credentials. */
export const isSettingsError = (error: unknown): error is Error =>
  error instanceof ConfigurationError ||
  error instanceof AuthenticationError ||
  error instanceof UnauthorizedError;

/** The catalogue of this run. */
export const catalogueOf = (run: Run): Catalogue => run.once('catalogue', () => new Catalogue(run));
