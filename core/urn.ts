// URNs in inputs are short, because state holds them twice and the engine writes the whole state twice for each
// resource.

/** The type of a resource of this package, as in URNs. */
export const typeToken = (kind: string): string => `pulumi-nodejs:dynamic/cloud-compute:${kind}`;

/** The type of a resource or function of the native plugin, as in Pulumi's schema. */
export const pluginToken = (name: string): string => `cloud-compute:index:${name}`;

/**
 * The URN of a resource whose only parent is the stack, without the parts that follow from its type:
 * `stack::project::name`.
 */
export const shortUrn = (stack: string, project: string, name: string): string =>
  `${stack}::${project}::${name}`;

/** The whole URN for a short URN and a kind of resource; a whole URN stays as it is. */
export function wholeUrn(urn: string, kind: string): string {
  const [, stack, project, name] = /^(?!urn:)(.+?)::(.+?)::(.+)$/s.exec(urn) ?? [];
  if (stack === undefined || project === undefined || name === undefined) return urn;
  return `urn:pulumi:${stack}::${project}::${typeToken(kind)}::${name}`;
}

/** The name at the end of a URN. */
export const nameIn = (urn: string): string => urn.slice(urn.lastIndexOf('::') + 2);

/** The stack and the project in a whole URN; undefined if it is no URN. */
export function stackIn(urn: string): { readonly stack: string; readonly project: string } | undefined {
  const [, stack, project] = /^urn:pulumi:(.+?)::(.+?)::/s.exec(urn) ?? [];
  return stack === undefined || project === undefined ? undefined : { stack, project };
}

/** The URN of the stack that a whole URN belongs to; empty if it is no URN. */
export function stackUrnOf(urn: string): string {
  const found = stackIn(urn);
  if (!found) return '';
  const { stack, project } = found;
  return `urn:pulumi:${stack}::${project}::pulumi:pulumi:Stack::${project}-${stack}`;
}
