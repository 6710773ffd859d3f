import { nameIn } from '../../../core/urn';
import type { Problem } from '../../../core/validation/shape';
import { hasInvisible, invisibleIn } from '../../../core/validation/invisible';
import type { Use } from '../../run/program';
import { use, warnOfShared } from '../unique';
import type { PlannedResource } from '../plan';

const LONGEST_LABEL = 63;
/** RFC 1123, section 2.1. */
export const LONGEST_HOSTNAME = 253;

/** A host name made from the name of a resource: letters, digits and hyphens, with place for seven random digits. */
export const hostnameFrom = (name: string): string =>
  name
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 55) || 'machine';

/** Two machines may share a host name, but nobody can tell them apart. */
export const usesOfHost = ({ hostname: name }: { readonly hostname?: string }): Use[] =>
  use('host', 'hostname', name);

/** A host name is made of letters, digits, hyphens and dots (RFC 1123, section 2.1). */
export function hostname(plan: PlannedResource<{ hostname: string }>): Problem[] {
  const value = plan.text('hostname');
  if (value === undefined) return [];
  warnOfShared(plan, 'host', { path: 'hostname', value }, 'nobody can tell the two machines apart');
  const [given] = plan.changed('hostname');
  if (!given) return [];
  const problems = wrong(given.value);
  const isAutomatic =
    /^-[0-9a-f]{7}$/.test(given.value.slice(nameIn(plan.call.urn).length)) &&
    given.value.startsWith(nameIn(plan.call.urn));
  const origin = isAutomatic ? ' (it was generated from the name in the program: set hostname)' : '';
  return problems.map((reason) => ({ path: given.path, reason: `${reason}${origin}` }));
}

/**
 * The problem of a host name, if there is one. The message shows only the invalid character, never the whole
 * value.
 */
function wrong(value: string): string[] {
  const strange = /[^A-Za-z0-9.-]/u.exec(value);
  const invisible = strange ? invisibleIn(value.slice(0, strange.index + strange[0].length)) : undefined;
  const labels = value.split('.');
  return [
    ...(strange
      ? [
          `${invisible === undefined ? `has the character ${JSON.stringify(strange[0])} at position ${String(strange.index + 1)}` : hasInvisible(invisible)}; only letters, digits, hyphens and dots are allowed`,
        ]
      : []),
    ...(value.length > LONGEST_HOSTNAME
      ? [`has ${String(value.length)} characters; at most ${String(LONGEST_HOSTNAME)} are allowed`]
      : []),
    ...(labels.some((label) => label.length > LONGEST_LABEL)
      ? [
          `has a part of more than ${String(LONGEST_LABEL)} characters; at most that many are allowed between dots`,
        ]
      : []),
    ...(labels.includes('')
      ? ['has an empty part: it must not begin or end with a dot, nor have two in a row']
      : []),
    ...(labels.some((label) => label.startsWith('-') || label.endsWith('-'))
      ? ['has a part that begins or ends with a hyphen']
      : []),
  ];
}
