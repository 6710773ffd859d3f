/**
 * Whether a path matches a pattern, in which `*` stands for any part of a segment and `**` for anything. A regular
 * expression would try the stars one after another: a dozen of them take minutes. This follows all of them at once, so
 * that the time grows only with the lengths of the two.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const tokens = pattern.match(/\*+|[^*]/gs) ?? [];
  const isStar = (index: number): boolean => tokens[index]?.startsWith('*') === true;
  /** A star may stand for nothing. */
  const withSkips = (positions: readonly number[]): number[] =>
    positions.flatMap((position) => (isStar(position) ? [position, position + 1] : [position]));
  return (path) => {
    let reached = new Set(withSkips([0]));
    for (const character of path) {
      const next = [...reached].flatMap((position) => {
        if (!isStar(position)) return tokens[position] === character ? [position + 1] : [];
        return tokens[position] === '*' && character === '/' ? [] : [position];
      });
      reached = new Set(withSkips(next));
    }
    return reached.has(tokens.length);
  };
}
