// What becomes of a machine's volumes at an eviction. On a living machine the API sets one policy for all its volumes
// (`configure_spot`); no reply shows it, so only a change of what is declared is a change.
import type { Instance } from '../../../../api/index';
import { DEFAULT_POLICY } from '../../common';
import type { OnSpotDiscontinue } from '../../common';

interface Policy {
  readonly onSpotDiscontinue?: OnSpotDiscontinue;
}

interface Declared {
  readonly osVolume?: Policy;
  readonly volumes?: readonly (Policy & { readonly name: string })[];
}

/** The policy of a volume that is declared so, or not at all. */
export const policyOf = (declared: Policy = {}): OnSpotDiscontinue =>
  declared.onSpotDiscontinue ?? DEFAULT_POLICY;

/** The policy of all volumes that come with a machine, where they are to have the same. */
export function commonPolicy({ osVolume, volumes = [] }: Declared): OnSpotDiscontinue | undefined {
  const policies = new Set([policyOf(osVolume), ...volumes.map(policyOf)]);
  return policies.size === 1 ? policyOf(osVolume) : undefined;
}

/** The policy that has to be set for all volumes of a machine, if any has to. */
export function policyToSet(
  { is_spot: isSpot }: Pick<Instance, 'is_spot'>,
  wanted: Declared,
  before: Declared,
): OnSpotDiscontinue | undefined {
  if (!isSpot) return undefined;
  const old = before.osVolume?.onSpotDiscontinue;
  const next = wanted.osVolume && (wanted.osVolume.onSpotDiscontinue ?? (old && DEFAULT_POLICY));
  if (next !== undefined && next !== old) return next;
  const isOther = (wanted.volumes ?? []).some(
    (volume) => policyOf(volume) !== policyOf(before.volumes?.find(({ name }) => name === volume.name)),
  );
  return isOther ? commonPolicy(wanted) : undefined;
}
