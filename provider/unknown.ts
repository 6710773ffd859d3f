/** What the engine puts in place of a value that is only known after an update, at any depth of the inputs. */
export const UNKNOWN = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** Whether the value, or anything inside it, is still unknown. */
export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasUnknown);
  return false;
}
