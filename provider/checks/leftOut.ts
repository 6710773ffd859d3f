// A run with --target: the engine passes nothing for the outputs of a resource that the run leaves out and that does not
// exist yet. A list of ids arrives without it.
import { takesId, takesIds } from '../../core/inputsWithIds';
import type { Problem } from '../../core/validation/shape';
import type { Call } from '../run/call';
import { propertyIn } from '../schema/propertyPath';

type Checked = Pick<Call, 'isPreview'>;

const REMEDY =
  'with --target, a value of a resource that the run leaves out is missing: name that resource as a target too';

/** What to do if a value is missing because of --target; empty in a preview, where such a value is unknown. */
export const leftOutRemedy = ({ isPreview }: Checked): string => (isPreview === true ? '' : `; ${REMEDY}`);

/** Adds the remedy to a missing value. Without knowing that it is no preview, only to ids, which come from resources. */
export function withLeftOut(call: Checked, problem: Problem): Problem {
  const name = propertyIn(problem.path);
  const mayComeFromResource = call.isPreview === false || takesId(name) || takesIds(name);
  return problem.isMissing && mayComeFromResource
    ? { ...problem, reason: `${problem.reason}${leftOutRemedy(call)}` }
    : problem;
}
