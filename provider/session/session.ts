import type { Configuration } from '../../core/configuration';
import { SAME_PROJECT, clientOptionsOf, configurationFrom, settingKey } from '../../core/configuration';
import { CloudComputeClient } from '../../api/client';
import type {
  CallOptions,
  Cluster,
  Instance,
  InstanceGroup,
  PrivateNetwork,
  SshKey,
  StartupScript,
  Volume,
} from '../../api';
import { NotFoundError } from '../../api/errors';
import { LIST_QUOTA } from '../../api/http/rateLimit/rateLimits';
import type { IntentLog } from '../../core/orphans/intentLog';
import { intentLogIn } from '../../core/orphans/intentLog';
import { Account } from './account';
import { onInterrupt, watchEngine } from './engineConnection';
import { EngineExitedError, RunCancelledError } from './stoppedRun';
import { Collection } from '../polling/collection';
import type { Clock } from '../../api/http/time/clock';
import { systemClock } from '../../api/http/time/clock';

/** After this time, in ms, every wait has noticed that the engine has exited. */
const NOTICE_MS = 20;
/** How long a list or a read may wait until it is sent, in ms: as long as the shortest timeout of a verb. */
const LONGEST_READ_MS = 5 * 60_000;
/** The options of a shared request. */
export type SharedRead = Pick<CallOptions, 'signal' | 'deadline'>;
const BIG_LISTS = ['instances', 'volumes'];

/** Reads one key of the stack's config. */
export type ReadConfig = (key: string) => string | undefined;

/**
 * The shared parts of all resources of one plugin process: the client with its one token and its one rate
 * limiter, a poller for each collection, and data that this process has collected. Each process has one
 * session, created when first needed.
 */
export class Session {
  private readonly readConfig: ReadConfig;
  private readonly environment: NodeJS.ProcessEnv;
  private foundConfiguration: Configuration | undefined;
  private openClient: CloudComputeClient | undefined;
  private readonly unfinished = new Set<Promise<void>>();

  /**
   * The ids of resources in state, and what this process has created, adopted or named: a create never takes one of these
   * over.
   */
  readonly knownIds = new Set<string>();
  /** The ids of resources that this process has deleted. */
  readonly deletedIds = new Set<string>();
  /** The claims in force, by the id of the resource: see `claims.ts`. */
  readonly claims = new Map<string, Set<string>>();
  /** The ids in `adoptId` of resources that this process has checked as new, or as replaced by force. */
  readonly adopted = new Set<string>();
  /** The volumes of evicted machines that the program keeps, by the URN of the machine; set by its diff. */
  readonly keptVolumes = new Map<string, readonly string[]>();
  /** The ids of resources in state, and of the volumes that belong to them: they are no orphans, whatever tags they carry. */
  readonly idsInState = new Set<string>();
  /** The URNs of the resources that the program of this run declares; set by their checks. */
  readonly declared = new Set<string>();
  /** The URNs of the resources in state whose ids a read, a diff or a delete has shown. */
  readonly seenUrns = new Set<string>();
  /** The texts of the pending tags that this process has sent. */
  readonly sentTags = new Set<string>();
  /** Whether the stack was in state before this run, as far as a check has shown. */
  stackExists = false;
  /** The subject of the sum of prices. A check of the owner shows that there is no `--target`. */
  pricedScope = 'the targets';
  private upIsKnown = false;
  private readonly whenUp: (() => void)[] = [];
  /** The URN of a resource, by its id; set by its diff, or when it is taken over. */
  readonly urns = new Map<string, string>();
  /** The newest settings of the program for a resource, by the id of the resource; set by its diff. */
  readonly settings = new Map<string, object>();
  /** The ids of resources whose diff has named what their replacement deletes. */
  readonly announced = new Set<string>();
  /** The keys in `tags` of a resource, in lower case, by the id of the resource; set by its diff. */
  readonly declaredTagKeys = new Map<string, readonly string[]>();
  /** The account of the resources. */
  readonly account = new Account(
    () => this.configuration,
    () => this.setting('acceptAccount') || this.environment['CLOUD_COMPUTE_ACCEPT_ACCOUNT'] || undefined,
    () => this.environment[SAME_PROJECT] || undefined,
  );
  /** Aborts when the engine has exited, or after a Ctrl-C: from then on nothing is written to the cloud. */
  readonly writesStopped = new AbortController();
  /** Whether the engine is gone, so that nobody receives the answers of calls; false after a Ctrl-C. */
  engineIsGone = false;
  /** Why writes are stopped, as the end of a sentence. */
  whyStopped = 'the Pulumi engine is gone';

  /** The orders under way, on disk: from these notes, the next run finds the orphans of a killed run. */
  readonly intentLog: IntentLog;
  readonly clock: Clock;
  readonly instances: Collection<Instance>;
  readonly volumes: Collection<Volume>;
  readonly clusters: Collection<Cluster>;
  readonly instanceGroups: Collection<InstanceGroup>;
  readonly sshKeys: Collection<SshKey>;
  readonly scripts: Collection<StartupScript>;
  readonly privateNetworks: Collection<PrivateNetwork>;

  constructor(
    readConfig: ReadConfig,
    environment: NodeJS.ProcessEnv = process.env,
    clock: Clock = systemClock,
  ) {
    this.readConfig = readConfig;
    this.environment = environment;
    // These fields need the clock, so they cannot be initialized where they are declared.
    this.clock = clock;
    this.intentLog = intentLogIn(environment);
    this.instances = this.collection<Instance>('instances', {
      list: (client, signal) => client.instances.list({}, signal),
      get: (client, id, signal) => client.instances.get(id, signal),
    });
    this.volumes = this.collection<Volume>('volumes', {
      list: (client, signal) => client.volumes.list({}, signal),
      get: async (client, id, signal) => (await client.volumes.get(id, signal)) as Volume,
    });
    this.clusters = this.collection<Cluster>('clusters', {
      list: (client, signal) => client.clusters.list(signal),
      get: (client, id, signal) => client.clusters.get(id, signal),
    });
    this.instanceGroups = this.collection<InstanceGroup>('instance groups', {
      list: (client, signal) => client.instanceGroups.list(signal),
      get: (client, id, signal) => client.instanceGroups.get(id, signal),
    });
    this.sshKeys = this.collection<SshKey>('SSH keys', {
      list: (client, signal) => client.sshKeys.list(signal),
      get: (client, id, signal) => client.sshKeys.get(id, signal),
    });
    this.scripts = this.collection<StartupScript>('startup scripts', {
      list: (client, signal) => client.scripts.list({}, signal),
      get: (client, id, signal) => client.scripts.get(id, signal),
    });
    this.privateNetworks = this.collection<PrivateNetwork>('private networks', {
      list: (client, signal) => client.privateNetworks.list(signal),
      get: (client, id, signal) => client.privateNetworks.get(id, signal),
    });
  }

  /** The configured address and credentials. Throws a ConfigurationError that names the missing settings. */
  get configuration(): Configuration {
    this.foundConfiguration ??= configurationFrom(this.readConfig, this.environment);
    return this.foundConfiguration;
  }

  /** Whether a program runs: `pulumi destroy` and `pulumi refresh` run none. */
  get runsProgram(): boolean {
    return this.declared.size > 0;
  }

  /** A further setting of the stack, e.g. `planChecks`. */
  setting(name: string): string | undefined {
    return this.readConfig(settingKey(name));
  }

  /** The one client of this process. */
  get client(): CloudComputeClient {
    this.openClient ??= new CloudComputeClient(clientOptionsOf(this.configuration), this.clock);
    return this.openClient;
  }

  /** A shared request belongs to no single call, so it gets the shortest timeout. */
  private sharedRead(options: { signal?: AbortSignal }): SharedRead {
    return { ...options, deadline: this.clock.now() + LONGEST_READ_MS };
  }

  /** A collection with the clock and the client of this process. */
  collection<T extends { id: string }>(
    name: string,
    from: {
      list: (client: CloudComputeClient, options: SharedRead) => Promise<T[]>;
      get: (client: CloudComputeClient, id: string, options: SharedRead) => Promise<T | undefined>;
    },
  ): Collection<T> {
    return new Collection<T>({
      name,
      idOf: ({ id }) => id,
      list: (options) => from.list(this.client, this.sharedRead(options)),
      // The two big lists have rate limits of their own (Limits).
      ...(BIG_LISTS.includes(name) && { listsPerMinute: LIST_QUOTA }),
      get: async (id, options) => {
        try {
          return await from.get(this.client, id, this.sharedRead(options));
        } catch (error) {
          if (error instanceof NotFoundError) return undefined;
          throw error;
        }
      },
      clock: this.clock,
    });
  }

  /** Whether the program runs for an `up`: previews and refreshes write nothing. */
  get isUp(): boolean {
    return this.upIsKnown;
  }

  /** Records that the program runs for an `up`. */
  recordUp(): void {
    this.upIsKnown = true;
    for (const work of this.whenUp.splice(0)) work();
  }

  /** Does this now, or once it is known that the program runs for an `up`; never in a preview or a refresh. */
  onceUp(work: () => void): void {
    if (this.upIsKnown) work();
    else this.whenUp.push(work);
  }

  /** Adds work that the process finishes before it ends, and returns when it is done. */
  async mustFinish(task: Promise<void>): Promise<void> {
    const done = task.catch(() => undefined);
    this.unfinished.add(done);
    try {
      await task;
    } finally {
      this.unfinished.delete(done);
    }
  }

  /** The work at the end of a run, even if it ends early. */
  readonly atEndOfRun: (() => Promise<void>)[] = [];

  /** Returns when all work given to `mustFinish` is done, or has failed. */
  async allFinished(): Promise<void> {
    await Promise.all(this.unfinished);
  }

  /** After the engine has exited, nobody would record new resources, so this process creates none. */
  watchEngine(): void {
    const finishTasks = async () => {
      this.loseEngine();
      // Waits notice it within a moment, and then finish their work.
      await systemClock.sleep(NOTICE_MS);
      await this.allFinished();
    };
    // Nothing else ends this process after the engine was killed.
    watchEngine(() => {
      this.engineIsGone = true;
      void finishTasks().finally(() => process.exit());
    });
    onInterrupt(() => Promise.all([this.end(), finishTasks()]));
  }

  /** Does the work at the end of the run. */
  async end(): Promise<void> {
    await Promise.all(this.atEndOfRun.splice(0).map((task) => task()));
  }

  /** The engine has exited: all waits end, and from now on no write is sent. */
  loseEngine(): void {
    this.stop(new EngineExitedError(), 'the Pulumi engine is gone');
  }

  /** The same after a Ctrl-C: the engine still saves what the calls under way return. */
  cancel(): void {
    this.stop(new RunCancelledError(), 'the run was cancelled');
  }

  private stop(reason: Error, why: string): void {
    this.whyStopped = why;
    this.writesStopped.abort(reason);
    this.openClient?.stopWrites(why);
  }
}

let current: Session | undefined;

/** Called once per plugin process and resource kind, before the first call; must not wait for anything. */
export function configureSession(readConfig: ReadConfig): void {
  if (current) return;
  current = new Session(readConfig);
  current.watchEngine();
}

/** The session of this process. */
export function currentSession(): Session {
  current ??= new Session(() => undefined);
  return current;
}

/** Replaces the session: for tests, which simulate many processes in one. */
export function useSession(session: Session | undefined): void {
  current = session;
}
