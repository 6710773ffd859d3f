import { MOST_TAGS } from '../../api/services/tags';
import { shownSetting } from '../../core/configuration';
import { defaultTags, withDefaultTags } from '../run/defaultTags';
import type { Problem } from '../../core/validation/shape';
import type { Path, PlannedResource } from './plan';

/** Refuses more than ten tags together with the stack's default tags. */
export function tags<I extends object>(plan: PlannedResource<I>, path: Path<I>): Problem[] {
  const declared = plan.at(path);
  const own = typeof declared === 'object' && declared !== null ? (declared as Record<string, string>) : {};
  if (!plan.differs(path)) return [];
  const defaults = defaultTags(plan.call.run);
  const all = Object.keys(withDefaultTags(defaults.tags, own)).length;
  const inherited = all - Object.keys(own).length;
  if (inherited === 0 || all <= MOST_TAGS) return [];
  const reason = `has ${String(all - inherited)} tags, and ${shownSetting('defaultTags')} adds ${String(inherited)}; a resource has at most ${String(MOST_TAGS)}`;
  return [{ path, reason }];
}
