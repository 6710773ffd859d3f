// The nodes of a cluster: whether they are ready, and how they are booted and shut down.
import { isGone } from '../../../core/statuses';
import type { Cluster, ClusterNode } from '../../../api';
import type { Call } from '../../session/call';
import { DeploymentFailed } from '../../machines/create/deploymentFailed';
import { hasEnded, isReady } from '../../machines/machine';
import { withForcedFallback } from '../../lifecycle/waiting/withForcedFallback';
import type { PowerState } from '../../machines/power';
import { GRACEFUL_MS } from '../../machines/power';
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
      status: pending.length ? `${found.status}, ${String(pending.length)} nodes to come` : found.status,
    };
  };

const nodesOf = (found: Cluster): ClusterNode[] => [
  ...found.worker_nodes,
  ...(found.jump_host ? [found.jump_host] : []),
  ...(found.service_nodes ?? []),
];

/** The power state of the worker nodes. While they differ, the declared power state is returned. */
export function powerStateOf(
  { worker_nodes: nodes }: Cluster,
  said: PowerState | undefined,
): PowerState | undefined {
  if (nodes.every(({ status }) => status === 'running')) return 'running';
  const isOffline = nodes.every(({ status }) => status === 'offline');
  return isOffline || said === 'running' ? 'offline' : said;
}

/** Boots the worker nodes or shuts them down, and returns when all have the desired power state. */
export async function setNodePower(call: Call, found: Cluster, desired: PowerState): Promise<void> {
  const { client, clusters } = call.session;
  const lacking = (now: Cluster) => now.worker_nodes.filter(({ status }) => status !== desired);
  const ask = async (now: Cluster, action: 'boot' | 'shutdown' | 'force_shutdown') => {
    await Promise.all(
      lacking(now).map((node) => client.clusters.nodeAction(now.id, node.id, action, call.requests)),
    );
    clusters.invalidate();
  };
  if (lacking(found).length === 0) return;
  const doing = desired === 'running' ? 'booting' : 'shutting down';
  const waitUntilReached = (deadline: number) =>
    waitFor(
      call,
      clusters,
      found.id,
      doing,
      (now) => {
        if (!now || isGone(now))
          return { state: 'failed', error: new DeploymentFailed('cluster', found.id, now) };
        const left = lacking(now).length;
        return left === 0
          ? { state: 'done', value: now }
          : { state: 'waiting', status: `${String(left)} nodes to go` };
      },
      { deadline },
    );
  await ask(found, desired === 'running' ? 'boot' : 'shutdown');
  if (desired === 'running') {
    await waitUntilReached(call.deadline);
    return;
  }
  await withForcedFallback(call, GRACEFUL_MS, waitUntilReached, async (waited) => {
    call.warn(`Some nodes did not shut down by themselves within ${waited}: forcing them.`);
    const now = await clusters.get(found.id);
    if (now) await ask(now, 'force_shutdown');
  });
}
