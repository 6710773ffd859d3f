/** The properties that are not undefined: what is absent need not be sent. */
export const defined = (properties: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
