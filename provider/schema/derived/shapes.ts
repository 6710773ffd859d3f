// The valid form of each input, derived from a schema.
import type { Shape, Shapes } from '../../../core/validation/shape';
import * as shape from '../../../core/validation/shape';
import type { Inputs, ResourceSchema } from '../resourceSchema';
import type { NestedInput, OnChange, Type } from '../types';

export const shapesOf = <S extends ResourceSchema>({ inputs }: S): Shapes<Inputs<S>> =>
  shapes(inputs, replaceableIn(inputs)) as Shapes<Inputs<S>>;

/** The inputs whose change can replace the resource, which `replaceOn` may name. */
const replaceableIn = (inputs: ResourceSchema['inputs']): string[] => {
  const never: readonly OnChange[] = ['setting', 'creation only'];
  return Object.keys(inputs).filter((name) => !never.includes(inputs[name]?.onChange ?? 'setting'));
};

const shapes = (
  inputs: Readonly<Record<string, NestedInput>>,
  replaceable: readonly string[],
): Record<string, Shape> =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, { type, required, example }]) => {
      const given = shapeOf(type, replaceable);
      return [name, required ? shape.required(given, example) : given];
    }),
  );

function shapeOf(type: Type, replaceable: readonly string[]): Shape {
  switch (type.kind) {
    case 'text':
      return shape.text(type);
    case 'integer':
      return shape.wholeNumber(type);
    case 'boolean':
      return shape.flag;
    case 'enum':
      return shape.oneOf(type.values);
    case 'list':
      return shape.listOf(shapeOf(type.items, replaceable));
    case 'tags':
      return shape.tags;
    case 'inputNames':
      return shape.listOf(shape.oneOf(replaceable));
    case 'inputObject':
      return shape.object(shapes(type.inputs, replaceable), type.otherwise);
    case 'number':
    case 'outputObject':
      throw new Error(`No input has the type ${type.kind}.`);
  }
}
