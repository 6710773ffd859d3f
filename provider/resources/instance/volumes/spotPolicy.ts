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

/** The policy of all volumes of a machine, if the program declares the same for all. */
export function commonPolicy({ osVolume, volumes = [] }: Declared): OnSpotDiscontinue | undefined {
  const policies = new Set([policyOf(osVolume), ...volumes.map(policyOf)]);
  return policies.size === 1 ? policyOf(osVolume) : undefined;
}

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
  const old = before.osVolume?.onSpotDiscontinue;
  const next = wanted.osVolume && (wanted.osVolume.onSpotDiscontinue ?? (old && DEFAULT_POLICY));
  if (next !== undefined && next !== old && isForAll(wanted)) return next;
  const isOther = (wanted.volumes ?? []).some(
    (volume) => policyOf(volume) !== policyOf(before.volumes?.find(({ name }) => name === volume.name)),
  );
  return isOther ? commonPolicy(wanted) : undefined;
}
