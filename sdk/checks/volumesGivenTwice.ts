import * as pulumi from '@pulumi/pulumi';
import { isMocked, perRun } from '../pulumi/run';
import { Volume } from '../resources/volume';
import { isKnown, sourcesOf, valueOf } from '../pulumi/undeclared';

/** The names of the machines that a volume's id was given to first. */
const givenTo = perRun(() => new Map<pulumi.Output<string>, string>());

/**
 * Warns of a volume that several machines are to have. The provider finds this by the volume's id, which a preview
 * does not know while the volume is still to be created; but the program gives each of them one and the same output.
 */
export function warnOfVolumesGivenTwice(machine: string, volumes: unknown): void {
  if (!Array.isArray(volumes) || isMocked() || !pulumi.runtime.isDryRun()) return;
  for (const given of volumes as unknown[]) {
    const id = pulumi.CustomResource.isInstance(given) ? given.id : given;
    if (!pulumi.Output.isInstance<string>(id)) continue;
    const first = givenTo().get(id);
    if (first === undefined) givenTo().set(id, machine);
    else if (first !== machine) void warn(id, first, machine);
  }
}

async function warn(id: pulumi.Output<string>, first: string, second: string): Promise<void> {
  const volume = sourcesOf(id).find((one) => Volume.isInstance(one));
  if (volume === undefined || (await isKnown(id))) return;
  if ((await valueOf(volume.type))?.includes('Shared') ?? true) return;
  void pulumi.log.warn(
    `existingVolumes of ${JSON.stringify(second)} names a volume that is in those of ${JSON.stringify(first)} too: ` +
      'a volume is attached to one machine, unless its type is shared. Give each a volume of its own, or one of the type NVMe_Shared to all.',
    volume,
  );
}
