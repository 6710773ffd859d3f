import type { Currency } from '#contract';
import { Access } from './access';
import { Audit } from './audit';
import { AutoTopUps } from './autoTopUp';
import { Billing } from './billing';
import { Capacity } from './capacity';
import { ClusterDeploy } from './clusterDeploy';
import { Clusters } from './clusters';
import { Deploy } from './deploy';
import { Events } from './events';
import { Groups } from './groups';
import { Identifiers } from './identifiers';
import { InstanceActions } from './instanceActions';
import { Instances } from './instances';
import { Journal } from './journal';
import { NetworkLinks } from './networkLinks';
import { PrivateNetworks } from './privateNetworks';
import { Projects } from './projects';
import { Scripts } from './scripts';
import { SshKeys } from './sshKeys';
import { Store } from './store';
import { Timelines } from './timelines';
import { VolumeActions } from './volumeActions';
import { Volumes } from './volumes';
import type { ClientCredentials, TokenLifetimes } from './access';
import type { AutoTopUpTerms } from './autoTopUp';
import type { Clock, ClockReading, RealTime } from './clock';
import type { Durations } from './durations';
import type { Tables } from './store';

/** What a cloud is told once, when it is made. */
export interface CloudSettings {
  clients: ClientCredentials[];
  /** What each project has to spend at first. */
  balance: number;
  currency: Currency;
  /** Left out, balances are not topped up. */
  autoTopUp?: AutoTopUpTerms | undefined;
  durations: Durations;
  tokenLifetimes: TokenLifetimes;
  /** Startup scripts in a project. */
  scriptQuota: number;
  /** Gigabytes of volumes in a project, its trash included. */
  storageQuota: number;
  /** What all ids, tokens and addresses follow from. */
  seed: string;
  /** Does a cloud that is emptied give out the same ones again? */
  isRepeatable: boolean;
}

/** Everything that a cloud is: what it holds, its time, and how far its sequence of ids has come. */
export interface CloudState {
  version: 1;
  clock: ClockReading;
  drawn: number;
  tables: Tables;
}

/**
 * The cloud behind the API: it knows how a cloud behaves, and nothing of HTTP.
 * An area keeps its data in tables of the store, puts what changes with time under the timelines, and records what
 * happens in the events.
 */
export class Cloud {
  readonly store = new Store();
  private written = 0;
  readonly identifiers: Identifiers;
  readonly timelines: Timelines;
  readonly events: Events;
  readonly durations: Durations;
  readonly projects: Projects;
  readonly access: Access;
  readonly autoTopUps: AutoTopUps;
  readonly billing: Billing;
  readonly capacity: Capacity;
  readonly sshKeys: SshKeys;
  readonly scripts: Scripts;
  readonly volumes: Volumes;
  readonly volumeActions: VolumeActions;
  readonly instances: Instances;
  readonly deploy: Deploy;
  readonly instanceActions: InstanceActions;
  readonly groups: Groups;
  readonly privateNetworks: PrivateNetworks;
  readonly networkLinks: NetworkLinks;
  readonly clusters: Clusters;
  readonly clusterDeploy: ClusterDeploy;
  readonly journal: Journal;
  readonly audit: Audit;

  constructor(
    readonly settings: CloudSettings,
    readonly clock: Clock,
    readonly realTime: RealTime,
  ) {
    this.identifiers = new Identifiers(settings.seed);
    this.durations = settings.durations;
    this.timelines = new Timelines(clock, (at) => {
      this.billing.accrue(at);
    });
    this.events = new Events(this.store, this.timelines, this.identifiers);
    this.projects = new Projects(this.store, settings);
    this.access = new Access(
      this.store,
      this.projects,
      this.events,
      this.identifiers,
      realTime,
      settings.tokenLifetimes,
    );
    this.autoTopUps = new AutoTopUps(
      this.store,
      this.projects,
      this.events,
      this.identifiers,
      settings.autoTopUp,
    );
    this.billing = new Billing(this.projects, this.autoTopUps, this.timelines);
    this.capacity = new Capacity(this.store);
    this.privateNetworks = new PrivateNetworks(this);
    this.networkLinks = new NetworkLinks(this);
    this.sshKeys = new SshKeys(this);
    this.scripts = new Scripts(this);
    this.volumes = new Volumes(this);
    this.volumeActions = new VolumeActions(this);
    this.instances = new Instances(this);
    this.deploy = new Deploy(this);
    this.instanceActions = new InstanceActions(this);
    this.groups = new Groups(this);
    this.clusters = new Clusters(this);
    this.clusterDeploy = new ClusterDeploy(this);
    this.journal = new Journal(this);
    this.audit = new Audit(this);
    for (const client of settings.clients) this.access.addClient(client);
  }

  /** The time that everything in the cloud goes by, in milliseconds. */
  now(): number {
    return this.timelines.now();
  }

  /** Moves on with every request that may change something and with every effect of time. */
  get changes(): number {
    return this.written + this.timelines.changes;
  }

  /** A request changed something, or may have. */
  changed(): void {
    this.written += 1;
  }

  /** Lets time have its effects up to now: called before anybody looks. */
  settle(): void {
    this.timelines.settle();
  }

  state(): CloudState {
    this.settle();
    this.billing.accrue();
    return { version: 1, clock: this.clock.read(), drawn: this.identifiers.drawn, tables: this.store.dump() };
  }

  /** Becomes what a state says, its time included. */
  restore(state: CloudState): void {
    this.store.load(state.tables);
    for (const client of this.settings.clients) this.access.addClient(client);
    this.identifiers.drawn = state.drawn;
    this.clock.restore(state.clock);
    this.billing.restart(state.clock.now);
    this.timelines.reload();
    this.changed();
  }
}
