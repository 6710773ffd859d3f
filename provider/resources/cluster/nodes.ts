// The nodes of a cluster: whether they are ready, and how they are booted and shut down.
import { isGone } from '../../../core/statuses';
import { printable } from '../../../api/printable';
import type { Cluster, ClusterNode } from '../../../api';
import type { Problem } from '../../../core/validation/shape';
import { sentenceOf } from '../../../core/validation/shape';
import { instead, quoted } from '../../../core/validation/suggestion';
import type { InputValue } from '../../checks/plan';
import type { Call } from '../../run/call';
import { UserFacingError } from '../../run/errors';
import { DeploymentFailed } from '../../machines/create/deploymentFailed';
import { hasEnded, isReady } from '../../machines/machine';
import { withForcedFallback, GRACEFUL_MS } from '../../machines/power';
import type { PowerState } from '../../machines/power';
import type { WaitDecision } from '../../polling/collection';
import { waitFor } from '../../lifecycle/waiting/waitFor';

/** A cluster is ready when the cluster itself and all its nodes are ready. */
export const readyWithNodes =
  (id: string) =>
  (found: Cluster | undefined): WaitDecision<Cluster> => {
    if (!found || hasEnded(found))
      return { state: 'failed', error: new DeploymentFailed('cluster', id, found) };
    const pending = nodesOf(found).filter((node) => !isReady(node));
    if (isReady(found) && pending.length === 0) return { state: 'done', value: found };
    return {
      state: 'waiting',
      status: pending.length ? `${found.status}, ${String(pending.length)} nodes not ready` : found.status,
    };
  };

const nodesOf = (found: Cluster): ClusterNode[] => [
  ...found.worker_nodes,
  ...(found.jump_host ? [found.jump_host] : []),
  ...(found.service_nodes ?? []),
];

/** The inputs that decide which nodes run. */
interface NodePower {
  readonly powerState?: PowerState;
  readonly offlineNodes?: readonly string[];
}

const isNamed = (names: readonly string[], { id, hostname }: ClusterNode): boolean =>
  names.includes(id) || names.includes(hostname);

/** The power state of the worker nodes. While they differ, the declared power state is returned. */
export function powerStateOf(
  { worker_nodes: nodes }: Cluster,
  said: PowerState | undefined,
): PowerState | undefined {
  if (nodes.every(({ status }) => status === 'running')) return 'running';
  const isOffline = nodes.every(({ status }) => status === 'offline');
  return isOffline || said === 'running' ? 'offline' : said;
}

/** The declared names of the nodes that are shut down. */
export const offlineNodesOf = (found: Cluster, said: readonly string[] = []): string[] =>
  said.filter((name) => nodesOf(found).some((node) => isNamed([name], node) && node.status !== 'running'));

/** The cluster without the worker nodes in `offlineNodes`: the others show its power state. */
export function withoutOfflineNodes(found: Cluster, { offlineNodes = [] }: NodePower): Cluster {
  const others = found.worker_nodes.filter((node) => !isNamed(offlineNodes, node));
  return others.length > 0 ? { ...found, worker_nodes: others } : found;
}

/** The names that no node of the cluster has. */
export function unknownNodes(found: Cluster, names: readonly InputValue[]): Problem[] {
  const nodes = nodesOf(found);
  const candidates = nodes.map(({ hostname }) => hostname);
  return names
    .filter(({ value }) => !nodes.some((node) => isNamed([value], node)))
    .map(({ path, value }) => ({
      path,
      reason: `names ${quoted(value)}, which is no node of the cluster ${printable(found.hostname)}${instead(value, { candidates })}`,
    }));
}

/** Throws for a name that no node of the cluster has. */
export function mustHaveNodes(found: Cluster, names: readonly string[]): void {
  const [problem] = unknownNodes(
    found,
    names.map((value) => ({ path: 'offlineNodes', value })),
  );
  if (problem) throw new UserFacingError(`${sentenceOf(problem)}.`);
}

/** The desired power state of each node that the program manages. */
function desiredPower(found: Cluster, { powerState, offlineNodes = [] }: NodePower, before: NodePower) {
  const workers = new Set(found.worker_nodes.map(({ id }) => id));
  return new Map(
    nodesOf(found).flatMap((node): [string, PowerState][] => {
      if (isNamed(offlineNodes, node)) return [[node.id, 'offline']];
      if (workers.has(node.id) && powerState !== undefined) return [[node.id, powerState]];
      return isNamed(before.offlineNodes ?? [], node) ? [[node.id, 'running']] : [];
    }),
  );
}

/**
 * Boots nodes and shuts nodes down, and returns when all have the desired power state.
 *
 * @param before the inputs of the last update: a node that has left `offlineNodes` is booted.
 */
export async function setNodePower(
  call: Call,
  found: Cluster,
  inputs: NodePower,
  before: NodePower,
): Promise<void> {
  const { client, clusters } = call.run;
  mustHaveNodes(found, inputs.offlineNodes ?? []);
  const desired = desiredPower(found, inputs, before);
  const lacking = (now: Cluster, state: PowerState) =>
    nodesOf(now).filter(({ id, status }) => desired.get(id) === state && status !== state);
  const ask = async (nodes: readonly ClusterNode[], action: 'boot' | 'shutdown' | 'force_shutdown') => {
    const results = await Promise.allSettled(
      nodes.map((node) => client.clusters.nodeAction(found.id, node.id, action, call.requests)),
    );
    clusters.invalidate();
    if (results.some(({ status }) => status === 'fulfilled')) call.run.written.changing.add(found.id);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  };
  const [toBoot, toShutDown] = [lacking(found, 'running'), lacking(found, 'offline')];
  if (toBoot.length + toShutDown.length === 0) return;
  const waitUntilReached = (deadline: number) =>
    waitFor(
      call,
      clusters,
      found.id,
      toBoot.length > 0 ? 'booting' : 'shutting down',
      (now) => {
        if (!now || isGone(now))
          return { state: 'failed', error: new DeploymentFailed('cluster', found.id, now) };
        const left = lacking(now, 'running').length + lacking(now, 'offline').length;
        return left === 0
          ? { state: 'done', value: now }
          : { state: 'waiting', status: `${String(left)} nodes left` };
      },
      { deadline },
    );
  await Promise.all([ask(toBoot, 'boot'), ask(toShutDown, 'shutdown')]);
  if (toShutDown.length === 0) {
    await waitUntilReached(call.deadline);
    return;
  }
  await withForcedFallback(call, GRACEFUL_MS, waitUntilReached, async (waited) => {
    const now = await clusters.get(found.id);
    const stuck = now ? lacking(now, 'offline') : [];
    if (stuck.length === 0) return;
    call.warn(`Some nodes did not shut down by themselves within ${waited}: forcing them.`);
    await ask(stuck, 'force_shutdown');
  });
}
