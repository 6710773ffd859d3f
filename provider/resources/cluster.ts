import type { Cluster, ClusterNode, Contract, DeployClusterRequest, ExtensionSettings } from '../../api';
import { hourlyToMonthly } from '../../api/catalogue';
import { purgeCluster } from '../../api/leftovers';
import type { Mark } from '../../api/marks';
import { markTag, wasGiven, wasGivenJust } from '../../api/marks';
import { adopt } from '../adopt';
import type { Call } from '../call';
import { isAutomaticName, milliseconds, nameIn, spoken } from '../call';
import { deployWhereThereIsRoom } from '../capacity';
import type { ChangeRules } from '../changes';
import {
  asSet,
  by,
  changesBetween,
  fixed,
  nextMachine,
  replace,
  setting,
  unmanagedWhenLeftOut,
  update,
} from '../changes';
import { checkCluster } from '../checks/cluster';
import type { Billed, Created } from '../createOnce';
import { belongsToSuccessor, createOnce, markFor, patienceOf, removeDoubles } from '../createOnce';
import { Ended, awaitReady } from '../endings';
import { ownVolumesLeft } from '../ownVolumes';
import { orForced } from '../orForced';
import type { PowerState } from '../power';
import { GRACEFUL_MS } from '../power';
import { storageCost } from '../prices';
import { removeVolume } from '../removeVolume';
import type { Bookkeeping, Checked } from '../resource';
import { Unfinished, defineResource } from '../resource';
import type { Verdict } from '../settle/collection';
import { isGone } from '../settle/rule';
import { flag, listOf, object, oneOf, required, tags, text } from '../shape';
import { syncTags } from '../tags';
import { waitFor } from '../waiting';
import type { TagMap } from './common';
import { declaredTags, gigabytes, hostnameFrom, tagMap, tagMeaning, tagRequests } from './common';

/** What a program says of a cluster (Clusters; the deploy body is not shown by the spec). */
export interface ClusterInputs {
  /** Host name. Default: the name in the program and seven random digits. On change: replaced. */
  hostname?: string;
  /** Description. Default: the host name. On change: stored for the next cluster, unless `replaceOn` names it. */
  description?: string;
  /** Type of the cluster, e.g. `16H100`. On change: replaced. */
  clusterType: string;
  /** An image for clusters, as `getClusterImages` names them. On change: replaced. */
  image: string;
  /** Where it is to be, e.g. `FIN-01`. On change: replaced. */
  locationCode: string;
  /** Locations to fall back on, in this order, when there is no room. On change: stored. */
  fallbackLocationCodes?: string[];
  /** How long to wait for room when no location has any, e.g. `2h`. Default: not at all. On change: stored. */
  waitForCapacity?: string;
  /** Keys that may log in. On change: stored for the next cluster, unless `replaceOn` names it. */
  sshKeyIds: string[];
  /** Script that runs at the first start. On change: stored for the next cluster, unless `replaceOn` names it. */
  startupScriptId?: string;
  /** `PAY_AS_YOU_GO` or `LONG_TERM`. Default: the cloud's. On change: replaced. */
  contract?: Contract;
  /** Code of the long-term period, with the contract `LONG_TERM`. On change: replaced. */
  longTermPeriod?: string;
  /** Whether the contract renews by itself. On change: replaced. */
  autoRentExtension?: boolean;
  /** Whether it becomes pay-as-you-go when the contract ends. On change: replaced. */
  turnToPayAsYouGo?: boolean;
  /** What follows the contract: `auto_renew`, `pay_as_you_go` or `end_contract`. On change: replaced. */
  extensionSettings?: ExtensionSettings;
  /** A shared volume made with the cluster; it stays when the cluster goes, unless `deleteSharedVolumes`. On change: replaced. */
  sharedVolume?: {
    /** Name. */
    name: string;
    /** Size in GB. */
    size: number;
  };
  /** Shared volumes that exist and are to be attached. They stay when the cluster goes. On change: replaced. */
  existingVolumes?: string[];
  /** Tags, at most ten. On change: in place; tags of others are left alone. */
  tags?: TagMap;
  /** Whether its worker nodes run; offline nodes stay billed. Default: `running`. On change: booted or shut down in place. */
  powerState?: PowerState;
  /** Whether `up` waits until all nodes run. Default: true. On change: stored. */
  awaitReady?: boolean;
  /** Takes over this cluster, which exists, instead of deploying one. Only matters at creation. */
  adoptId?: string;
  /** Whether the shared volume that was made with it goes with it. Default: false: it stays, and stays billed. */
  deleteSharedVolumes?: boolean;
  /** Whether what is deleted goes for good at once instead of to the trash. Default: false. */
  deletePermanently?: boolean;
  /** Properties whose change is to replace the cluster although it could be stored or changed in place. */
  replaceOn?: string[];
}

/** A node of a cluster. */
export interface ClusterNodeOutputs {
  id: string;
  hostname: string;
  /** Public address; null when there is none. */
  publicIp: string | null;
  /** Address within the cluster. */
  privateIp: string | null;
  status: string;
}

/** What the cloud says of a cluster. */
export interface ClusterOutputs {
  /** `running`, `offline`, … as for instances. */
  status: string;
  /** Where it really is. */
  location: string;
  /** Public address; null when there is none. */
  ip: string | null;
  /** Nodes that do the work. */
  workerNodes: ClusterNodeOutputs[];
  /** The node to log in through, if there is one. */
  jumpHost: ClusterNodeOutputs | null;
  /** CPU nodes that serve the cluster. */
  serviceNodes: ClusterNodeOutputs[];
  /** Its shared volumes; they stay billed when the cluster goes. */
  sharedVolumes: { id: string; name: string; mountPoint: string | null; sizeInGigabytes: number }[];
  cpu: { description: string; numberOfCores: number };
  gpu: { description: string; numberOfGpus: number };
  gpuMemory: { description: string; sizeInGigabytes: number };
  memory: { description: string; sizeInGigabytes: number };
  /** Price per hour, in the account's currency. */
  pricePerHour: number;
  /** Price per hour, in the account's currency. */
  hourlyCost: number;
  /** Price per month of 730 hours, in the account's currency. */
  monthlyCost: number;
  /** The account's currency, `usd` or `eur`. */
  currency: string;
  /** Name of the operating system. */
  osName: string;
  /** When it was made, ISO 8601. */
  createdAt: string;
}

const changes: ChangeRules<ClusterInputs> = {
  hostname: replace,
  description: nextMachine,
  clusterType: replace,
  image: replace,
  locationCode: replace,
  fallbackLocationCodes: setting,
  waitForCapacity: setting,
  sshKeyIds: asSet(nextMachine as never),
  startupScriptId: nextMachine,
  contract: replace,
  longTermPeriod: replace,
  autoRentExtension: replace,
  turnToPayAsYouGo: replace,
  extensionSettings: replace,
  sharedVolume: replace,
  existingVolumes: unmanagedWhenLeftOut(asSet(replace as never)),
  tags: by(update as never, tagMeaning),
  powerState: unmanagedWhenLeftOut(update as never),
  awaitReady: setting,
  adoptId: fixed,
  deleteSharedVolumes: setting,
  deletePermanently: setting,
  replaceOn: setting,
};

const settle = {
  ready: ['running', 'offline'],
  failed: ['error', 'discontinued', 'deleting', 'notfound', 'no_capacity', 'installation_failed'],
  gone: ['discontinued', 'notfound'],
} as const;

/** Statuses of a cluster that will never run and stays until somebody removes it. */
const CARCASS = ['no_capacity', 'installation_failed', 'error'];

/** How clusters are created once. */
const billedCluster = (call: Call, { existingVolumes = [] }: Partial<ClusterInputs>): Billed<Cluster> => ({
  noun: 'cluster',
  collection: call.session.clusters,
  given: existingVolumes,
  isGone: ({ status }) => ['deleting', ...settle.gone].includes(status),
  hasFailed: ({ status }) => CARCASS.includes(status),
  remove: (inner, found, mark) =>
    removeForGood(
      inner,
      found,
      sharedVolumesOf(found).filter((id) => !wasGiven(mark, id)),
      mark,
    ),
});

const sharedVolumesOf = (found: Cluster): string[] => found.shared_volumes.map(({ id }) => id);

/** A cluster of machines that share storage. */
export const cluster = defineResource<ClusterInputs, ClusterOutputs>({
  name: 'Cluster',
  noun: 'cluster',
  timeouts: { create: 90, update: 30, delete: 45 },
  autoName: 'hostname',
  autoNameFrom: hostnameFrom,
  defaults: () => ({ powerState: 'running' }),
  extraTime: ({ waitForCapacity }) =>
    waitForCapacity === undefined ? 0 : (milliseconds(waitForCapacity) ?? 0),
  shapes: {
    hostname: text({ max: 253 }),
    description: text({ max: 1000 }),
    clusterType: required(text()),
    image: required(text()),
    locationCode: required(text()),
    fallbackLocationCodes: listOf(text()),
    waitForCapacity: text({
      pattern: /^(\d+(\.\d+)?(ms|s|m|h))+$/,
      says: 'must be a duration such as "30m" or "2h"',
    }),
    sshKeyIds: required(listOf(text())),
    startupScriptId: text(),
    contract: oneOf(['PAY_AS_YOU_GO', 'LONG_TERM']),
    longTermPeriod: text(),
    autoRentExtension: flag,
    turnToPayAsYouGo: flag,
    extensionSettings: oneOf(['auto_renew', 'pay_as_you_go', 'end_contract']),
    sharedVolume: object({ name: required(text()), size: required(gigabytes) }),
    existingVolumes: listOf(text()),
    tags,
    powerState: oneOf(['running', 'offline']),
    awaitReady: flag,
    adoptId: text(),
    deleteSharedVolumes: flag,
    deletePermanently: flag,
    replaceOn: listOf(oneOf(Object.keys(changes))),
  },
  changes,
  check: checkCluster,
  // Where it landed counts, and what it was named by the run that it was taken over from.
  satisfied: (property, state, inputs) =>
    (property === 'locationCode' && inputs.locationCode === state.location) ||
    (property === 'hostname' && areAutomatic(inputs, state.hostname, inputs.hostname)),
  deleteFirst: (state, inputs) =>
    (inputs.existingVolumes ?? []).some((id) => state.existingVolumes?.includes(id)),

  /**
   * An interrupted run may have removed it without living to say so. And where nobody waited for it, or not long
   * enough, it may have failed since.
   */
  async stale(call, id, state) {
    const found = await call.session.clusters.read(id);
    if (!found || ['deleting', ...settle.gone].includes(found.status)) return 'replace';
    if (!state.__accepted && state.__unfinished === undefined) return undefined;
    return settle.failed.includes(found.status as never) ? 'replace' : undefined;
  },

  async create(call, inputs) {
    const { adoptId } = inputs;
    const accepted =
      adoptId === undefined
        ? await deploy(call, inputs)
        : await adopt(call, billedCluster(call, inputs), adoptId, (found) => differences(found, inputs));
    const notes: Bookkeeping = { __generation: accepted.generation };
    try {
      if (inputs.awaitReady === false) {
        const outputs = await outputsOf(call, await observe(call, accepted.id));
        return { id: accepted.id, outputs: { ...outputs, ...notes }, accepted: true };
      }
      const found = accepted.ready ?? (await usable(call, accepted.id));
      const outputs = await converge(call, found, inputs, adoptId === undefined ? {} : inputs);
      await removeDoubles(call, billedCluster(call, inputs), accepted.at);
      // What was taken over keeps the name that it was given.
      const hostname = accepted.found && adoptId === undefined ? found.hostname : inputs.hostname;
      return { id: accepted.id, outputs: { ...outputs, hostname, ...notes } };
    } catch (error) {
      throw new Unfinished(
        accepted.id,
        { ...(await known(call, accepted.id)), ...notes },
        (error as Error).message,
        { cause: error },
      );
    }
  },

  async read(call, id, state) {
    const found = await call.session.clusters.read(id);
    if (found && found.status !== 'deleting' && !settle.gone.includes(found.status as never))
      return { inputs: actualInputs(found, state), outputs: await outputsOf(call, found, state.currency) };
    // It lets go of its shared volumes long before they are removed, if they are to go with it.
    const own = state.deleteSharedVolumes ? ownSharedVolumes(state).map(({ id }) => id) : [];
    const left = await ownVolumesLeft(call, { ownVolumeIds: own });
    if (left.length === 0) return undefined;
    return {
      inputs: declaredIn(state),
      outputs: state as ClusterOutputs,
      vanished: `The cluster is gone, but it left ${left.join(', ')} behind, which ${left.length === 1 ? 'is' : 'are'} still billed.`,
    };
  },

  async update(call, id, state, inputs) {
    return { outputs: await converge(call, await usable(call, id), inputs, state) };
  },

  async delete(call, id, state) {
    const found = await call.session.clusters.read(id);
    if (belongsToSuccessor(call, id, state.__generation)) return;
    if (found && !settle.gone.includes(found.status as never)) {
      if (found.status !== 'deleting') await discontinue(call, id);
      await waitFor(call, call.session.clusters, id, 'discontinuing', isGone(settle));
    }
    await removeSharedVolumes(call, { ...(found && { sharedVolumes: sharedVolumesIn(found) }), ...state });
  },
});

/** Deploys it once, in the first location that has room, and waits until it is ready unless it is not to be awaited. */
function deploy(call: Call, inputs: Checked<ClusterInputs>): Promise<Created<Cluster>> {
  const kind = billedCluster(call, inputs);
  const adaptable = (found: Cluster, mark: Mark) =>
    differences(found, inputs).length === 0 && isAsOrdered(found, inputs, mark);
  const placement = { ...inputs, instanceType: inputs.clusterType, clusters: true };
  return deployWhereThereIsRoom(call, placement, async (locationCode) => {
    const created = await createOnce(call, kind, adaptable, (mark) =>
      call.session.client.clusters.deploy(
        deployRequest(call, inputs, locationCode ?? inputs.locationCode, mark),
        call.requests,
      ),
    );
    if (inputs.awaitReady === false) return created;
    let seen: Cluster | undefined;
    try {
      return { ...created, ready: await ready(call, created.id, (now) => (seen = now)) };
    } catch (error) {
      const message = (error as Error).message;
      if (!(error instanceof Ended))
        throw new Unfinished(created.id, await known(call, created.id), message, { cause: error });
      try {
        const carcass = (await call.session.clusters.get(created.id)) ?? seen;
        // One that is gone already has let go of its volumes.
        const volumeIds = [carcass, seen].flatMap((found) => (found ? sharedVolumesOf(found) : []));
        const own = [...new Set(volumeIds)].filter((id) => !kind.given.includes(id));
        if (carcass) await removeForGood(call, carcass, own, markFor(call, kind.given));
      } catch (left) {
        throw new Unfinished(
          created.id,
          {},
          `${message} Removing what is left of it failed too: ${(left as Error).message}`,
          { cause: left },
        );
      }
      throw error;
    }
  });
}

function deployRequest(
  call: Call,
  inputs: ClusterInputs,
  locationCode: string,
  mark: Mark,
): DeployClusterRequest {
  const hostname = inputs.hostname ?? call.name;
  return {
    hostname,
    description: inputs.description ?? hostname,
    cluster_type: inputs.clusterType,
    image: inputs.image,
    location_code: locationCode,
    ssh_key_ids: inputs.sshKeyIds,
    ...(inputs.startupScriptId !== undefined && { startup_script_id: inputs.startupScriptId }),
    ...(inputs.contract && { contract: inputs.contract }),
    ...(inputs.longTermPeriod !== undefined && { long_term_period: inputs.longTermPeriod }),
    ...(inputs.autoRentExtension !== undefined && { auto_rent_extension: inputs.autoRentExtension }),
    ...(inputs.turnToPayAsYouGo !== undefined && { turn_to_pay_as_you_go: inputs.turnToPayAsYouGo }),
    ...(inputs.extensionSettings && { extension_settings: inputs.extensionSettings }),
    ...(inputs.sharedVolume && { shared_volume: inputs.sharedVolume }),
    ...(inputs.existingVolumes && { existing_volumes: inputs.existingVolumes.map((id) => ({ id })) }),
    // The mark takes one of the ten places; the tenth tag comes after it.
    tags: [markTag(mark), ...tagRequests(inputs.tags).slice(0, 9)],
  };
}

/** @param onSeen told of everything that is seen of it meanwhile. */
function ready(call: Call, id: string, onSeen: (found: Cluster) => void = () => undefined): Promise<Cluster> {
  const rule = allNodesSettled(id);
  const decide = (found: Cluster | undefined) => {
    if (found) onSeen(found);
    return rule(found);
  };
  return awaitReady(call, id, () => waitFor(call, call.session.clusters, id, 'deploying', decide));
}

/** A cluster is ready when it is and all its nodes are. */
const allNodesSettled =
  (id: string) =>
  (found: Cluster | undefined): Verdict<Cluster> => {
    if (!found || settle.failed.includes(found.status as never))
      return { state: 'failed', error: new Ended('cluster', id, found) };
    const pending = nodesOf(found).filter(({ status }) => !settle.ready.includes(status as never));
    if (settle.ready.includes(found.status as never) && pending.length === 0)
      return { state: 'done', value: found };
    return {
      state: 'waiting',
      status: pending.length ? `${found.status}, ${String(pending.length)} nodes to come` : found.status,
    };
  };

const nodesOf = (found: Cluster): ClusterNode[] => [
  ...found.worker_nodes,
  ...(found.jump_host ? [found.jump_host] : []),
  ...(found.service_nodes ?? []),
];

/** The inputs in which a cluster that exists cannot become what the program says. */
function differences(found: Cluster, inputs: ClusterInputs): string[] {
  const actual: Partial<ClusterInputs> = {
    clusterType: found.cluster_type,
    image: found.image,
    locationCode: found.location,
  };
  const wanted: Partial<ClusterInputs> = {
    clusterType: inputs.clusterType,
    image: inputs.image,
    locationCode: inputs.locationCode,
  };
  return changesBetween(changes, actual, wanted)
    .map(({ property }) => property as keyof ClusterInputs)
    .filter((property) => property in wanted)
    .filter(
      (property) => property !== 'locationCode' || !inputs.fallbackLocationCodes?.includes(found.location),
    )
    .map(
      (property) =>
        `${property} is ${JSON.stringify(actual[property])}, the program says ${JSON.stringify(wanted[property])}`,
    );
}

/**
 * Whether a cluster that an interrupted run ordered is what this one would order. Nobody has used it yet, so what
 * is kept on a cluster for the sake of its work decides here.
 */
function isAsOrdered(found: Cluster, inputs: Checked<ClusterInputs>, mark: Mark): boolean {
  const { hostname, sshKeyIds, startupScriptId, existingVolumes = [], sharedVolume } = inputs;
  const made = found.shared_volumes.filter(({ id }) => !wasGiven(mark, id));
  const wanted = sharedVolume ? [sharedVolume] : [];
  return (
    wasGivenJust(mark, existingVolumes) &&
    (hostname === found.hostname || areAutomatic(inputs, found.hostname, hostname)) &&
    [...sshKeyIds].sort().join() === [...found.ssh_key_ids].sort().join() &&
    (startupScriptId === undefined || startupScriptId === found.startup_script_id) &&
    made.length === wanted.length &&
    made.every(
      ({ name, size_in_gigabytes: size }) => name === sharedVolume?.name && size === sharedVolume.size,
    )
  );
}

/** Whether these names are both made of the resource's name in the program and random digits. */
const areAutomatic = ({ __urn = '' }: Bookkeeping, ...hostnames: (string | undefined)[]): boolean =>
  hostnames.every(
    (hostname) => hostname !== undefined && isAutomaticName(hostnameFrom(nameIn(__urn)), hostname),
  );

async function observe(call: Call, id: string): Promise<Cluster> {
  const found = await call.session.clusters.get(id);
  if (!found) throw new Ended('cluster', id, undefined);
  return found;
}

async function known(call: Call, id: string): Promise<Partial<ClusterOutputs>> {
  try {
    return await outputsOf(call, await observe(call, id));
  } catch {
    // Why it is not finished matters more than that it cannot be looked at just now.
    return {};
  }
}

/** A cluster that is ready, at once if it is; only one that is not yet is waited for. */
async function usable(call: Call, id: string): Promise<Cluster> {
  const verdict = allNodesSettled(id)(await call.session.clusters.read(id));
  return (verdict.state === 'done' ? verdict.value : undefined) ?? ready(call, id);
}

/** Makes a cluster that is ready what the program says, in place; `before` is what was declared until now. */
async function converge(
  call: Call,
  found: Cluster,
  inputs: ClusterInputs,
  before: Partial<ClusterInputs>,
): Promise<ClusterOutputs> {
  const { id } = found;
  await syncTags(call, 'clusters', id, found.tags, inputs.tags, before.tags);
  if (inputs.powerState !== undefined) await setNodePower(call, found, inputs.powerState);
  // A list that is newer than the last write serves all that settled together.
  return outputsOf(call, (await call.session.clusters.read(id)) ?? found);
}

/** Boots the worker nodes or shuts them down, and returns once all are so. */
async function setNodePower(call: Call, found: Cluster, desired: PowerState): Promise<void> {
  const { client, clusters } = call.session;
  const lacking = (now: Cluster) => now.worker_nodes.filter(({ status }) => status !== desired);
  const ask = async (now: Cluster, action: 'boot' | 'shutdown' | 'force_shutdown') => {
    await Promise.all(
      lacking(now).map((node) => client.clusters.nodeAction(now.id, node.id, action, call.requests)),
    );
    clusters.wrote();
  };
  if (lacking(found).length === 0) return;
  const doing = desired === 'running' ? 'booting' : 'shutting down';
  const settled = (deadline: number) =>
    waitFor(
      call,
      clusters,
      found.id,
      doing,
      (now) => {
        if (!now || settle.gone.includes(now.status as never))
          return { state: 'failed', error: new Ended('cluster', found.id, now) };
        const left = lacking(now).length;
        return left === 0
          ? { state: 'done', value: now }
          : { state: 'waiting', status: `${String(left)} nodes to go` };
      },
      { deadline },
    );
  await ask(found, desired === 'running' ? 'boot' : 'shutdown');
  if (desired === 'running') {
    await settled(call.deadline);
    return;
  }
  await orForced(call, GRACEFUL_MS, settled, async () => {
    call.warn(`Some nodes did not shut down by themselves within ${spoken(GRACEFUL_MS)}: forcing them.`);
    await ask(await observe(call, found.id), 'force_shutdown');
  });
}

async function discontinue(call: Call, id: string): Promise<void> {
  await call.session.client.clusters.discontinue([id], call.requests);
  call.session.clusters.wrote();
  call.session.volumes.wrote();
}

/** The shared volume that came with a cluster outlives it, and stays billed, unless the program says otherwise. */
async function removeSharedVolumes(
  call: Call,
  state: Partial<ClusterInputs & ClusterOutputs>,
): Promise<void> {
  const own = ownSharedVolumes(state);
  if (own.length === 0) return;
  if (!state.deleteSharedVolumes) {
    const names = own.map(({ id, name }) => `${name} (${id})`).join(', ');
    call.warn(
      `The shared volume ${names} stays and is still billed. Set deleteSharedVolumes: true to have it go with the cluster.`,
    );
    return;
  }
  await Promise.all(own.map(({ id }) => removeVolume(call, id, state.deletePermanently ?? false)));
}

const sharedVolumesIn = (found: Cluster): ClusterOutputs['sharedVolumes'] =>
  found.shared_volumes.map(({ id, name, mount_point, size_in_gigabytes }) => ({
    id,
    name,
    mountPoint: mount_point ?? null,
    sizeInGigabytes: size_in_gigabytes,
  }));

/** The shared volumes that came with a cluster. */
function ownSharedVolumes({
  existingVolumes = [],
  sharedVolumes = [],
}: Partial<ClusterInputs & ClusterOutputs>) {
  return sharedVolumes.filter(({ id }) => !existingVolumes.includes(id));
}

/** Removes what nobody will ever use, with the volumes that were made with it. */
async function removeForGood(
  call: Call,
  found: Cluster,
  volumeIds: readonly string[],
  mark: Mark,
): Promise<void> {
  const { client, clusters, volumes } = call.session;
  try {
    await purgeCluster(client, found, volumeIds, mark, patienceOf(call));
  } finally {
    clusters.wrote();
    volumes.wrote();
  }
}

/** What of a cluster is declared, as it is out there. */
function actualInputs(found: Cluster, state: Partial<ClusterInputs> & Bookkeeping): Partial<ClusterInputs> {
  const running = found.worker_nodes.every(({ status }) => status === 'running');
  const offline = found.worker_nodes.every(({ status }) => status === 'offline');
  const powerState: PowerState | undefined = running
    ? 'running'
    : offline || state.powerState === 'running'
      ? 'offline'
      : state.powerState;
  if (state.__owner === undefined) {
    return {
      hostname: found.hostname,
      description: found.description,
      clusterType: found.cluster_type,
      image: found.image,
      locationCode: found.location,
      sshKeyIds: found.ssh_key_ids,
      contract: found.contract,
      ...(found.startup_script_id && { startupScriptId: found.startup_script_id }),
      tags: tagMap(found.tags),
      ...(powerState && { powerState }),
    };
  }
  return {
    ...declaredIn(state),
    ...(state.tags && { tags: declaredTags(state.tags, found.tags) ?? {} }),
    ...(state.powerState && powerState && { powerState }),
  };
}

/** The declared inputs among what state holds. */
const declaredIn = (state: Partial<ClusterInputs>): Partial<ClusterInputs> =>
  Object.fromEntries(Object.entries(state).filter(([key]) => key in changes));

const nodeOutputs = (node: ClusterNode): ClusterNodeOutputs => ({
  id: node.id,
  hostname: node.hostname,
  publicIp: node.public_ip ?? null,
  privateIp: node.private_ip ?? null,
  status: node.status,
});

/** The account's currency is only asked for where it is not `known`: a refresh reads lists only. */
async function outputsOf(call: Call, found: Cluster, known?: string): Promise<ClusterOutputs> {
  const currency = known ?? (await storageCost(call, [])).currency;
  return {
    status: found.status,
    location: found.location,
    ip: found.ip ?? null,
    workerNodes: found.worker_nodes.map(nodeOutputs),
    jumpHost: found.jump_host ? nodeOutputs(found.jump_host) : null,
    serviceNodes: (found.service_nodes ?? []).map(nodeOutputs),
    sharedVolumes: sharedVolumesIn(found),
    cpu: { description: found.cpu.description, numberOfCores: found.cpu.number_of_cores },
    gpu: { description: found.gpu.description, numberOfGpus: found.gpu.number_of_gpus },
    gpuMemory: {
      description: found.gpu_memory.description,
      sizeInGigabytes: found.gpu_memory.size_in_gigabytes,
    },
    memory: { description: found.memory.description, sizeInGigabytes: found.memory.size_in_gigabytes },
    pricePerHour: found.price_per_hour,
    hourlyCost: found.price_per_hour,
    monthlyCost: hourlyToMonthly(found.price_per_hour),
    currency,
    osName: found.os_name,
    createdAt: found.created_at,
  };
}
