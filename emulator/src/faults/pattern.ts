/**
 * Whether a path matches a pattern, in which `*` stands for any part of a segment and `**` for anything. In the path,
 * `{name}` stands for any segment, as in the contract. A regular expression would try the stars one after another: a
 * dozen of them take minutes. This function tries all stars at once, so its time grows only with the lengths of path
 * and pattern.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const tokens = pattern.match(/\*+|[^*]/gs) ?? [];
  const isStar = (index: number): boolean => tokens[index]?.startsWith('*') === true;
  /** A star may stand for an empty text. */
  const withSkips = (positions: readonly number[]): number[] =>
    positions.flatMap((position) => (isStar(position) ? [position, position + 1] : [position]));
  /** The positions after this character or, if none is given, after any character but a slash. */
  const after = (positions: Iterable<number>, character?: string): Set<number> => {
    const next = [...positions].flatMap((position) => {
      const token = tokens[position];
      if (isStar(position)) return token === '*' && character === '/' ? [] : [position];
      const fits = character === undefined ? token !== undefined && token !== '/' : token === character;
      return fits ? [position + 1] : [];
    });
    return new Set(withSkips(next));
  };
  return (path) => {
    let reached = new Set(withSkips([0]));
    for (const part of path.match(/\{\w+\}|./gs) ?? []) {
      const isAnySegment = part.length > 1;
      reached = after(reached, isAnySegment ? undefined : part);
      // The loop also visits the positions that it adds.
      if (isAnySegment)
        for (const position of reached) for (const next of after([position])) reached.add(next);
    }
    return reached.has(tokens.length);
  };
}
