/** A generated name, as Pulumi makes it: the name in the program and seven random digits. */
export const automaticName = (name: string, random: string): string => `${name}-${random.slice(0, 7)}`;

/** Whether a value is a generated name. */
export const isAutomaticName = (name: string, value: string): boolean =>
  value.startsWith(`${name}-`) && /^[0-9a-f]{7}$/.test(value.slice(name.length + 1));
