/**
 * Whether a path matches a pattern, in which `*` stands for any part of a segment and `**` for anything. A
 * regular expression would try the stars one after another: a dozen of them take minutes. This function tries
 * all stars at once, so its time grows only with the lengths of path and pattern.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const tokens = pattern.match(/\*+|[^*]/gs) ?? [];
  const isStar = (index: number): boolean => tokens[index]?.startsWith('*') === true;
  /** A star may stand for an empty text. */
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
