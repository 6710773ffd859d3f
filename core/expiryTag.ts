// The tag of a machine with an end: its form, and what it proves. The provider writes it, the command `expired` reads it.
import type { Tag, TagRequest } from '../api/schema';

/** The key of the tag that says when a machine ends. */
export const EXPIRES = 'pulumi-expires';

/** The format of the tag that this version writes. A tag in another format counts for nothing. */
const VERSION = '1';

/** What can happen to a machine at its end. */
export const ON_EXPIRY = [
  /** The machine goes to the trash. */
  'delete',
  /** The machine hibernates: the cloud deletes it and keeps its operating-system volume. */
  'hibernate',
] as const;

/** What happens to a machine at its end. */
export type OnExpiry = (typeof ON_EXPIRY)[number];

/** The end of a machine. */
export interface Expiry {
  /** In ms since the epoch, a whole second. */
  readonly expiresAt: number;
  readonly onExpiry: OnExpiry;
  /** Whether a delete at the end leaves the operating-system volume. */
  readonly keepsOsVolume: boolean;
  /** The machine that the tag was written for. On another machine the tag is a copy. */
  readonly machineId: string;
}

interface Machine {
  readonly id: string;
  readonly tags: readonly Tag[];
}

/** Whether a tag says when a machine ends, or looks like it. */
export const isExpiryTag = ({ key }: Pick<Tag, 'key'>): boolean => key === EXPIRES;

/** A time as the tag and the outputs show it: `2026-03-01T12:00:00Z`. */
export const expiryTime = (ms: number): string =>
  new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z');

/** The tag: `1.<end>.<delete or hibernate>.<keep or drop the operating-system volume>.<id of the machine>`. */
export const expiryTag = ({
  expiresAt,
  onExpiry,
  keepsOsVolume,
  machineId,
}: Expiry): TagRequest & { value: string } => ({
  key: EXPIRES,
  value: [VERSION, expiryTime(expiresAt), onExpiry, keepsOsVolume ? 'keep' : 'drop', machineId].join('.'),
});

/** The end that a machine's own tag states; undefined without a tag, and if the tag is a copy or cannot be read. */
export function expiryOf({ id, tags }: Machine): Expiry | undefined {
  const tag = tags.find(isExpiryTag);
  const expiry = tag && read(tag.value);
  return expiry?.machineId === id ? expiry : undefined;
}

/** Whether a machine carries such a tag that is not its own: copied from another machine, or damaged. */
export const hasForeignExpiryTag = (machine: Machine): boolean =>
  machine.tags.some(isExpiryTag) && expiryOf(machine) === undefined;

function read(text: string): Expiry | undefined {
  const [version, time = '', onExpiry, osVolume, machineId, ...rest] = text.split('.');
  const expiresAt = Date.parse(time);
  if (version !== VERSION || rest.length > 0 || !machineId) return undefined;
  if (Number.isNaN(expiresAt) || expiryTime(expiresAt) !== time) return undefined;
  if (!isOnExpiry(onExpiry) || (osVolume !== 'keep' && osVolume !== 'drop')) return undefined;
  return { expiresAt, onExpiry, keepsOsVolume: osVolume === 'keep', machineId };
}

const isOnExpiry = (word: string | undefined): word is OnExpiry => ON_EXPIRY.some((known) => known === word);
