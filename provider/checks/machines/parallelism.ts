// A create that waits for its machine holds one of the engine's places, of which there are few by default.
import { stackUrnOf } from '../../../core/urn';
import type { Problem } from '../../../core/validation/shape';
import { perSession } from '../../session/perSession';
import { warn } from '../../session/progress';
import type { Call } from '../../session/call';
import type { PlannedResource } from '../plan';
import { usualDeployMs } from './usualDuration';

/** The machines that this run will create and wait for: their types, by URN. */
const awaitedMachines = perSession(() => new Map<string, string>());

/** Counts a machine of a preview, which warns at its end if the engine creates far fewer at once. */
export function warnOfFewPlaces(
  { call, isNew, inputs }: PlannedResource<{ awaitReady: boolean }>,
  type = '',
): Problem[] {
  if (!call.isPreview || !isNew || inputs.awaitReady === false) return [];
  const machines = awaitedMachines(call.session);
  if (machines.size === 0)
    call.session.atEndOfRun.push(async () => {
      const warning = placesWarning([...machines.values()], call);
      if (warning !== undefined) await warn(stackUrnOf(call.urn), warning);
    });
  machines.set(call.urn, type);
  return [];
}

function placesWarning(types: readonly string[], { parallel }: Call): string | undefined {
  const count = types.length;
  if (parallel === undefined || parallel < 1 || count <= parallel) return undefined;
  const usual = Math.max(...types.map(usualDeployMs));
  return (
    `${String(count)} machines, ${String(parallel)} at a time: ${about(Math.ceil(count / parallel) * usual)}. ` +
    `With \`--parallel ${String(count)}\` (or PULUMI_PARALLEL=${String(count)}): ${about(usual)}.`
  );
}

const about = (ms: number): string => `about ${String(Math.ceil(ms / 60_000))} min`;
