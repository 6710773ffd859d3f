// State holds the URN of a resource twice, and the engine writes all of state twice for each resource: what the type
// says already is left out.

/** The type of a resource of this package as it stands in URNs. */
export const typeToken = (kind: string): string => `pulumi-nodejs:dynamic/cloud-compute:${kind}`;

/** The URN of a resource that has no parent but the stack, without what its type says: `stack::project::name`. */
export const shortUrn = (stack: string, project: string, name: string): string =>
  `${stack}::${project}::${name}`;

/** The URN of a resource of a kind, of which a short one tells the rest; a whole one stays as it is. */
export function wholeUrn(urn: string, kind: string): string {
  const [, stack, project, name] = /^(?!urn:)(.+?)::(.+?)::(.+)$/s.exec(urn) ?? [];
  if (stack === undefined || project === undefined || name === undefined) return urn;
  return `urn:pulumi:${stack}::${project}::${typeToken(kind)}::${name}`;
}
