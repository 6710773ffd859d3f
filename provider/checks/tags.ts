import { MOST_TAGS } from '../../api/services/tags';
import { settingKey } from '../../core/configuration';
import { PENDING } from '../../core/pendingTag';
import { defaultTags, withDefaultTags } from '../session/defaultTags';
import type { Problem } from '../../core/validation/shape';
import type { Path, PlannedResource } from './plan';

/** Refuses reserved keys, and more than ten tags together with the stack's default tags. */
export function tags<I extends object>(plan: PlannedResource<I>, path: Path<I>): Problem[] {
  const declared = plan.at(path);
  const own = typeof declared === 'object' && declared !== null ? (declared as Record<string, string>) : {};
  if (!plan.differs(path)) return [];
  const defaults = defaultTags(plan.call.session);
  const all = Object.keys(withDefaultTags(defaults.tags, own)).length;
  const inherited = all - Object.keys(own).length;
  return [
    ...Object.keys(own).flatMap((key) => reserved(`${path}[${JSON.stringify(key)}]`, key)),
    ...(inherited > 0 && all > MOST_TAGS
      ? [
          {
            path,
            reason: `has ${String(all - inherited)} tags, and ${settingKey('defaultTags')} adds ${String(inherited)}; a resource carries at most ${String(MOST_TAGS)}`,
          },
        ]
      : []),
  ];
}

/** Refuses the keys that this package uses for its own tags. */
export const reserved = (path: string, key: string): Problem[] =>
  key.toLowerCase() === PENDING ? [{ path, reason: 'is reserved for this package: choose another one' }] : [];
