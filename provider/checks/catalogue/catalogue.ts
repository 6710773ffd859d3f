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
import type { Call } from '../../session/call';
import { perSession } from '../../session/perSession';
import type { Session } from '../../session/session';

/** How long a check waits for an answer, in ms: as long as the cloud's rate limits may hold a request. */
const PATIENCE_MS = 60_000;

/**
 * What the cloud offers and at what price, asked for once per process and only when somebody wants to know.
 * `undefined` means that it cannot be told: then there is one warning, and whoever asked leaves that check out.
 */
export class Catalogue {
  /** The one of a process. */
  static readonly of = perSession((session) => new Catalogue(session));

  private readonly answers = new Map<string, Promise<unknown>>();
  private isUnreachable = false;
  private hasWarned = false;
  private hasRefused = false;

  constructor(
    private readonly session: Session,
    private readonly patienceMs = PATIENCE_MS,
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
   * Gets to know the cloud: token and balance are really fetched.
   *
   * @throws CloudComputeError that says what stands in the way.
   */
  async meet(): Promise<void> {
    if (this.answers.has('balance')) return;
    this.answers.set('balance', Promise.resolve(await this.inTime(this.session.client.account.balance())));
  }

  /** The account's currency; US dollars where it cannot be told. */
  async currency(call: Call): Promise<Balance['currency']> {
    return (await this.balance(call))?.currency ?? 'usd';
  }

  /**
   * Asks the cloud something on behalf of a check.
   *
   * @throws the errors that no waiting mends: configuration and credentials.
   */
  async ask<T>(
    call: Call,
    what: string,
    fetch: (client: CloudComputeClient) => Promise<T>,
  ): Promise<T | undefined> {
    if (this.isUnreachable) return undefined;
    try {
      return await this.inTime(fetch(this.session.client));
    } catch (error) {
      if (isRefusal(error) || !(error instanceof CloudComputeError)) throw error;
      if (error instanceof TransportError) this.isUnreachable = true;
      this.warnOnce(call, what, error.message);
      return undefined;
    }
  }

  /** Whether this is the first time that the cloud's refusal is told: one resource is enough to report it. */
  firstRefusal(): boolean {
    const isFirst = !this.hasRefused;
    this.hasRefused = true;
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
      : `checks that need the ${what} are left out`;
    call.warn(`Asking for the ${what} failed, so ${rest}: ${reason}`);
  }

  private async inTime<T>(answer: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const span = `${String(this.patienceMs / 1_000)} s`;
        reject(
          new TransportError(`The cloud did not answer within ${span}: check its address and the network.`, {
            operation: '',
          }),
        );
      }, this.patienceMs);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What no waiting mends: the program's configuration is incomplete, or the cloud refuses its credentials. */
export const isRefusal = (error: unknown): error is Error =>
  error instanceof ConfigurationError ||
  error instanceof AuthenticationError ||
  error instanceof UnauthorizedError;
