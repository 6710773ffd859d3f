// What a preview says of a program without an `OrphanRemoval`.
import { stackUrnOf } from '../core/urn';
import { areOff } from '../provider/checks/plan';
import { info } from '../provider/run/progress';
import type { Run } from '../provider/run/run';
import { billedTypes } from './kinds';

/**
 * Says at the end of a preview that `destroy` removes no orphans of this provider: the engine does not ask a plugin to
 * delete its provider, so only a declared resource can remove them.
 */
export async function sayThatOrphansStay(run: Run): Promise<void> {
  const { phase, program } = run;
  if (phase.isUp || areOff(run)) return;
  const [billed] = billedTypes.flatMap((type) => program.ofType(type));
  if (billed === undefined || program.ofType('OrphanRemoval').length > 0) return;
  const [urn] = billed;
  await info(
    stackUrnOf(urn),
    'The program declares no OrphanRemoval: `pulumi destroy` only names what an interrupted run has left, and it stays ' +
      'billed. Declare one, and let the other resources depend on it (dependsOn).',
  );
}
