import * as pulumi from '@pulumi/pulumi';
import type { VolumeTypeName } from '../../api/schema';
import { isShared } from '../../api/services/volumes';
import { isMocked, perRun } from '../pulumi/run';
import { isResource } from '../pulumi/isResource';
import { isKnown, sourcesOf, valueOf } from '../pulumi/undeclared';

/** By the id of an attached volume: the name of the first machine that uses it. */
const firstMachineOf = perRun(() => new Map<pulumi.Output<string>, string>());

/** The arguments of a machine that decide whether it can share a volume. */
interface Machine {
  readonly locationCode?: pulumi.Input<string>;
  readonly startupScriptId?: pulumi.Input<string>;
  readonly allowShutdown?: pulumi.Input<boolean>;
}

/** Shared volumes of which the preview has said how they are attached. */
const explained = perRun(() => new Set<pulumi.Resource>());

/**
 * Checks new volumes that several machines use. The provider compares volumes by their ids, which a preview does not
 * know while the volume is still to be created. The program passes the same output to each machine, though.
 */
export function checkVolumesInUse(name: string, machine: Machine, volumes: unknown): void {
  if (!Array.isArray(volumes) || isMocked() || !pulumi.runtime.isDryRun()) return;
  for (const given of volumes as unknown[]) {
    const id = pulumi.CustomResource.isInstance(given) ? given.id : given;
    if (!pulumi.Output.isInstance<string>(id)) continue;
    const first = firstMachineOf().get(id) ?? name;
    firstMachineOf().set(id, first);
    // If the volume or an argument fails, the program fails with that error.
    check(id, name, machine, first).catch(() => undefined);
  }
}

type Volume = pulumi.Resource & {
  readonly type: pulumi.Output<string>;
  readonly locationCode: pulumi.Output<string>;
};

async function check(
  id: pulumi.Output<string>,
  name: string,
  machine: Machine,
  first: string,
): Promise<void> {
  const volume = sourcesOf(id).find((one) => isResource(one, 'Volume')) as Volume | undefined;
  if (volume === undefined || (await isKnown(id))) return;
  const [type, place, site] = await Promise.all([
    valueOf(volume.type),
    valueOf(volume.locationCode),
    valueOf(pulumi.output(machine.locationCode)),
  ]);
  const which = `existingVolumes of ${JSON.stringify(name)} names a volume`;
  if (place && site && place !== site) {
    void pulumi.log.error(
      `${which} in ${place}, but the machine is in ${site}: both must be in the same location.`,
      volume,
    );
  }
  if (first === name || type === undefined) return;
  const twice = `${which} that existingVolumes of ${JSON.stringify(first)} also names: `;
  if (!isShared({ type: type as VolumeTypeName })) {
    void pulumi.log.warn(
      `${twice}a volume is attached to one machine, unless its type is shared. Use one volume per machine, or one volume of the type NVMe_Shared for all.`,
      volume,
    );
  } else if (
    machine.startupScriptId !== undefined &&
    !(await valueOf(pulumi.output(machine.allowShutdown)))
  ) {
    void pulumi.log.error(
      `${twice}it is shared, so this machine is shut down once it runs, attached, and started again, which would cut off its startup script. ` +
        'Set allowShutdown: true, or leave the script out.',
      volume,
    );
  } else if (!explained().has(volume)) {
    explained().add(volume);
    void pulumi.log.warn(
      `${twice}only the first machine is deployed with a shared volume. The others are shut down once they run, attached, and started again; their first boot does not see it.`,
      volume,
    );
  }
}
