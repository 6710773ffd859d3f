// Pulumi's property paths: `osVolume.size`, `tags["team"]`, `volumes[*].type`.

/** A step of a path: the name of a property or the index of an entry. */
export interface Step {
  readonly key: string;
  /** Whether it stands for all properties or entries. */
  readonly isStar: boolean;
  /** Whether it is in brackets without quotation marks, as the entries of a list. */
  readonly isEntry: boolean;
}

const QUOTED = String.raw`\["(?:[^"\\]|\\.)*"\]`;
const ENTRY = String.raw`\[[^"[\]]+\]`;
const NAME = String.raw`[^.[\]]+`;
const PATH = new RegExp(`^(?:${NAME}|${QUOTED}|${ENTRY})(?:\\.${NAME}|${QUOTED}|${ENTRY})*$`);
const STEP = new RegExp(`${QUOTED}|${ENTRY}|${NAME}`, 'g');

/** The steps of a path; undefined if the text is not a path. */
export const stepsOf = (path: string): Step[] | undefined =>
  PATH.test(path) ? [...path.matchAll(STEP)].map(([step]) => stepOf(step)) : undefined;

function stepOf(step: string): Step {
  if (step.startsWith('["'))
    return { key: step.slice(2, -2).replace(/\\(.)/g, '$1'), isStar: false, isEntry: false };
  const isEntry = step.startsWith('[');
  const key = isEntry ? step.slice(1, -1) : step;
  return { key, isStar: key === '*', isEntry };
}
