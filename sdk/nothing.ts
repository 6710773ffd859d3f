// Before it registers a resource the SDK serialises each of its properties and looks up what each depends on, one after
// the other and each with promises of its own, also where there is nothing. Of up to fifty properties a program gives
// a few, and most of these depend on nothing.
import { defined } from '../api/defined';
import type { Inputs, Resource } from './pulumi';

/** Serialises properties, and says on which resources each depends. */
type Serialize = (label: string, properties: Inputs, options: unknown) => Promise<unknown>;
/** The URNs of all resources that are to be waited for when these are. */
type UrnsOf = (resources: ReadonlySet<Resource>, exclude: ReadonlySet<Resource>) => Promise<Set<string>>;

/**
 * From now on the SDK passes over properties that are undefined, which it treats as if they did not exist.
 *
 * @param of where the SDK keeps what serialises the properties of a resource.
 */
export function passOverUndefined(of: { serializeResourceProperties: Serialize } = rpc()): void {
  const { serializeResourceProperties: serialize } = of;
  of.serializeResourceProperties = (label, properties, options) =>
    serialize(label, defined(properties), options);
}

/**
 * From now on the SDK looks for nothing behind what depends on no resource.
 *
 * @param of where the SDK keeps what looks that up.
 */
export function passOverNoResources(
  of: { getAllTransitivelyReferencedResourceURNs: UrnsOf } = dependencies(),
): void {
  const { getAllTransitivelyReferencedResourceURNs: urnsOf } = of;
  of.getAllTransitivelyReferencedResourceURNs = (resources, exclude) =>
    resources.size === 0 ? Promise.resolve(new Set()) : urnsOf(resources, exclude);
}

// What is replaced is what these modules export.
/* eslint-disable @typescript-eslint/no-require-imports */
const rpc = () => require('@pulumi/pulumi/runtime/rpc') as { serializeResourceProperties: Serialize };
const dependencies = () =>
  require('@pulumi/pulumi/runtime/dependsOn') as { getAllTransitivelyReferencedResourceURNs: UrnsOf };
