// What a preview says at its end of machines that nothing waits for.
import { isOffSetting, settingKey } from '../../../core/configuration';
import { nameIn, pluginToken, stackUrnOf } from '../../../core/urn';
import { listed } from '../../../core/validation/suggestion';
import { hasScriptOfGroup } from '../../checks/machines/group';
import { PlannedResource } from '../../checks/plan';
import type { Call } from '../../run/call';
import { info, warn } from '../../run/progress';

interface Inputs {
  readonly waitFor: readonly object[];
  readonly awaitReady: boolean;
  readonly adoptId: string;
  readonly startupScriptId: string;
  readonly instanceGroupId: string;
}

/** A machine that the run will create. */
interface NewMachine {
  readonly urn: string;
  readonly plan: PlannedResource<Inputs>;
}

const SETTING = 'startupScriptHint';

/** Says it once per preview. */
export function sayWhatIsNotAwaited(call: Call): void {
  // A native plugin does not know what a check is for; in an update it has written something at its end.
  if (call.isPreview === false) return;
  call.run.once('what is not awaited', () =>
    call.run.phase.atEnd.push(async () => {
      if (call.run.phase.isUp) return;
      const machines = newMachines(call);
      const urn = stackUrnOf(call.urn);
      const hint = await scriptHint(call, machines);
      if (hint !== undefined) await info(urn, hint);
      const warning = gateWarning(call, machines);
      if (warning !== undefined) await warn(urn, warning);
    }),
  );
}

const newMachines = (call: Call): NewMachine[] =>
  [...call.run.program.ofType('Instance'), ...call.run.program.ofType('Cluster')]
    .filter(([, { isNew }]) => isNew)
    .map(([urn, { inputs }]) => ({ urn, plan: new PlannedResource<Inputs>(call, inputs, undefined) }));

/** The value may still be unknown: then there are conditions. */
const hasConditions = ({ plan }: NewMachine): boolean =>
  plan.isUnknown('waitFor') || plan.items('waitFor').length > 0;

const namesOf = (machines: readonly NewMachine[]): string => listed(machines.map(({ urn }) => nameIn(urn)));

async function scriptHint(call: Call, machines: readonly NewMachine[]): Promise<string | undefined> {
  if (isOffSetting(call.run.setting(SETTING))) return undefined;
  const open = machines.filter((one) => !hasConditions(one) && one.plan.inputs.adoptId === undefined);
  const have = await Promise.all(
    open.map(async ({ plan }) => plan.inputs.startupScriptId !== undefined || (await hasScriptOfGroup(plan))),
  );
  const withScript = open.filter((_, index) => have[index]);
  if (withScript.length === 0) return undefined;
  return (
    `\`pulumi up\` returns once ${namesOf(withScript)} run${withScript.length === 1 ? 's' : ''}, before the startup script ` +
    'has ended. To wait for its end: waitFor: [{ ssh: {} }]. To turn this line off: ' +
    `\`pulumi config set ${settingKey(SETTING)} off\`.`
  );
}

/** The npm package fails such a program; the program does not tell a native plugin which gate waits for which machine. */
function gateWarning({ run }: Call, machines: readonly NewMachine[]): string | undefined {
  const left = machines.filter(
    (one) =>
      one.urn.includes(pluginToken('Instance')) && one.plan.inputs.awaitReady === false && hasConditions(one),
  );
  if (left.length === 0 || run.program.ofType('Ready').length > 0) return undefined;
  return (
    `Nothing waits for waitFor of ${namesOf(left)}: with awaitReady: false, only a gate does. Declare an InstancesReady with ` +
    'their ids, or leave awaitReady out.'
  );
}
