import type { Instance } from '../../api';
import type { Problem } from '../../core/validation/shape';
import { found } from '../checks/existing';
import { usualDeployMs } from '../checks/machines/parallelism';
import { runChecks } from '../checks/plan';
import { statusLine } from '../lifecycle/waiting/waitFor';
import { DeploymentFailed, awaitReady } from '../machines/create/deploymentFailed';
import { attachForGate, warnOfLeftOut } from '../volumes/sharedVolumes';
import { machineStatuses } from '../machines/machine';
import { untilReady } from '../polling/statusRule';
import { defineResource } from '../schema/define';
import { fieldsFrom } from '../schema/derived/mapping';
import type { Inputs } from '../schema/resourceSchema';
import { resourceSchema } from '../schema/resourceSchema';
import type { OutputsOf } from '../schema/types';
import { list, outputObject, text } from '../schema/types';
import type { Call } from '../run/call';
import { formatDuration } from '../../core/values/duration';
import { pluginToken } from '../../core/urn';

const readyInstance = {
  id: { type: text(), doc: "The instance's id." },
  hostname: { type: text(), doc: 'Its host name.' },
  status: { type: text(), doc: '`running` or `offline`.' },
  ip: { type: text(), doc: 'Public address; null when the internet does not reach it.', nullable: true },
  privateIp: { type: text(), doc: 'Private address; null when it is on no private network.', nullable: true },
} as const;

/** The schema of an InstancesReady gate. */
export const instancesReadySchema = resourceSchema({
  name: 'InstancesReady',
  typeName: 'Ready',
  provider: 'ready',
  noun: 'gate',
  doc:
    'A gate that waits until all its instances are ready. It occupies only one of the few parallel creates of the engine ' +
    'and returns their addresses. It also attaches the volumes that they share: see `existingVolumes` of `Instance`.',
  inputs: {
    instanceIds: {
      type: list(text()),
      doc: 'The instances to wait for, deployed with `awaitReady: false`.',
      onChange: 'in place',
      required: true,
      example: '[trainer.id]',
      idOf: ['Instance'],
      api: { none: 'The API has no gates.' },
    },
  },
  outputs: {
    instances: {
      changesWith: ['instanceIds'],
      type: list(outputObject('ReadyInstance', 'An instance that is ready.', readyInstance)),
      doc: 'The instances, in the order of `instanceIds`.',
      computed: true,
    },
  },
});

export type InstancesReadyInputs = Inputs<typeof instancesReadySchema>;
type ReadyInstance = OutputsOf<typeof readyInstance>;

/** Some of the instances will never become ready. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/**
 * A gate waits, and attaches shared volumes. The instances themselves are repaired and deleted as resources of their
 * own.
 */
export const ready = defineResource(instancesReadySchema, {
  timeouts: { create: 60, update: 60, delete: 1 },
  check: checkInstancesReady,

  async isReached({ run }, { instanceIds = [] }) {
    const found = await Promise.all(instanceIds.map((id) => run.instances.read(id)));
    return found.some((machine) => machine !== undefined);
  },

  async create(call, inputs) {
    return { id: call.name || 'ready', outputs: { instances: await waitForAll(call, inputs.instanceIds) } };
  },

  async read(call, _id, { instanceIds = [], instances = [] }) {
    const found = await Promise.all(instanceIds.map((instanceId) => call.run.instances.read(instanceId)));
    return {
      inputs: { instanceIds },
      outputs: {
        instances: found.flatMap((machine, index) =>
          machine ? [outputOf(machine)] : (instances.find(({ id }) => id === instanceIds[index]) ?? []),
        ),
      },
    };
  },

  async update(call, _id, _state, inputs) {
    return { outputs: { instances: await waitForAll(call, inputs.instanceIds) } };
  },
});

/** Waits for all instances, also after one fails, so that the error names every failed instance. */
async function waitForAll(call: Call, ids: readonly string[]): Promise<ReadyInstance[]> {
  const { instances, clock } = call.run;
  const started = clock.now();
  let finished = 0;
  /** Of the machine that takes longest. */
  let usualMs = 0;
  const count = () => `${String(finished)} of ${String(ids.length)} ready`;
  const showWait = () => {
    call.status(statusLine('deploying', count(), clock.now() - started, usualMs));
  };
  const results = await Promise.allSettled(
    ids.map(async (id) => {
      const isReady = untilReady<Instance>(
        machineStatuses,
        (found) => new DeploymentFailed('instance', id, found),
      );
      const machine = await awaitReady(call, id, () =>
        instances.wait(
          id,
          (found) => {
            if (found) usualMs = Math.max(usualMs, usualDeployMs(found.instance_type));
            return isReady(found);
          },
          { kind: 'deploying, at a gate', deadline: call.deadline, signal: call.signal, onStatus: showWait },
        ),
      );
      const attached = await attachForGate(call, machine);
      finished += 1;
      if (finished < ids.length) showWait();
      else call.status(`${count()} after ${formatDuration(clock.now() - started)}`);
      return attached;
    }),
  );
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  );
  if (failures.length > 0) {
    throw new NotReadyError(
      `${String(failures.length)} of ${String(ids.length)} instances are not ready. Run \`pulumi up\` again: it replaces failed instances, and waits for the others. ${failures.join(' ')} A failed instance stays billed until it is replaced.`,
    );
  }
  const machines = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  await warnOfLeftOut(call, machines);
  return machines.map(outputOf);
}

const outputOf = (found: Instance): ReadyInstance => fieldsFrom(readyInstance, found);

/** Reports the problems of a gate that a preview can find: its instances must exist. */
export async function checkInstancesReady(
  call: Call,
  inputs: Partial<InstancesReadyInputs>,
  olds: Partial<InstancesReadyInputs> | undefined,
): Promise<Problem[]> {
  const { instances, known } = call.run;
  const problems = await runChecks(call, inputs, olds, (plan) => [
    // Instances that this run ordered exist and need no lookup.
    found(
      plan,
      plan.added('instanceIds').filter(({ value }) => !known.has(value)),
      'instance',
      instances,
    ),
  ]);
  if (call.urn.includes(pluginToken('Ready'))) return problems;
  // Programs of the npm package use the input `instances`: machines or their ids.
  return problems.map(({ path, reason }) => ({ path: path.replace('instanceIds', 'instances'), reason }));
}
