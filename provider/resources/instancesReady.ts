import type { Instance } from '../../api';
import type { Problem } from '../../core/validation/shape';
import { found } from '../checks/existing';
import { runChecks } from '../checks/plan';
import { DeploymentFailed, awaitReady } from '../machines/deploymentFailed';
import { machineStatuses } from '../machines/machine';
import { untilReady } from '../polling/statusRule';
import { defineResource } from '../schema/define';
import { fieldsFrom } from '../schema/mapping';
import type { Inputs } from '../schema/resourceSchema';
import { resourceSchema } from '../schema/resourceSchema';
import type { OutputsOf } from '../schema/types';
import { list, outputObject, set, text } from '../schema/types';
import type { Call } from '../session/call';
import { formatDuration } from '../session/call';

const readyInstance = {
  id: { type: text(), doc: "The instance's id." },
  hostname: { type: text(), doc: 'Its host name.' },
  status: { type: text(), doc: '`running` or `offline`.' },
  ip: { type: text(), doc: 'Public address; null when the internet does not reach it.', nullable: true },
  privateIp: { type: text(), doc: 'Private address; null when it is on no private network.', nullable: true },
} as const;

/** The description of a gate. */
export const instancesReadySchema = resourceSchema({
  name: 'InstancesReady',
  typeName: 'Ready',
  provider: 'ready',
  noun: 'gate',
  doc:
    'A gate that waits until all its instances are ready, in one of the few places that the engine has for creates, ' +
    'and hands out their addresses.',
  example: `const machines = names.map((name) => new Instance(name, { ...machine, awaitReady: false }));
const fleet = new InstancesReady('fleet', { instances: machines });
export const addresses = fleet.instances.apply((all) => all.map(({ ip }) => ip));`,
  inputs: {
    instanceIds: {
      type: set(text()),
      doc: 'The instances to wait for, deployed with `awaitReady: false`.',
      onChange: 'in place',
      required: true,
      example: '[trainer.id]',
      api: { none: 'A gate is not known to the API.' },
    },
  },
  outputs: {
    instances: {
      type: list(outputObject('ReadyInstance', 'An instance that is ready.', readyInstance)),
      doc: 'The instances, in the order of `instanceIds`.',
      computed: true,
    },
  },
});

export type InstancesReadyInputs = Inputs<typeof instancesReadySchema>;
type ReadyInstance = OutputsOf<typeof readyInstance>;

/** Some of the machines that a gate waits for will never be ready. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** A gate only waits and reports; the instances themselves repair and delete. */
export const ready = defineResource(instancesReadySchema, {
  timeouts: { create: 60, update: 60, delete: 1 },
  check: checkInstancesReady,

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
          untilReady(machineStatuses, (found) => new DeploymentFailed('instance', id, found)),
          {
            deadline: call.deadline,
            signal: call.signal,
          },
        ),
      );
      settled += 1;
      call.status(
        `${String(settled)} of ${String(ids.length)} ready (${formatDuration(clock.now() - started)})`,
      );
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

const outputOf = (found: Instance): ReadyInstance => fieldsFrom(readyInstance, found);

/** What is wrong with a gate, as far as a preview can tell: what it waits for must exist. */
export async function checkInstancesReady(
  call: Call,
  inputs: Partial<InstancesReadyInputs>,
  olds: Partial<InstancesReadyInputs> | undefined,
): Promise<Problem[]> {
  const { instances, knownIds } = call.session;
  const problems = await runChecks(call, inputs, olds, (plan) => [
    // What this very run has ordered is there: nothing to look up for all that come up together.
    found(
      plan,
      plan.added('instanceIds').filter(({ value }) => !knownIds.has(value)),
      'instance',
      instances,
    ),
  ]);
  // A program says `instances`: machines or their ids.
  return problems.map(({ path, reason }) => ({ path: path.replace('instanceIds', 'instances'), reason }));
}
