import { MOST_TAGS } from '../../api/services/tags';
import { MOST_NEW_TAGS, WHY_FEWER } from '../../core/pendingTag';
import { shownSetting } from '../../core/configuration';
import { defaultTags, withDefaultTags } from '../run/defaultTags';
import { hasInvisible, invisibleIn } from '../../core/validation/invisible';
import type { Problem } from '../../core/validation/shape';
import type { Path, PlannedResource } from './plan';

/**
 * Warns of invisible characters in the values of tags; refuses more than the limit together with the stack's default tags.
 */
export function tags<I extends object>(plan: PlannedResource<I>, path: Path<I>): Problem[] {
  const declared = plan.at(path);
  const own = typeof declared === 'object' && declared !== null ? (declared as Record<string, string>) : {};
  if (!plan.differs(path)) return [];
  const defaults = defaultTags(plan.call.run);
  warnOfInvisible(plan, path, own);
  warnOfInvisible(plan, shownSetting('defaultTags'), defaults.tags);
  const all = Object.keys(withDefaultTags(defaults.tags, own)).length;
  const inherited = all - Object.keys(own).length;
  const isNew = isMadeByThisRun(plan);
  const most = isNew ? MOST_NEW_TAGS : MOST_TAGS;
  // The shape refuses more than ten of its own.
  if (all <= most || (inherited === 0 && all > MOST_TAGS)) return [];
  const added = inherited === 0 ? '' : `, and ${shownSetting('defaultTags')} adds ${String(inherited)}`;
  const limit = isNew
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
