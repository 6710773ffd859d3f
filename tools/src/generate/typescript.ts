// The types and docs of a schema as TypeScript.
import type { Input, NestedInput, Output, Type } from '../../../provider/schema/types';
import { documentationOf } from './documentation';
import { namesOf } from './suggestedNames';

/** A named type, which becomes an interface. */
export type NamedType = Extract<Type, { readonly kind: 'inputObject' | 'outputObject' }>;

/** The type of a known value. */
export function valueType(type: Type): string {
  switch (type.kind) {
    case 'text':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'enum':
      return type.values.map((value) => `'${value}'`).join(' | ');
    case 'list':
      return `(${valueType(type.items)})[]`;
    case 'inputNames':
      return 'string[]';
    case 'tags':
      return 'Readonly<Record<string, string>>';
    case 'inputObject':
    case 'outputObject':
      return type.name;
  }
}

/**
 * The type of an argument; any part of it may be an output of another resource.
 *
 * @param names the type of the names that a text takes, if an editor can suggest some.
 */
function argumentType(type: Type, resource: string, names?: string): string {
  switch (type.kind) {
    case 'text':
      return names ?? 'string';
    case 'list':
      return `readonly pulumi.Input<${argumentType(type.items, resource, names)}>[]`;
    case 'inputNames':
      return `readonly pulumi.Input<keyof ${resource}Args>[]`;
    case 'tags':
      return 'Readonly<Record<string, pulumi.Input<string>>>';
    case 'inputObject':
      return `${type.name}Args`;
    default:
      return valueType(type);
  }
}

/** The members of an interface of arguments, with their documentation. */
export const argumentMembers = (
  inputs: Readonly<Record<string, NestedInput | Input>>,
  { name = '', autoName }: { readonly name?: string; readonly autoName?: string } = {},
): string =>
  Object.entries(inputs)
    .map(([key, input]) => {
      const type = argumentType(input.type, name, namesOf(key, input, name));
      const member = input.required
        ? `${key}: pulumi.Input<${type}>;`
        : `${key}?: pulumi.Input<${type} | undefined>;`;
      return `${comment(documentationOf(input, key === autoName))}\n${member}`;
    })
    .join('\n');

/** The members of an interface of known values. */
export const valueMembers = (properties: Readonly<Record<string, NestedInput | Output>>): string =>
  Object.entries(properties)
    .map(([key, property]) => {
      const isOptional = 'onChange' in property && !property.required;
      return `${comment(property.doc)}\n${key}${isOptional ? '?' : ''}: ${outputType(property)};`;
    })
    .join('\n');

/** The type of an output. */
export const outputType = (property: NestedInput | Output): string =>
  `${valueType(property.type)}${'nullable' in property && property.nullable ? ' | null' : ''}`;

/** A doc comment in lines of at most 100 characters. */
export function comment(text: string, ...more: readonly string[]): string {
  const lines = [...(text.trim().match(/.{1,100}(?=\s|$)/g) ?? []).map((line) => line.trim()), ...more];
  return lines.length === 1
    ? `/** ${lines.join('')} */`
    : ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n');
}

/** The named types inside a type, inner ones first. */
export function namedTypes(type: Type): NamedType[] {
  if (type.kind === 'list') return namedTypes(type.items);
  if (type.kind !== 'inputObject' && type.kind !== 'outputObject') return [];
  const inner = Object.values<NestedInput | Output>(type.kind === 'inputObject' ? type.inputs : type.outputs);
  return [...inner.flatMap((property) => namedTypes(property.type)), type];
}
