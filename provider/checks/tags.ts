import { MOST_TAGS } from '../../api/services/tags';
import { EXPIRES } from '../../core/expiryTag';
import { MOST_NEW_TAGS, PENDING, WHY_FEWER } from '../../core/pendingTag';
import { shownSetting } from '../../core/configuration';
import { defaultTags, withDefaultTags } from '../run/defaultTags';
import { hasInvisible, invisibleIn } from '../../core/validation/invisible';
import type { Problem } from '../../core/validation/shape';
import type { Path, PlannedResource } from './plan';

/** The end and the pending tag take a place each. */
const MOST_WITH_END = MOST_NEW_TAGS - 1;

/**
 * Warns of invisible characters in the values of tags; refuses more than the limit together with the stack's default tags.
 */
export function tags<I extends object>(plan: PlannedResource<I>, path: Path<I>): Problem[] {
  const declared = plan.at(path);
  const own = typeof declared === 'object' && declared !== null ? (declared as Record<string, string>) : {};
  const { maxRunDuration } = plan.inputs as { maxRunDuration?: unknown };
  if (!plan.differs(path) && !plan.differs('maxRunDuration' as Path<I>)) return [];
  const defaults = defaultTags(plan.call.run);
  warnOfInvisible(plan, path, own);
  warnOfInvisible(plan, shownSetting('defaultTags'), defaults.tags);
  const all = Object.keys(withDefaultTags(defaults.tags, own)).length;
  const inherited = all - Object.keys(own).length;
  const isNew = isMadeByThisRun(plan);
  const hasEnd = maxRunDuration !== undefined;
  const most = hasEnd ? MOST_WITH_END : isNew ? MOST_NEW_TAGS : MOST_TAGS;
  // The shape refuses more than ten of its own.
  if (all <= most || (inherited === 0 && all > MOST_TAGS)) return [];
  const added = inherited === 0 ? '' : `, and ${shownSetting('defaultTags')} adds ${String(inherited)}`;
  const limit = hasEnd
    ? `with maxRunDuration a machine has at most ${String(most)}, because it carries the tag ${EXPIRES}, and until its id is in state ${PENDING}`
    : isNew
      ? `a new resource has at most ${String(most)}, because ${WHY_FEWER}`
      : `a resource has at most ${String(most)}`;
  return [{ path, reason: `has ${String(all - inherited)} tags${added}; ${limit}` }];
}

/** Something adopted, or restored from the trash, was made before. */
function isMadeByThisRun<I extends object>({ inputs, isNew }: PlannedResource<I>): boolean {
  const { adoptId, restoreVolumeId } = inputs as { adoptId?: unknown; restoreVolumeId?: unknown };
  return isNew && adoptId === undefined && restoreVolumeId === undefined;
}

function warnOfInvisible<I extends object>(
  plan: PlannedResource<I>,
  path: string,
  given: Readonly<Record<string, unknown>>,
): void {
  for (const [key, value] of Object.entries(given))
    if (typeof value === 'string') warnOfTagValue(plan, `${path}[${JSON.stringify(key)}]`, value);
}

/** Warns of a value with an invisible character, which no filter for the visible text finds. */
export function warnOfTagValue<I extends object>(
  plan: PlannedResource<I>,
  path: string,
  value: string,
): void {
  const invisible = invisibleIn(value, { mayJoin: true });
  if (invisible !== undefined)
    plan.warn({ path, reason: `${hasInvisible(invisible)}: no filter for the visible text finds it` });
}
