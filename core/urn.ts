// URNs in inputs are short, because state holds them twice and the engine writes the whole state twice for each resource.

/** The type of a resource of this package as it stands in URNs. */
export const typeToken = (kind: string): string => `pulumi-nodejs:dynamic/cloud-compute:${kind}`;

/** The URN of a resource that has no parent but the stack, without what its type says: `stack::project::name`. */
export const shortUrn = (stack: string, project: string, name: string): string =>
  `${stack}::${project}::${name}`;

/** The whole URN of a short one, of a resource of a kind; a whole URN stays as it is. */
export function wholeUrn(urn: string, kind: string): string {
  const [, stack, project, name] = /^(?!urn:)(.+?)::(.+?)::(.+)$/s.exec(urn) ?? [];
  if (stack === undefined || project === undefined || name === undefined) return urn;
  return `urn:pulumi:${stack}::${project}::${typeToken(kind)}::${name}`;
}
