import { settingKey, shownSetting } from '../../core/configuration';
import type { Run } from './run';
import type { Problem } from '../../core/validation/shape';
import { tags as tagsShape } from '../../core/validation/shape';

type Tags = Readonly<Record<string, string>>;

/** The default tags of the stack's config, or why they are invalid. */
export function defaultTags(run: Pick<Run, 'setting'>): {
  readonly tags: Tags;
  readonly problems: readonly Problem[];
} {
  const setting = run.setting('defaultTags')?.trim();
  if (!setting) return { tags: {}, problems: [] };
  const path = shownSetting('defaultTags');
  let value: unknown;
  try {
    value = JSON.parse(setting);
  } catch {
    const key = settingKey('defaultTags');
    const form = path === key ? `: \`pulumi config set --path ${key}.team research\`` : ' of key: "value"';
    const reason = `must be an object${form}`;
    return { tags: {}, problems: [{ path, reason }] };
  }
  const tags = withTexts(value);
  const problems = tagsShape(tags, path);
  return problems.length > 0 ? { tags: {}, problems } : { tags: tags as Tags, problems: [] };
}

/** `pulumi config set --path` stores `5` and `true` as a number and a boolean. */
const withTexts = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, entry]: [string, unknown]) => [
          key,
          typeof entry === 'number' || typeof entry === 'boolean' ? String(entry) : entry,
        ]),
      )
    : value;

/** Merges default tags with a resource's own tags, which take precedence. The cloud ignores the case of keys. */
export function withDefaultTags(defaults: Tags, own: Tags | undefined): Record<string, string> {
  const keys = new Set(Object.keys(own ?? {}).map((key) => key.toLowerCase()));
  const rest = Object.entries(defaults).filter(([key]) => !keys.has(key.toLowerCase()));
  return { ...Object.fromEntries(rest), ...own };
}
