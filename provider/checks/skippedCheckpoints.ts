import type { Call } from '../run/call';

/** A setting of the engine: it saves the state only at the end of a run. */
const VARIABLE = 'PULUMI_SKIP_CHECKPOINTS';

/** Warns once per run that a kill leaves everything of the run in no state, if the engine saves it only at the end. */
export function warnOfSkippedCheckpoints(call: Call): void {
  const { run } = call;
  if (!/^(1|true)$/i.test(run.variable(VARIABLE) ?? '')) return;
  run.once('warning about skipped checkpoints', () => {
    call.warn(
      `${VARIABLE} is set, so the engine saves the state only at the end of the run. If it is killed before that, ` +
        'everything that it has ordered is billed and in no state: the next `pulumi up` stops and names the command that ' +
        'removes it. Remove the variable from the environment.',
    );
  });
}
