/** The places where the properties or types of an example and a reply differ. Null and empty lists match anything. */
export function differences(shown: unknown, real: unknown, path = ''): string[] {
  if (shown === null || real === null) return [];
  if (Array.isArray(shown) && Array.isArray(real)) {
    if (shown.length === 0 && real.length > 0) return [`${path}[] has no example`];
    return shown.length === 0 || real.length === 0 ? [] : differences(shown[0], real[0], `${path}[]`);
  }
  if (typeof shown !== typeof real) return [`${path} is ${typeof real}, not ${typeof shown}`];
  if (typeof shown !== 'object') return [];
  const [example, reply] = [shown as Record<string, unknown>, real as Record<string, unknown>];
  return [...new Set([...Object.keys(example), ...Object.keys(reply)])].flatMap((key) => {
    if (!(key in reply)) return [`${path}.${key} is not in the reply`];
    if (!(key in example)) return [`${path}.${key} is not in the example`];
    return differences(example[key], reply[key], `${path}.${key}`);
  });
}
