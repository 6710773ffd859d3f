import { AccountApi } from './services/account/account';
import { AuditApi } from './services/account/audit';
import { CatalogueApi } from './services/catalogue';
import { ClustersApi } from './services/compute/clusters';
import { InferenceApi } from './services/inference';
import { InstanceGroupsApi } from './services/compute/instanceGroups';
import { InstancesApi } from './services/compute/instances';
import { JournalApi } from './services/account/journal';
import { PrivateNetworksApi } from './services/privateNetworks';
import { ScriptsApi } from './services/compute/scripts';
import { SshKeysApi } from './services/compute/sshKeys';
import { TagsApi } from './services/tags';
import { VolumesApi } from './services/volumes';
import { ConfigurationError, InvalidRequestError } from './errors';
import { authorization, renewal } from './http/auth/authorization';
import { baseUrlOf } from './http/transport/baseUrl';
import { Connections } from './http/transport/connections';
import type { Clock } from './http/time/clock';
import { systemClock } from './http/time/clock';
import { CloudTime } from './http/time/cloudTime';
import { decode } from './http/decode';
import { shown } from './http/given';
import type { Handler } from './http/handler';
import { chain } from './http/handler';
import { logging, logOf } from './http/log/log';
import { errorMapping } from './http/errorMapping';
import { RateLimiter } from './http/rateLimit/rateLimiter';
import type { LimitFacts } from './http/rateLimit/rateLimitHeaders';
import { Redaction } from './http/log/redaction';
import { requestOf } from './http/request';
import { retry } from './http/retry/retry';
import { Tokens } from './http/auth/tokens';
import { Transport } from './http/transport/transport';
import type { ClientOptions, Method, RequestOptions } from './options';
import type { Call, Reply, Send, SendForReply } from './http/send';
import type { Wording } from './wording';
import { PLAIN_WORDING } from './wording';

const DEFAULTS = { timeoutMs: 30_000, retries: 8, userAgent: 'pulumi-cloud-compute' };

/**
 * A client for one project. It renews its token, keeps to the rate limits, and sends a request again where that is
 * safe.
 */
export class CloudComputeClient {
  /** Machines: list, get, deploy, actions (Instances). */
  readonly instances: InstancesApi;
  /** Block and shared volumes, the trash included (Volumes). */
  readonly volumes: VolumesApi;
  /** Clusters and the actions of their nodes (Clusters). */
  readonly clusters: ClustersApi;
  /** Public keys for machines (SSH keys). */
  readonly sshKeys: SshKeysApi;
  /** Scripts that run at the first start of a machine (Startup scripts). */
  readonly scripts: ScriptsApi;
  /** Managed groups of instances (Instance groups). */
  readonly instanceGroups: InstanceGroupsApi;
  /** Tags on instances, volumes and clusters (Tag). */
  readonly tags: TagsApi;
  /** Types, prices and capacity (Balance and catalogues). */
  readonly catalogue: CatalogueApi;
  /** The balance of the project (Balance). */
  readonly account: AccountApi;
  /** The history of machines and volumes (Journal (beta)). */
  readonly journal: JournalApi;
  /** The log of actions in the project; for its owner and its admins (Audit log). */
  readonly audit: AuditApi;
  /** Private networks, their subnets, and the machines in them (Private network and subnet). */
  readonly privateNetworks: PrivateNetworksApi;
  /** Inference models with their prices (Inference catalogue). */
  readonly inference: InferenceApi;
  readonly #transport: Transport;
  readonly #redaction: Redaction;
  readonly #handle: Handler;
  readonly #rateLimiter: RateLimiter;
  readonly #time: CloudTime;
  readonly #writes = new AbortController();

  /**
   * Creates a client and sends nothing yet. Throws a ConfigurationError if an option is not valid or a credential is
   * missing.
   *
   * @param clock the clock of its waits, for tests; the timeout of a request is always real time. Default: real time.
   */
  constructor(options: ClientOptions, clock: Clock = systemClock) {
    mustBeOptions(options);
    clock = clockOf(clock);
    const { clientId, clientSecret, onHeld } = options;
    const wording = wordingOf(options.wording);
    if (!clientId || !clientSecret) {
      throw new ConfigurationError(
        `The client needs a client id and a client secret. ${wording.setCredentials}`,
      );
    }
    const {
      timeoutMs = DEFAULTS.timeoutMs,
      retries = DEFAULTS.retries,
      userAgent = DEFAULTS.userAgent,
    } = options;
    mustBeNumber('timeoutMs', timeoutMs, timeoutMs > 0, 'a number of milliseconds above 0');
    mustBeNumber('retries', retries, Number.isInteger(retries) && retries >= 0, 'a whole number, at least 0');
    const log = logOf(options.logger);
    const redaction = new Redaction();
    this.#redaction = redaction;
    const time = new CloudTime(clock);
    const transport = new Transport({
      baseUrl: baseUrlOf(options.baseUrl, wording),
      wording,
      timeoutMs,
      userAgent,
    });
    const connections = new Connections(clock);
    const tokens = new Tokens({
      credentials: { clientId, clientSecret },
      wording,
      send: chain(
        [decode, errorMapping(redaction, wording), connections.layer, time.layer, logging(log, redaction)],
        transport.handle,
      ),
      clock,
      redaction,
    });
    this.#transport = transport;
    this.#time = time;
    this.#rateLimiter = new RateLimiter({ clock, onHeld });
    this.#handle = chain(
      [
        retry({ retries, clock, log }),
        renewal({ clock }),
        decode,
        errorMapping(redaction, wording),
        this.#rateLimiter.layer,
        authorization(tokens),
        connections.layer,
        time.layer,
        logging(log, redaction),
      ],
      transport.handle,
    );

    const send: Send = (call) => this.#send(call);
    const sendForReply: SendForReply = (call) => this.#sendForReply(call);
    this.instances = new InstancesApi(send);
    this.volumes = new VolumesApi(send);
    this.clusters = new ClustersApi(send);
    this.sshKeys = new SshKeysApi(send);
    this.scripts = new ScriptsApi(send, sendForReply);
    this.instanceGroups = new InstanceGroupsApi(send);
    this.tags = new TagsApi(send);
    this.catalogue = new CatalogueApi(send);
    this.account = new AccountApi(send);
    this.journal = new JournalApi(send, sendForReply);
    this.audit = new AuditApi(send);
    this.privateNetworks = new PrivateNetworksApi(send);
    this.inference = new InferenceApi(send);
  }

  /**
   * Sends any request, for paths that the services do not cover. The response is not checked against `T`.
   *
   * @param path the path from `/v1` on, with encoded ids, without a query.
   */
  async request<T>(method: Method, path: string, options?: RequestOptions): Promise<T> {
    return this.#send({ ...options, method, path, expects: 'any' });
  }

  /**
   * Stops writes from now on, also waiting ones: they reject with a WritesStoppedError. Reads, and writes with
   * `takesBack`, continue.
   */
  stopWrites(reason: string): void {
    this.#writes.abort(new Error(reason));
  }

  /** The time of the cloud's clock, in ms since the epoch; the time of this computer until a response has a date. */
  cloudTime(): number {
    return this.#time.now();
  }

  /** Whether a response has had a date, so that `cloudTime` is the cloud's. */
  hasCloudTime(): boolean {
    return this.#time.isKnown;
  }

  /**
   * The rate limits that the last reply announced, by the names `project` and `endpoint`: `quota`, `lengthMs`,
   * `remaining` and `resetMs`. `endpoint` is the limit of that request. Empty before the first reply.
   */
  announcedLimits(): ReadonlyMap<string, LimitFacts> {
    return this.#rateLimiter.limits.announced;
  }

  /**
   * A text without the secrets of this client, and without quotations of others.
   *
   * @throws InvalidRequestError if an argument is no text.
   */
  redact(text: string, others: readonly string[] = []): string {
    const given: unknown[] = Array.isArray(others) ? [text, ...(others as unknown[])] : [undefined];
    if (given.some((one) => typeof one !== 'string'))
      throw new InvalidRequestError('redact needs a text, and a list of texts.', { operation: '' });
    return this.#redaction.text(text, others);
  }

  /** Closes the open connections, so that a script can end. The client can still be used. */
  close(): void {
    this.#transport.close();
  }

  async #send<T>(call: Call): Promise<T> {
    return (await this.#sendForReply<T>(call)).body;
  }

  async #sendForReply<T>(call: Call): Promise<Reply<T>> {
    const { body, headers } = await this.#handle(requestOf(call, this.#writes.signal));
    return { body: body as T, headers };
  }
}

/** @throws ConfigurationError if the options are no object, as in a JavaScript program, or the logger cannot log. */
function mustBeOptions(options: unknown): asserts options is ClientOptions {
  if (typeof options !== 'object' || options === null)
    throw new ConfigurationError(
      `The options of the client are ${shown(options)}: pass { baseUrl, clientId, clientSecret }.`,
    );
  const { logger } = options as { readonly logger?: Readonly<Record<string, unknown>> | null };
  if (logger == null || ['debug', 'info', 'warn'].every((level) => typeof logger[level] === 'function'))
    return;
  throw new ConfigurationError(
    `The option logger of the client is ${shown(logger)}: it must have the functions debug, info and warn.`,
  );
}

/** The given clock; null counts as left out. @throws ConfigurationError if it is no clock. */
function clockOf(given: Clock | null): Clock {
  const clock: Partial<Clock> = given ?? systemClock;
  if (typeof clock.now === 'function' && typeof clock.sleep === 'function') return clock as Clock;
  throw new ConfigurationError(
    `The clock of the client is ${shown(given)}: it must have the functions now and sleep.`,
  );
}

/** The given words; null counts as left out. @throws ConfigurationError if they are no object. */
function wordingOf(given: Wording | null | undefined): Wording {
  const wording: unknown = given ?? PLAIN_WORDING;
  if (typeof wording === 'object') return wording as Wording;
  throw new ConfigurationError(
    `The option wording of the client is ${shown(given)}: it must be an object; leave it out for the names of the options.`,
  );
}

/** @throws ConfigurationError if the value of an option is not valid. */
function mustBeNumber(option: string, value: unknown, isValid: boolean, says: string): void {
  if (typeof value === 'number' && isValid) return;
  throw new ConfigurationError(`The option ${option} of the client is ${String(value)}: it must be ${says}.`);
}
