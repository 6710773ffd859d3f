import type { Instance } from '../../../api';
import type { Call } from '../../session/call';
import { spoken } from '../../session/call';
import type { ChangeRules } from '../../schema/rules';
import { asSet, update } from '../../schema/rules';
import { checkReady } from './check';
import { Ended, awaitReady } from '../../machines/deploymentFailed';
import { machineSettle } from '../../machines/machine';
import { defineResource } from '../../schema/define';
import { becomes } from '../../polling/statusRule';
import { listOf, required, text } from '../../../core/validation/shape';

/** What a program says of a gate. */
export interface ReadyInputs {
  /** The instances to wait for, deployed with `awaitReady: false`. On change: waited for in place. */
  instanceIds: string[];
}

/** A machine that is ready. */
export interface ReadyInstance {
  /** The instance's id. */
  id: string;
  /** Its host name. */
  hostname: string;
  /** `running` or `offline`. */
  status: string;
  /** Public address; null when it is not reachable from the internet. */
  ip: string | null;
  /** Private address; null when it is on no private network. */
  privateIp: string | null;
}

/** What came of the wait. */
export interface ReadyOutputs {
  /** The machines, in the order of `instanceIds`. */
  instances: ReadyInstance[];
}

const changes: ChangeRules<ReadyInputs> = { instanceIds: asSet(update) };

/** Some of the machines that a gate waits for will never be ready. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/**
 * A gate: it waits until all its instances are ready, in one place of the engine's few, and hands out their
 * addresses. It only waits and reports; the instances themselves mend and delete.
 */
export const ready = defineResource<ReadyInputs, ReadyOutputs>({
  name: 'Ready',
  noun: 'gate',
  timeouts: { create: 60, update: 60, delete: 1 },
  shapes: { instanceIds: required(listOf(text())) },
  changes,
  check: checkReady,

  async isReached({ session }, { instanceIds = [] }) {
    const found = await Promise.all(instanceIds.map((id) => session.instances.read(id)));
    return found.some((machine) => machine !== undefined);
  },

  async create(call, inputs) {
    return { id: call.name || 'ready', outputs: { instances: await waitForAll(call, inputs.instanceIds) } };
  },

  async read(call, _id, { instanceIds = [], instances = [] }) {
    const found = await Promise.all(instanceIds.map((instanceId) => call.session.instances.read(instanceId)));
    return {
      inputs: { instanceIds },
      outputs: {
        instances: found.flatMap((machine, index) =>
          machine ? [outputOf(machine)] : (instances[index] ?? []),
        ),
      },
    };
  },

  async update(call, _id, _state, inputs) {
    return { outputs: { instances: await waitForAll(call, inputs.instanceIds) } };
  },
});

/** Waits for all of them, also when one fails: then every one that failed is named. */
async function waitForAll(call: Call, ids: readonly string[]): Promise<ReadyInstance[]> {
  const { instances, clock } = call.session;
  const started = clock.now();
  let settled = 0;
  const results = await Promise.allSettled(
    ids.map(async (id) => {
      const machine = await awaitReady(call, id, () =>
        instances.wait(
          id,
          becomes(machineSettle, (found) => new Ended('instance', id, found)),
          {
            deadline: call.deadline,
            signal: call.signal,
          },
        ),
      );
      settled += 1;
      call.status(`${String(settled)} of ${String(ids.length)} ready (${spoken(clock.now() - started)})`);
      return outputOf(machine);
    }),
  );
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  );
  if (failures.length > 0) {
    throw new NotReadyError(
      `${String(failures.length)} of ${String(ids.length)} instances are not ready. Run \`pulumi up\` again to replace what failed: ${failures.join(' ')}`,
    );
  }
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

const outputOf = ({ id, hostname, status, ip, private_ip: privateIp }: Instance): ReadyInstance => ({
  id,
  hostname,
  status,
  ip,
  privateIp,
});
