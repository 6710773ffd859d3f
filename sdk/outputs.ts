// A resource has up to fifty properties, and each output takes some two dozen promises. Made for every property of
// hundreds of resources they were a third of a program's time, though a program looks at a few.
import * as pulumi from './pulumi';
import { valueOf } from './valueOf';

/** One output of a registered resource, as the engine has it. Its type is that of no resource: transformations pass it by. */
class OneOutput extends pulumi.CustomResource {
  constructor(urn: string, property: string) {
    super('cloud-compute:Output', property, { [property]: undefined }, { urn });
  }
}

/** Gives a resource those of its properties that were not handed in; each becomes an output when it is first asked for. */
export function makeOnDemand(resource: pulumi.CustomResource, properties: object): void {
  for (const property of Object.keys(properties)) {
    if (Object.hasOwn(resource, property)) continue;
    Object.defineProperty(resource, property, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = outputOf(resource, property);
        Object.defineProperty(resource, property, { enumerable: true, value });
        return value;
      },
    });
  }
}

function outputOf(resource: pulumi.CustomResource, property: string): pulumi.Output<unknown> {
  return resource.urn.apply(async (urn): Promise<unknown> => {
    // What failed or was left out of an update has no id, and the engine knows no outputs of it.
    if (!pulumi.runtime.isDryRun() && (await valueOf(resource.id)) === undefined) return pulumi.unknown;
    return (new OneOutput(urn, property) as unknown as Record<string, unknown>)[property];
  });
}
