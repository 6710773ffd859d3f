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
import type { Gates } from './gates';
import { Known } from './known';
import type { OnceName } from './once';
import { Once } from './once';
import { Phase } from './phase';
import { Power } from './power';
import { Program } from './program';
import { Things } from './things';
import { Posts } from './posts';
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

/** Which volumes are being detached now, by id. Written by changes and deletes of machines; read by who waits for a volume. */
export class Moves {
  private readonly releases = new Map<string, number>();

  /** Does work that detaches these volumes. Meanwhile, other resources of the run wait for them. */
  async release<T>(volumeIds: readonly string[], work: () => Promise<T>): Promise<T> {
    const add = (change: number) => {
      for (const id of volumeIds) this.releases.set(id, (this.releases.get(id) ?? 0) + change);
    };
    add(1);
    try {
      return await work();
    } finally {
      add(-1);
    }
  }

  /** Whether a call of this process is detaching the volume now. */
  isReleased(id: string): boolean {
    return (this.releases.get(id) ?? 0) > 0;
  }
}

/** What updates of this process have written. Written by whoever writes tags or powers nodes, and by updates; read when an update fails, and at the end of the run. */
export class Written {
  private readonly tagKeys = new Map<string, Set<string>>();
  /** The ids of resources that the cloud still changes, although it has refused a part of the update. */
  readonly changing = new Set<string>();
  /** The ids of resources whose update has succeeded: their notes go when the run ends. */
  readonly updated = new Set<string>();

  /** A tag was added or removed: a read may not show it yet. */
  addTagKey(id: string, key: string): void {
    this.tagKeys.set(id, (this.tagKeys.get(id) ?? new Set()).add(key));
  }

  tagKeysOf(id: string): ReadonlySet<string> {
    return this.tagKeys.get(id) ?? new Set();
  }
}

/** The engine that started this work has exited. */
export class EngineExitedError extends Error {
  override readonly name = 'EngineExitedError';
  constructor() {
    super(
      'The run was interrupted: the Pulumi engine is gone. Run `pulumi cancel` and then the command again.',
    );
  }
}

/** The user has interrupted the run (Ctrl-C). */
export class RunCancelledError extends Error {
  override readonly name = 'RunCancelledError';
  constructor() {
    super('The run was cancelled. Run the command again to continue.');
  }
}

/**
 * The shared parts of all resources of one plugin process: the client with its one token and its one rate
 * limiter, a poller for each collection, and data that this process has collected. Each process has one
 * run, created when first needed.
 */
export class Run {
  private readonly readConfig: ReadConfig;
  private readonly environment: NodeJS.ProcessEnv;
  private foundConfiguration: Configuration | undefined;
  private openClient: CloudComputeClient | undefined;
  private readonly cache = new Once();

  readonly program = new Program();
  readonly things = new Things();
  readonly known = new Known();
  readonly written = new Written();
  readonly power = new Power();
  readonly moves = new Moves();
  readonly phase = new Phase();
  readonly gates: Gates = new Map();
  /** The account of the resources. Written by checks, diffs, reads, updates and deletes; read before anything is created or replaced. */
  readonly account = new Account(
    () => this.configuration,
    () => this.setting('acceptAccount') || this.environment['CLOUD_COMPUTE_ACCEPT_ACCOUNT'] || undefined,
    () => this.environment[SAME_PROJECT] || undefined,
  );

  /** The orders under way, on disk: from these notes, the next run finds the orphans of a killed run. */
  readonly intentLog: IntentLog;
  readonly posts: Posts;
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
    this.posts = new Posts(this.intentLog);
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

  /** A variable of the environment. */
  variable(name: string): string | undefined {
    return this.environment[name];
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

  /** The value of this name, made by the first call that needs it. */
  once<T>(name: OnceName, load: () => T): T {
    return this.cache.get(name, load);
  }

  /** After the engine has exited, nobody would record new resources, so this process creates none. */
  watchEngine(): void {
    const finishTasks = async () => {
      this.loseEngine();
      // Waits notice it within a moment, and then finish their work.
      await systemClock.sleep(NOTICE_MS);
      await this.phase.allFinished();
    };
    // Nothing else ends this process after the engine was killed.
    watchEngine(() => {
      this.phase.engineIsGone = true;
      void finishTasks().finally(() => process.exit());
    });
    onInterrupt(() => Promise.all([this.phase.finish(), finishTasks()]));
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
    this.phase.stop(reason, why);
    this.openClient?.stopWrites(why);
  }
}

let current: Run | undefined;

/** Called once per plugin process and resource kind, before the first call; must not wait for anything. */
export function configureRun(readConfig: ReadConfig): void {
  if (current) return;
  current = new Run(readConfig);
  current.watchEngine();
}

/** The run of this process. */
export function currentRun(): Run {
  current ??= new Run(() => undefined);
  return current;
}

/** Replaces the run: for tests, which simulate many processes in one. */
export function useRun(run: Run | undefined): void {
  current = run;
}
