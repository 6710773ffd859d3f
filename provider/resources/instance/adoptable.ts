import type { Instance, Volume } from '../../../api';
import type { Call } from '../../run/call';

/** An instance to adopt, with what only other lists of the cloud show. */
export interface AdoptableInstance extends Instance {
  readonly os_volume?: Volume | undefined;
  /** The group that it is a member of; null if it is in none. */
  readonly instance_group_id?: string | null | undefined;
}

/** Reads the values of the machine that adoption compares with the inputs. */
export async function adoptable(
  { run }: Call,
  found: Instance,
  { osVolume, instanceGroupId }: { readonly osVolume?: object; readonly instanceGroupId?: string },
): Promise<AdoptableInstance> {
  const isMember = ({ instances }: { readonly instances: readonly { readonly id: string }[] }) =>
    instances.some(({ id }) => id === found.id);
  return {
    ...found,
    ...(osVolume && found.os_volume_id && { os_volume: await run.volumes.read(found.os_volume_id) }),
    ...(instanceGroupId !== undefined && {
      instance_group_id: (await run.instanceGroups.list()).find(isMember)?.id ?? null,
    }),
  };
}
