import { evictionSteps } from '../resources/instances/instances';
import type { AnyStep, FaultPlan, Living } from '../model/time/timelines';
import { statusOf } from '../model/time/timelines';
import type { Trouble } from '../model/trouble';
import type { FaultDefinition } from './definition';

const indexOf = (steps: readonly AnyStep[], status: string): number =>
  steps.findIndex((step) => step.status === status);

/** Whether this is the plan of a deploy. */
const isDeploy = (steps: readonly AnyStep[]): boolean =>
  steps[0]?.status === 'ordered' && indexOf(steps, 'running') > 0;

/** The plan up to a status, in which the resource stays. No plan has the status `error`: it follows the second step. */
function stuck(steps: AnyStep[], resource: Living, status: string): AnyStep[] {
  const index = indexOf(steps, status);
  if (index === steps.length - 1) return steps;
  if (index >= 0) return steps.slice(0, index + 1);
  if (resource.entered > 0 && statusOf(resource) === status) return [];
  if (status === 'error' && isDeploy(steps))
    return [...steps.slice(0, 2), { status, after: 1, event: 'error' }];
  return steps;
}

function noCapacity(steps: AnyStep[]): AnyStep[] {
  const [ordered, next] = steps;
  if (!isDeploy(steps) || ordered === undefined) return steps;
  return [ordered, { status: 'no_capacity', after: next?.after ?? 0, event: 'error' }];
}

function installationFailed(steps: AnyStep[]): AnyStep[] {
  if (!isDeploy(steps)) return steps;
  const failed = { status: 'installation_failed', after: 1, event: 'installation:failed' };
  return [...steps.slice(0, indexOf(steps, 'provisioning') + 1), failed];
}

function evict(steps: AnyStep[], resource: Living & { isSpot?: boolean }, seconds: number): AnyStep[] {
  if (!isDeploy(steps) || resource.isSpot !== true) return steps;
  return [...steps, ...evictionSteps(seconds)];
}

/** The trouble begins with the first boot, which the first `running` of a deploy leads to. */
function troubled(steps: AnyStep[], trouble: Trouble): AnyStep[] {
  if (!isDeploy(steps)) return steps;
  const first = indexOf(steps, 'running');
  return steps.map((step, index) =>
    index === first ? { ...step, trouble: { ...step.trouble, ...trouble } } : step,
  );
}

const defaultOutput = 'A fault of the emulator: the startup script failed.';

/**
 * How the fault changes plans; undefined if it changes none. The function returns a plan that it does not change as
 * the same object.
 */
export function planChangeOf(fault: FaultDefinition): FaultPlan | undefined {
  switch (fault.kind) {
    case 'stuck':
      return (steps, resource) => stuck(steps, resource, fault.status);
    case 'noCapacity':
      return fault.at === 'later' ? noCapacity : undefined;
    case 'installationFailed':
      return installationFailed;
    case 'evict':
      return (steps, resource) => evict(steps, resource, fault.seconds);
    case 'noSsh':
      return (steps) => troubled(steps, { noSsh: true });
    case 'scriptFailed': {
      const { exitCode = 1, output = defaultOutput } = fault;
      return (steps) => troubled(steps, { script: { exitCode, output } });
    }
    default:
      return undefined;
  }
}
