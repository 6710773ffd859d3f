// A resource has up to fifty properties, and the SDK makes an output of each, of some two dozen promises. With hundreds
// of resources they were a third of a program's time, though a program looks at a few.
import type { Inputs, Resource } from './pulumi';

type Resolvers = Record<string, Resolve>;
/** What the SDK calls when it knows of a property: its value, whether that is known, and so on. */
type Resolve = (...settled: readonly unknown[]) => void;
/** Makes outputs of properties on a resource. */
type Transfer = (onto: Resource, label: string, properties: Inputs) => Resolvers;

/**
 * From now on the properties of a resource of this package become outputs when they are first asked for. The SDK
 * resolves them as all others, at the same moment; until somebody asks, what it says is kept.
 *
 * @param isOurs whether a resource is one of this package.
 * @param of where the SDK keeps what makes outputs. One that does not call it from there makes them all at once.
 */
export function makeOutputsOnDemand(
  isOurs: (resource: Resource) => boolean,
  of: { transferProperties: Transfer } = rpc(),
): void {
  const { transferProperties: transfer } = of;
  of.transferProperties = (onto, label, properties) => {
    if (!isOurs(onto)) return transfer(onto, label, properties);
    const resolvers = transfer(onto, label, {});
    for (const [property, value] of Object.entries<unknown>(properties)) {
      // The SDK makes these two itself.
      if (property === 'id' || property === 'urn') continue;
      resolvers[property] = onDemand(onto, property, () => transfer(onto, label, { [property]: value }));
    }
    return resolvers;
  };
}

/** Gives a resource a property whose output `make` puts into its place when it is asked for. */
function onDemand(resource: Resource, property: string, make: () => Resolvers): Resolve {
  let settled: readonly unknown[] | undefined;
  let resolve: Resolve | undefined;
  Object.defineProperty(resource, property, {
    configurable: true,
    enumerable: true,
    get: () => {
      Reflect.deleteProperty(resource, property);
      resolve = make()[property];
      if (settled) resolve?.(...settled);
      return Reflect.get(resource, property) as unknown;
    },
  });
  return (...said) => {
    settled = said;
    resolve?.(...said);
  };
}

// eslint-disable-next-line @typescript-eslint/no-require-imports -- what is replaced is what the module exports
const rpc = () => require('@pulumi/pulumi/runtime/rpc') as { transferProperties: Transfer };
