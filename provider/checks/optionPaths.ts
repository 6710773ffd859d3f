// Paths in Pulumi's options: the engine ignores a path that names nothing.
import type { Step } from '../../core/values/propertyPath';
import { stepsOf } from '../../core/values/propertyPath';
import type { Problem, Shape } from '../../core/validation/shape';
import { UNKNOWN } from '../schema/unknown';

/** The wrong names in paths that go into an input. The program itself refuses wrong names of inputs. */
export const wrongPaths = (
  options: Readonly<Record<string, readonly string[] | undefined>>,
  shapes: Readonly<Record<string, Shape>>,
): Problem[] =>
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

/** A value that has these parts, as far as they are certain. */
function valueWith([step, ...steps]: readonly Step[]): unknown {
  if (!step || (step.isStar && !step.isEntry)) return UNKNOWN;
  const value = valueWith(steps);
  return step.isEntry ? [value] : { [step.key]: value };
}
