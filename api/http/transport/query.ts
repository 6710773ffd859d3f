import type { Query } from '../../options';

/** The query string with its `?`, or an empty string. undefined and null are omitted; a list repeats its name. */
export function searchOf(query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? (value as readonly (string | number | boolean)[]) : [value]) {
      if (item !== undefined && item !== null) parameters.append(name, String(item));
    }
  }
  const search = parameters.toString();
  return search && `?${search}`;
}
