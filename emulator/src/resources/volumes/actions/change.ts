/** A change to make to one volume after its checks, and the storage and the price that it adds. */
interface Change {
  make: () => void;
  gigabytes?: number;
  /** US dollars. */
  pricePerHour?: number;
}

/** `satisfied`: there is nothing to do. */
export type PreparedAction = Change | 'satisfied';

export const total = (changes: readonly Change[], property: 'gigabytes' | 'pricePerHour'): number =>
  changes.reduce((sum, change) => sum + (change[property] ?? 0), 0);
