// A create that waits for its machine holds one of the engine's places, of which there are few by default.
import { stackUrnOf } from '../../../core/urn';
import { warn } from '../../run/progress';
import type { Call } from '../../run/call';
import { PlannedResource } from '../plan';
import { groupDefaults } from './group';

/** At the end of a preview: warns if the engine creates far fewer machines at once than the run will wait for. */
export function warnOfFewPlaces(call: Call): void {
  if (!call.isPreview) return;
  const { phase } = call.run;
  phase.parallel ??= call.parallel;
  call.run.once('end of the preview', () =>
    phase.atEnd.push(async () => {
      const warning = placesWarning(await awaitedTypes(call), phase.parallel);
      if (warning !== undefined) await warn(stackUrnOf(call.urn), warning);
    }),
  );
}

/** The inputs that tell whether a create waits, and how long that usually takes. */
interface Awaited {
  adoptId: string;
  awaitReady: boolean;
  instanceType: string;
  clusterType: string;
  instanceGroupId: string;
}

/** The types of the machines that the run will create and wait for. */
function awaitedTypes(call: Call): Promise<string[]> {
  const { program } = call.run;
  const machines = [...program.ofType('Instance'), ...program.ofType('Cluster')]
    .filter(([, { isNew }]) => isNew)
    .map(([, { inputs }]) => new PlannedResource<Awaited>(call, inputs, undefined))
    .filter(({ inputs }) => inputs.awaitReady !== false && inputs.adoptId === undefined);
  return Promise.all(
    machines.map(
      async (machine) =>
        machine.text('clusterType') ??
        machine.text('instanceType') ??
        (await groupDefaults(machine))?.instanceType ??
        '',
    ),
  );
}

function placesWarning(types: readonly string[], parallel: number | undefined): string | undefined {
  const count = types.length;
  if (parallel === undefined || parallel < 1 || count <= parallel) return undefined;
  const usual = Math.max(...types.map(usualDeployMs));
  return (
    `${String(count)} machines, ${String(parallel)} at a time: ${about(Math.ceil(count / parallel) * usual)}. ` +
    `With \`--parallel ${String(count)}\` (or PULUMI_PARALLEL=${String(count)}): ${about(usual)}.`
  );
}

const about = (ms: number): string => `about ${String(Math.ceil(ms / 60_000))} min`;

/** How long a machine of this type usually takes from its order until it is ready, in ms. The more GPUs, the longer. */
export function usualDeployMs(type: string): number {
  const gpus = Math.min(Number(/^\d+/.exec(type)?.[0] ?? 0), MOST_GPUS_OF_A_MACHINE);
  return gpus === 0 ? 60_000 : 90_000 + ((gpus - 1) / (MOST_GPUS_OF_A_MACHINE - 1)) * 150_000;
}

/** The machines of a cluster start at the same time. */
const MOST_GPUS_OF_A_MACHINE = 8;
