import { UNKNOWN } from '../../core/validation/shape';

export { UNKNOWN };

/** Whether the value, or anything inside it, is still unknown. */
export function hasUnknown(value: unknown): boolean {
  if (value === UNKNOWN) return true;
  if (Array.isArray(value)) return value.some(hasUnknown);
  if (typeof value === 'object' && value !== null) return Object.values(value).some(hasUnknown);
  return false;
}
