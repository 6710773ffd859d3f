import { World } from '../model/world';
import { Access } from '../resources/access';
import { Audit } from '../resources/audit';
import { ClusterDeploy } from './clusterDeploy';
import { Clusters } from './clusters';
import { Deploy } from './deploy';
import { Groups } from './groups';
import { InstanceActions } from './instanceActions';
import { Instances } from './instances';
import { Journal } from './journal';
import { NetworkLinks } from '../resources/networks/links';
import { PrivateNetworks } from '../resources/networks/privateNetworks';
import { Scripts } from '../resources/scripts';
import { SshKeys } from '../resources/sshKeys';
import { Machines } from '../resources/machines/machines';
import { Volumes } from '../resources/volumes/volumes';
import type { CloudSettings } from '../model/settings';
import type { Clock, RealTime } from '../model/time/clock';

/** The world with all its resources. */
export class Cloud extends World {
  readonly access: Access;
  readonly sshKeys: SshKeys;
  readonly scripts: Scripts;
  readonly volumes: Volumes;
  readonly machines = new Machines();
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

  constructor(settings: CloudSettings, clock: Clock, realTime: RealTime) {
    super(settings, clock, realTime);
    this.access = new Access(this);
    this.privateNetworks = new PrivateNetworks(this, this.machines);
    this.networkLinks = new NetworkLinks(this, this.privateNetworks);
    this.sshKeys = new SshKeys(this);
    this.scripts = new Scripts(this);
    this.volumes = new Volumes(this, this.machines);
    this.instances = new Instances(this);
    this.deploy = new Deploy(this);
    this.instanceActions = new InstanceActions(this);
    this.groups = new Groups(this);
    this.clusters = new Clusters(this);
    this.clusterDeploy = new ClusterDeploy(this);
    this.journal = new Journal(this);
    this.audit = new Audit(this);
    this.access.admitConfiguredClients();
  }
}
