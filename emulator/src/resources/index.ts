import { document } from '../contract/document';
import { Access, accessHandlers } from './access';
import { Audit, auditHandlers } from './audit';
import { balanceHandlers } from './balance';
import { availabilityHandlers } from './catalogue/availability';
import { catalogueHandlers } from './catalogue/catalogues';
import { inferenceHandlers } from './catalogue/inference';
import { Clusters } from './clusters/clusters';
import { ClusterDeploy } from './clusters/deploy';
import { clusterHandlers } from './clusters/handlers';
import { groupHandlers, Groups } from './groups';
import { InstanceDeploy } from './instances/deploy';
import { instanceHandlers } from './instances/handlers';
import { Instances } from './instances/instances';
import { InstanceResponses } from './instances/responses';
import { journalHandlers } from './journal';
import { Machines } from './machines/machines';
import { privateNetworkHandlers } from './networks/handlers';
import { NetworkLinks } from './networks/links';
import { PrivateNetworks } from './networks/privateNetworks';
import { scriptHandlers, Scripts } from './scripts';
import { sshKeyHandlers, SshKeys } from './sshKeys';
import { volumeHandlers } from './volumes/handlers';
import { Volumes } from './volumes/volumes';
import type { Handlers, OperationId } from '../contract/handlers';
import type { World } from '../model/world';

/** Operations without a handler: the reference is a page with its own files. */
export const notYet = ['getDocs'] as const satisfies readonly OperationId[];

/** A world with its resources and the handlers of their operations. */
export class Cloud {
  readonly access: Access;
  readonly audit: Audit;
  readonly volumes: Volumes;
  readonly instances: Instances;
  readonly clusters: Clusters;
  readonly groups: Groups;
  readonly sshKeys: SshKeys;
  readonly scripts: Scripts;
  /** The compiler refuses an operation of the contract that is missing here. */
  readonly handlers: Handlers<Exclude<OperationId, (typeof notYet)[number]>>;

  constructor(readonly world: World) {
    const machines = new Machines();
    const access = new Access(world);
    const audit = new Audit(world);
    const networks = new PrivateNetworks(world, machines);
    const links = new NetworkLinks(world, networks);
    const sshKeys = new SshKeys(world);
    const scripts = new Scripts(world);
    const volumes = new Volumes(world, machines);
    const instances = new Instances(world, volumes, networks);
    const instanceDeploy = new InstanceDeploy(world, instances, sshKeys, scripts);
    const instanceResponses = new InstanceResponses(world, instances);
    const clusters = new Clusters(world, volumes, networks);
    const clusterDeploy = new ClusterDeploy(world, clusters, sshKeys, scripts);
    const groups = new Groups(world, instances, sshKeys, scripts);
    instanceDeploy.useTemplates((caller, id) => groups.getForDeploy(caller, id));
    this.handlers = {
      ...accessHandlers(access),
      ...auditHandlers(audit),
      ...availabilityHandlers(world),
      ...balanceHandlers(world),
      ...catalogueHandlers(),
      ...clusterHandlers(world, clusters, clusterDeploy),
      ...groupHandlers(groups),
      ...inferenceHandlers(world),
      ...instanceHandlers(world, instances, instanceDeploy, instanceResponses),
      ...journalHandlers({ world, instances, instanceResponses, clusters }),
      ...privateNetworkHandlers(networks, links),
      ...scriptHandlers(scripts),
      ...sshKeyHandlers(sshKeys),
      ...volumeHandlers(world, volumes),
      getSchema: () => ({ status: 200, body: { ...document } }),
    };
    this.access = access;
    this.audit = audit;
    this.volumes = volumes;
    this.instances = instances;
    this.clusters = clusters;
    this.groups = groups;
    this.sshKeys = sshKeys;
    this.scripts = scripts;
    access.admitConfiguredClients();
  }
}
