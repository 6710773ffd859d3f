import { stepsOf } from '../values/propertyPath';
import { nearest } from './nearest';

/** The properties of a resource. */
interface Properties {
  readonly inputs: object;
  readonly outputs: object;
}

/**
 * Why a path of an option names no input, as the end of a sentence that begins with the option. The engine itself
 * ignores such a path.
 *
 * @param known the names that the option may have.
 */
export function whyNoInput(
  path: string,
  { inputs, outputs }: Properties,
  known: readonly string[] = Object.keys(inputs),
): string | undefined {
  const given = JSON.stringify(path);
  const property = stepsOf(path)?.[0]?.key;
  if (property === undefined)
    return `has ${given}, which is not a path: write it like "tags.team" or "volumes[0].size".`;
  if (property === '*' || property.startsWith('__') || known.includes(property)) return undefined;
  if (Object.hasOwn(outputs, property))
    return `has no effect on ${given}, which is an output: name inputs only.`;
  const close = nearest(property, known);
  return `names ${given}, which is not a property: ${close ? `did you mean ${JSON.stringify(close)}?` : `name one of ${known.join(', ')}.`}`;
}
