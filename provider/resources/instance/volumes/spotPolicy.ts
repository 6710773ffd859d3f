// The eviction policy of a machine's volumes. On an existing machine the API sets one policy for all its volumes
// (`configure_spot`). No reply shows it, so it changes only when the declared policy changes.
import type { Instance } from '../../../../api/index';
import { DEFAULT_POLICY } from '../../common';
import type { OnSpotDiscontinue } from '../../common';

interface Policy {
  readonly onSpotDiscontinue?: OnSpotDiscontinue;
}

interface Declared {
  readonly osVolume?: Policy | undefined;
  readonly volumes?: readonly (Policy & { readonly name: string })[] | undefined;
}

/** The policy of a declared volume; the default where none is declared. */
export const policyOf = (declared: Policy = {}): OnSpotDiscontinue =>
  declared.onSpotDiscontinue ?? DEFAULT_POLICY;

/** Whether no inline volume declares another policy than the operating-system volume, whose policy reaches all volumes. */
export const isForAll = ({ osVolume, volumes = [] }: Declared): boolean =>
  volumes.every(({ onSpotDiscontinue = policyOf(osVolume) }) => onSpotDiscontinue === policyOf(osVolume));

/** The policy that an update must set for all volumes of a machine, if it must set one. */
export function policyToSet(
  { is_spot: isSpot }: Pick<Instance, 'is_spot'>,
  wanted: Declared,
  before: Declared,
): OnSpotDiscontinue | undefined {
  if (!isSpot) return undefined;
  // One policy for all must not reach volumes for which the program declares another one.
  if (!isForAll(wanted)) return undefined;
  const old = before.osVolume?.onSpotDiscontinue;
  const next = wanted.osVolume && (wanted.osVolume.onSpotDiscontinue ?? (old && DEFAULT_POLICY));
  return next === old ? undefined : next;
}
