import * as pulumi from '@pulumi/pulumi';
import { isMocked, perRun } from '../pulumi/run';
import { isResource } from '../pulumi/isResource';
import { isKnown, sourcesOf, valueOf } from '../pulumi/undeclared';

/** By the id of an attached volume: the name of the first machine that uses it. */
const firstMachineOf = perRun(() => new Map<pulumi.Output<string>, string>());

/**
 * Warns of a volume that several machines use. The provider compares volume ids, which a preview does not know while
 * the volume is still to be created. The program passes the same output to each machine, though.
 */
export function warnOfVolumesUsedTwice(machine: string, volumes: unknown): void {
  if (!Array.isArray(volumes) || isMocked() || !pulumi.runtime.isDryRun()) return;
  for (const given of volumes as unknown[]) {
    const id = pulumi.CustomResource.isInstance(given) ? given.id : given;
    if (!pulumi.Output.isInstance<string>(id)) continue;
    const first = firstMachineOf().get(id);
    if (first === undefined) firstMachineOf().set(id, machine);
    else if (first !== machine) void warn(id, first, machine);
  }
}

type Volume = pulumi.Resource & { readonly type: pulumi.Output<string> };

async function warn(id: pulumi.Output<string>, first: string, second: string): Promise<void> {
  const volume = sourcesOf(id).find((one) => isResource(one, 'Volume')) as Volume | undefined;
  if (volume === undefined || (await isKnown(id))) return;
  if ((await valueOf(volume.type))?.includes('Shared') ?? true) return;
  void pulumi.log.warn(
    `existingVolumes of ${JSON.stringify(second)} names a volume that existingVolumes of ${JSON.stringify(first)} also names: ` +
      'a volume is attached to one machine, unless its type is shared. Use one volume per machine, or one volume of the type NVMe_Shared for all.',
    volume,
  );
}
