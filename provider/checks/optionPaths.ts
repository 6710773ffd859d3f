// Paths in Pulumi's options: the engine ignores a path that names nothing.
import type { Step } from '../../core/values/propertyPath';
import { stepsOf } from '../../core/values/propertyPath';
import type { Problem, Shape } from '../../core/validation/shape';
import { valuesAt } from '../schema/propertyPath';
import { UNKNOWN } from '../schema/unknown';

type Options = Readonly<Record<string, readonly string[] | undefined>>;

/** The wrong names in paths that go into an input. The program itself refuses wrong names of inputs. */
export const wrongPaths = (options: Options, shapes: Readonly<Record<string, Shape>>): Problem[] =>
  Object.entries(options).flatMap(([option, paths = []]) =>
    paths.flatMap((path): Problem[] => {
      const [property, ...steps] = stepsOf(path) ?? [];
      const problems =
        property && Object.hasOwn(shapes, property.key)
          ? (shapes[property.key]?.(valueWith(steps), property.key) ?? [])
          : [];
      return problems
        .filter(({ isUnknownName }) => isUnknownName)
        .map((wrong) => ({
          path: '',
          reason: `The option ${option} has the path ${JSON.stringify(path)}: ${stepsOf(wrong.path)?.at(-1)?.key ?? ''} ${wrong.reason}`,
        }));
    }),
  );

/**
 * The paths that write the dot of a tag's key like that between two properties, and so name nothing.
 *
 * @param values the inputs, and those in state.
 */
export const dottedTags = (options: Options, values: readonly object[]): Problem[] =>
  Object.entries(options).flatMap(([option, paths = []]) =>
    paths.flatMap((path) => {
      const right = withQuotedKey(path, values);
      return right === undefined
        ? []
        : [
            {
              path: '',
              reason: `The option ${option} has the path ${JSON.stringify(path)}, which names no tag: put the key with the dot in quotation marks, ${right}`,
            },
          ];
    }),
  );

/** The path with the key of a tag in quotation marks, if there is a tag with this key. */
function withQuotedKey(path: string, values: readonly object[]): string | undefined {
  const [, tags, key] = /^((?:.*\.)?tags)\.([^[\]]+\.[^[\]]+)$/.exec(path) ?? [];
  if (tags === undefined || key === undefined) return undefined;
  const isThere = values
    .flatMap((value) => valuesAt(tags, value))
    .some((map) => typeof map === 'object' && map !== null && Object.hasOwn(map, key));
  return isThere ? `${tags}[${JSON.stringify(key)}]` : undefined;
}

/** A value that has these parts, as far as they are certain. */
function valueWith([step, ...steps]: readonly Step[]): unknown {
  if (!step || (step.isStar && !step.isEntry)) return UNKNOWN;
  const value = valueWith(steps);
  return step.isEntry ? [value] : { [step.key]: value };
}
