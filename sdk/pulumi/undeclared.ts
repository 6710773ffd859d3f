// Members of Pulumi's objects that exist at run time but are not declared. This file only reads them, because
// Pulumi documents no other way: whether a parent is protected, whether a program uses mocks, the type of a
// resource (the official SDKs read it in this way too), the resources of a component, the address of the engine, and
// facts about an output that `apply` does not reveal.
import * as pulumi from '@pulumi/pulumi';

/** Whether a resource is protected by its own options or those of its parents. */
export const isProtected = (resource: pulumi.Resource): boolean =>
  (resource as { readonly __protect?: boolean }).__protect ?? false;

/** Whether a monitor belongs to `pulumi.runtime.setMocks`. */
export const isMockMonitor = (monitor: object): boolean => 'mocks' in monitor;

/** The address of the engine, e.g. `127.0.0.1:40123`; undefined for mocks. */
export const addressOf = (monitor: object | undefined): string | undefined =>
  (monitor as { getChannel?(): { getTarget(): string } } | undefined)
    ?.getChannel?.()
    .getTarget()
    .replace(/^dns:/, '');

/** The type of a resource, as in its URN. */
export const typeOf = (resource: pulumi.Resource): string | undefined =>
  (resource as { readonly __pulumiType?: string }).__pulumiType;

interface OutputMembers {
  resources(): Set<pulumi.Resource>;
  allResources(): Promise<Set<pulumi.Resource>>;
  readonly isKnown: Promise<boolean>;
}

// An output of a known type cannot be cast to members that its type lacks, but any object can.
const membersOf = (output: object): OutputMembers => output as OutputMembers;

/** The resources that an output depends on. */
export const sourcesOf = (output: pulumi.Output<unknown>): pulumi.Resource[] => [
  ...membersOf(output).resources(),
];

/** The same after the output has its value, with the resources of the outputs in it. */
export const allSourcesOf = async (output: pulumi.Output<unknown>): Promise<pulumi.Resource[]> => [
  ...(await membersOf(output).allResources()),
];

/** A custom resource, or the custom resources of a component once it is constructed. */
export async function customResourcesOf(resource: pulumi.Resource): Promise<pulumi.CustomResource[]> {
  if (pulumi.CustomResource.isInstance(resource)) return [resource];
  const component = resource as {
    readonly __data?: Promise<unknown>;
    readonly __childResources?: Iterable<pulumi.Resource>;
  };
  await component.__data;
  const children = await Promise.all([...(component.__childResources ?? [])].map(customResourcesOf));
  return children.flat();
}

/** Whether the value of an output is known in a preview. */
export const isKnown = (output: pulumi.Output<unknown>): Promise<boolean> => membersOf(output).isKnown;

/** An output of a resource by its name; undefined if the resource has none of this name. */
export function outputOf(resource: object, name: string): pulumi.Output<unknown> | undefined {
  const value = (resource as Readonly<Record<string, unknown>>)[name];
  return pulumi.Output.isInstance(value) ? value : undefined;
}

/**
 * The value of an output without its dependencies; undefined if it is not known. Unlike `apply`, it rejects if there
 * will never be a value.
 */
export function valueOf<T>(output: pulumi.Output<T> | undefined): Promise<T | undefined> {
  return (output as { promise(): Promise<T> } | undefined)?.promise() ?? Promise.resolve(undefined);
}
