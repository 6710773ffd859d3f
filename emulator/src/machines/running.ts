import { publicAddressOf } from '../model/loopback';
import type { Phase, Living } from '../model/time/timelines';
import type { Trouble } from '../model/trouble';
import type { Cloud } from '../resources';

/** A machine that runs and has loopback addresses. It need not have booted yet. */
export interface RunningMachine {
  /** Of an instance, or of the jump host of a cluster. */
  id: string;
  hostname: string;
  ip: string;
  privateIp: string;
  /** The lines of the keys that it was deployed with. */
  keys: readonly string[];
  /** Milliseconds of the cloud's clock. */
  since: number;
  /** The startup script runs at the first boot only. */
  runsScript: boolean;
  trouble: Trouble;
}

/** All of them. Apply the effects of time before. */
export function* runningMachines({ instances, clusters }: Cloud): Iterable<RunningMachine> {
  for (const instance of instances.table.values()) {
    const phase = runningPhase(instance);
    if (phase !== undefined) yield* answering(instance, instance, phase);
  }
  for (const cluster of clusters.table.values()) {
    const phase = runningPhase(cluster);
    if (phase === undefined) continue;
    const jumpHost = clusters.jumpHostOf(cluster);
    const own = runningPhase(jumpHost);
    if (own !== undefined) yield* answering(jumpHost, cluster, own.at > phase.at ? own : phase);
  }
}

interface Addressed {
  id: string;
  hostname: string;
  ip: string | null;
  privateIp: string | null;
}

interface Deployed {
  authorizedKeys?: string[];
  startupScriptId: string | null;
}

function* answering(
  { id, hostname, ip, privateIp }: Addressed,
  { authorizedKeys = [], startupScriptId }: Deployed,
  { at, event, trouble = {} }: Phase,
): Iterable<RunningMachine> {
  // A machine that was deployed while machines did not answer has addresses that are not on loopback.
  if (ip === null || privateIp === null || publicAddressOf(privateIp) !== ip) return;
  const runsScript = event !== 'start:complete' && (startupScriptId !== null || trouble.script !== undefined);
  yield { id, hostname, ip, privateIp, keys: authorizedKeys, since: at, runsScript, trouble };
}

/** The phase in which the resource began to run; undefined if it does not run. */
function runningPhase({ phases, entered }: Living): Phase | undefined {
  let found: Phase | undefined;
  // The end of a contract is a further phase with the same status.
  for (let index = entered - 1; phases[index]?.status === 'running'; index -= 1) found = phases[index];
  return found;
}
