import type { Instance } from '../../api';
import { printable } from '../../api/printable';
import type { Problem } from '../../core/validation/shape';
import { found } from '../checks/existing';
import { usualDeployMs } from '../checks/machines/parallelism';
import { runChecks } from '../checks/plan';
import { statusLine } from '../lifecycle/waiting/waitFor';
import { DeploymentFailed, awaitReady } from '../machines/create/deploymentFailed';
import { attachForGate, warnOfLeftOut } from '../volumes/sharedVolumes';
import type { WaitCondition } from '../machines/conditions/schema';
import { hashOfConditions } from '../machines/conditions/steps';
import { awaitConditions } from '../machines/conditions/wait';
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
  sshHostKey: {
    type: text(),
    doc: 'Its public SSH host key, if an `ssh` condition of its `waitFor` has seen it.',
    computed: true,
    optional: true,
  },
  conditionsHash: {
    type: text(),
    doc: 'A hash of the `waitFor` that it has met: the gate waits again when it changes.',
    computed: true,
    optional: true,
  },
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

  // A gate that was ready waits again for new conditions of its machines, also of an earlier run that was killed.
  plan: (call, { instances = [] }, { instanceIds }) => {
    const isToWait =
      Array.isArray(instanceIds) &&
      instanceIds.some((id) => (conditionsOf(call, id, instances)?.open ?? []).length > 0);
    return Promise.resolve({
      plan: { steps: [], warnings: [] },
      findings: { ...(isToWait && { unfinished: true }) },
    });
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
          machine
            ? [outputOf(call, machine, instances)]
            : (instances.find(({ id }) => id === instanceIds[index]) ?? []),
        ),
      },
    };
  },

  async update(call, _id, { instances }, inputs) {
    return { outputs: { instances: await waitForAll(call, inputs.instanceIds, instances) } };
  },
});

interface MachineConditions {
  readonly hash: string;
  /** Those for which the gate still waits. */
  readonly open: readonly WaitCondition[];
}

/** The conditions of a machine; undefined without any, or if the program of this run does not declare it. */
function conditionsOf(
  { run }: Call,
  id: string,
  before: readonly ReadyInstance[],
): MachineConditions | undefined {
  const { waitFor = [], isStarted = false } = run.gates.get(id) ?? {};
  if (waitFor.length === 0) return undefined;
  const conditions = waitFor as readonly WaitCondition[];
  const hash = hashOfConditions(conditions);
  const haveHeld = !isStarted && before.find((one) => one.id === id)?.conditionsHash === hash;
  return { hash, open: haveHeld ? [] : conditions };
}

/** Waits for all instances, also after one fails, so that the error names every failed instance. */
async function waitForAll(
  call: Call,
  ids: readonly string[],
  before: readonly ReadyInstance[] = [],
): Promise<ReadyInstance[]> {
  const { instances, clock } = call.run;
  const started = clock.now();
  let finished = 0;
  /** Of the conditions that have held. */
  const hashes = new Map<string, string>();
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
      const conditions = conditionsOf(call, id, before);
      const attached = await attachForGate(call, machine);
      if (conditions && attached.status === 'running') {
        await awaitConditions(
          call,
          {
            noun: 'instance',
            collectionOf: ({ instances: all }) => all,
            machine: attached,
            hostKey: before.find((one) => one.id === id)?.sshHostKey,
            show: (line) => {
              call.status(`${count()}; ${printable(machine.hostname)} is ${line}`);
            },
          },
          conditions.open,
        );
        hashes.set(id, conditions.hash);
      }
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
  return machines.map((machine) => outputOf(call, machine, before, hashes.get(machine.id)));
}

function outputOf(
  { run }: Call,
  found: Instance,
  before: readonly ReadyInstance[] = [],
  hash?: string,
): ReadyInstance {
  const old = before.find(({ id }) => id === found.id);
  const sshHostKey = run.things.hostKeyOf(found.id) ?? old?.sshHostKey;
  const conditionsHash = hash ?? old?.conditionsHash;
  return {
    ...fieldsFrom(readyInstance, found),
    ...(sshHostKey !== undefined && { sshHostKey }),
    ...(conditionsHash !== undefined && { conditionsHash }),
  };
}

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
  if (call.urn.includes(pluginToken('InstancesReady'))) return problems;
  // Programs of the npm package use the input `instances`: machines or their ids.
  return problems.map(({ path, reason }) => ({ path: path.replace('instanceIds', 'instances'), reason }));
}
