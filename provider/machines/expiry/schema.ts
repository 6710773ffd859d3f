// When a machine ends: the inputs of instances and clusters, and the output. The tag `pulumi-expires` of the machine says it.
import type { Machine } from '../machine';
import type { OnExpiry } from '../../../core/expiryTag';
import { ON_EXPIRY, expiryOf, expiryTime } from '../../../core/expiryTag';
import { DURATION, durationOf, milliseconds } from '../../../core/values/duration';
import type { Input, Output } from '../../schema/types';
import { RUN_DURATION, isRunDuration } from '../../run/defaultEnd';
import { oneOf, text } from '../../schema/types';

/** The tag has the whole second. */
const createdAt = ({ created_at: at }: Pick<Machine, 'created_at'>): number =>
  Math.floor(Date.parse(at) / 1_000) * 1_000;

/** When a machine with this duration ends, in ms since the epoch; undefined without one. */
export const endOf = (
  machine: Pick<Machine, 'created_at'>,
  maxRunDuration: string | undefined,
): number | undefined => {
  const ms = milliseconds(maxRunDuration ?? '');
  return ms === undefined ? undefined : createdAt(machine) + Math.floor(ms / 1_000) * 1_000;
};

/** The output of a machine with this duration. */
export function expiresAtOf(
  machine: Pick<Machine, 'created_at'>,
  { maxRunDuration }: { readonly maxRunDuration?: string },
): ExpiryOutputs {
  const end = endOf(machine, maxRunDuration);
  return end === undefined ? {} : { expiresAt: expiryTime(end) };
}

export const expiryInputs = {
  maxRunDuration: {
    type: text({ pattern: DURATION, accepts: isRunDuration, says: RUN_DURATION }),
    doc:
      'How long the machine exists, from its creation on, e.g. `8h` or `2d`; from 10 minutes to 520 weeks. The end is noted ' +
      'on the machine, and `npx pulumi-cloud-compute expired --remove` carries it out: nothing else does. Default: no ' +
      'end, or that of `cloudCompute:maxRunDuration`.',
    onChange: 'in place',
    note: 'refused if that leaves it less than an hour',
    meaning: milliseconds,
    // A tag that is missing or a copy is no value: the next update writes the declared one again.
    from: (found: Machine) => {
      const own = expiryOf(found);
      return own && durationOf(own.expiresAt - createdAt(found));
    },
    api: { none: 'A tag notes it.' },
    changedTo: '8h',
  },
} as const satisfies Readonly<Record<string, Input>>;

export const onExpiryInputs = {
  onExpiry: {
    type: oneOf('OnExpiry', ON_EXPIRY),
    doc:
      'What happens at the end of `maxRunDuration`: the machine is deleted, or hibernated, which needs `hibernate: true`. ' +
      'Default: `hibernate` with `hibernate: true`, else `delete`. A delete leaves all volumes but that of the operating ' +
      'system, and that too if the program keeps it.',
    onChange: 'in place',
    // The default depends on `hibernate`, so only a declared value is read back.
    from: (found: Machine, said?: OnExpiry) => said && expiryOf(found)?.onExpiry,
    api: { none: 'A tag notes it.' },
    changedTo: 'delete',
  },
} as const satisfies Readonly<Record<string, Input>>;

export interface ExpiryInputs {
  readonly maxRunDuration?: string;
  readonly onExpiry?: OnExpiry;
  readonly hibernate?: boolean;
}

export const expiryOutputs = {
  expiresAt: {
    changesWith: ['maxRunDuration'],
    type: text(),
    doc: 'When it ends, ISO 8601; left out without `maxRunDuration`.',
    computed: true,
    optional: true,
  },
} as const satisfies Readonly<Record<string, Output>>;

export interface ExpiryOutputs {
  expiresAt?: string;
}
