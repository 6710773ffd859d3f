// The schemas of the resources are complete, and the contract contains the fields that they name.
import { takesId, takesIds } from '../../../../core/inputsWithIds';
import type { Shape } from '../../../../core/validation/shape';
import * as resources from '../../../../provider/resources';
import { actionField, outputField, readField, writeField } from '../../../../provider/schema/derived/fields';
import { shapesOf } from '../../../../provider/schema/derived/shapes';
import { sharedInputsOf } from '../../../../provider/schema/define';
import type { ResourceSchema } from '../../../../provider/schema/resourceSchema';
import type { Input, NestedInput, Output, Type } from '../../../../provider/schema/types';
import { Contract } from '../../../../tools/src/contract/document';

interface Component {
  readonly $ref?: string;
  readonly maxLength?: number;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Component>>;
  readonly items?: Component;
  readonly allOf?: readonly Component[];
  readonly anyOf?: readonly Component[];
  readonly oneOf?: readonly Component[];
}

interface Operation {
  readonly operationId?: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Component }>> };
}

const contract = Contract.read().document as unknown as {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Component>> };
};
const components = contract.components.schemas;

/** The body of the request of an operation. */
const bodyOf = (operation: string | undefined) =>
  Object.values(contract.paths)
    .flatMap((operations) => Object.values(operations))
    .find(({ operationId }) => operation !== undefined && operationId === operation)?.requestBody?.content[
    'application/json'
  ]?.schema;

/** The body of the request that creates a resource. */
const requestOf = ({ createdBy }: ResourceSchema) => bodyOf(createdBy);

const schemas = [
  ...new Set(
    Object.values(resources as Readonly<Record<string, { schema?: ResourceSchema }>>).flatMap(
      ({ schema }) => schema ?? [],
    ),
  ),
].map((schema) => [schema.name, schema] as const);

/** The values of an enum of the contract. */
const valuesOf = (component: Component | undefined): readonly string[] =>
  component?.$ref ? valuesOf(components[component.$ref.split('/').at(-1) ?? '']) : (component?.enum ?? []);

/** The fields of an object of the contract, or of each object in a list. */
function fieldsOf(component: Component | undefined): Record<string, Component> {
  if (!component) return {};
  if (component.$ref) return fieldsOf(components[component.$ref.split('/').at(-1) ?? '']);
  const { allOf = [], anyOf = [], oneOf = [], items } = component;
  const parts = [...allOf, ...anyOf, ...oneOf, ...(items ? [items] : [])];
  return Object.assign({}, component.properties, ...parts.map(fieldsOf)) as Record<string, Component>;
}

const innerOf = (type: Type): Type => (type.kind === 'list' ? type.items : type);

/** All inputs by their paths, including the inputs inside objects. */
const allInputs = (inputs: Readonly<Record<string, NestedInput>>, around = ''): [string, NestedInput][] =>
  Object.entries(inputs).flatMap(([name, input]) => {
    const type = innerOf(input.type);
    const inner = type.kind === 'inputObject' ? allInputs(type.inputs, `${around}${name}.`) : [];
    return [[`${around}${name}`, input], ...inner];
  });

/** The fields of inputs that the contract does not have. */
function fieldsMissing(
  inputs: Readonly<Record<string, NestedInput>>,
  component: Component | undefined,
  fieldOf: (input: NestedInput) => string | undefined,
): string[] {
  const fields = fieldsOf(component);
  return Object.values(inputs).flatMap((input) => {
    const field = fieldOf(input);
    if (field === undefined) return [];
    if (!(field in fields)) return [field];
    const type = innerOf(input.type);
    return type.kind === 'inputObject' ? fieldsMissing(type.inputs, fields[field], fieldOf) : [];
  });
}

/** A text for each input with a length limit, `more` characters longer than the limit, with its path. */
function textsAtLimits(
  inputs: Readonly<Record<string, NestedInput>>,
  component: Component | undefined,
  more: number,
  fieldOf: (input: NestedInput) => string | undefined = writeField,
): { readonly path: string; readonly input: string; readonly value: unknown }[] {
  const fields = fieldsOf(component);
  return Object.entries(inputs).flatMap(([name, input]) => {
    const field = fields[fieldOf(input) ?? ''];
    if (!field) return [];
    const around = (value: unknown) => (input.type.kind === 'list' ? [value] : value);
    const type = innerOf(input.type);
    if (type.kind === 'inputObject')
      return textsAtLimits(type.inputs, field, more).map(({ path, input: inner, value }) => ({
        ...{ path: `${name}.${path}`, input: name },
        value: around({ [inner]: value }),
      }));
    if (type.kind !== 'text' || field.maxLength === undefined) return [];
    return [{ path: name, input: name, value: around('x'.repeat(field.maxLength + more)) }];
  });
}

function outputFieldsMissing(
  outputs: Readonly<Record<string, Output>>,
  component: Component | undefined,
): string[] {
  const fields = fieldsOf(component);
  return Object.entries(outputs).flatMap(([name, output]) => {
    if (output.from || output.computed) return [];
    const field = outputField(name, output);
    if (!(field in fields)) return [field];
    const inner = innerOf(output.type);
    return inner.kind === 'outputObject' ? outputFieldsMissing(inner.outputs, fields[field]) : [];
  });
}

describe.each(schemas)('the schema of %s', (name, schema) => {
  it('gives each input with ids a name by which the checks recognize it', () => {
    const withIds = allInputs(schema.inputs).filter(([, { idOf }]) => idOf !== undefined);
    const wrong = withIds.filter(([path, { type }]) => {
      const last = path.split('.').at(-1) ?? '';
      return !(type.kind === 'list' ? takesIds(last) : takesId(last));
    });
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  const { doc, inputs, outputs, autoName } = schema;
  const byAction = Object.fromEntries(
    Object.entries(inputs).filter(([, { action }]) => action !== undefined),
  );
  const properties: [string, NestedInput | Output][] = [...allInputs(inputs), ...Object.entries(outputs)];

  test('documents the resource and every property in sentences', () => {
    const wanting = [['', { doc }] as const, ...properties].filter(
      ([, property]) => !/^\S.*\.$/.test(property.doc),
    );
    expect(wanting.map(([path]) => path)).toEqual([]);
  });

  test('says for every input what a change does', () => {
    expect(allInputs(inputs).filter(([, { onChange }]) => (onChange as string) === '')).toEqual([]);
  });

  test('names the field of the API for every input, or the reason why there is none', () => {
    const wanting = allInputs(inputs).filter(([, { api, onChange }]) => {
      const reason = typeof api === 'object' && 'none' in api ? api.none : undefined;
      return onChange === 'setting' ? api !== undefined : api === undefined || reason === '';
    });
    expect(wanting.map(([path]) => path)).toEqual([]);
  });

  test('has an example for every required input', () => {
    const required = Object.entries(inputs).filter(
      ([, input]) => input.required && input.example === undefined,
    );
    expect(required.map(([path]) => path)).toEqual([]);
  });

  test('leaves a generated name optional', () => {
    if (autoName === undefined) return;
    expect(inputs[autoName]).toMatchObject({ type: { kind: 'text' } });
    expect((inputs[autoName] as Input).required).toBeFalsy();
  });

  test('reads only fields of the contract', () => {
    const component = components[name];
    expect([
      ...fieldsMissing(inputs, component, readField),
      ...outputFieldsMissing(outputs, component),
    ]).toEqual([]);
  });

  test('refuses at preview a text that is longer than the contract allows, and accepts a text of the greatest length', () => {
    const shapes: Readonly<Record<string, Shape>> = shapesOf(schema);
    const problems = (more: number) =>
      [
        ...textsAtLimits(inputs, requestOf(schema), more),
        ...textsAtLimits(byAction, bodyOf(schema.changedBy), more, actionField),
      ].map(({ path, input, value }) => [
        path,
        (shapes[input]?.(value, input) ?? []).some(({ reason }) =>
          /characters; at most \d+ are/.test(reason),
        ),
      ]);
    // The limit of host names is 253 characters, by RFC 1123.
    expect(problems(0).filter(([path, isRefused]) => isRefused && path !== 'hostname')).toEqual([]);
    expect(problems(1).filter(([, isRefused]) => !isRefused)).toEqual([]);
  });

  test('writes only fields of the contract', () => {
    expect(fieldsMissing(inputs, requestOf(schema), writeField)).toEqual([]);
  });

  test('changes inputs only by actions of the contract, which have a field for the value', () => {
    const request = bodyOf(schema.changedBy);
    const actions = valuesOf(fieldsOf(request).action);
    const unknown = Object.values(byAction).filter(({ action = '' }) => !actions.includes(action));
    expect([...unknown, ...fieldsMissing(byAction, request, actionField)]).toEqual([]);
    expect(Object.values(byAction).map(actionField)).not.toContain(undefined);
  });
});

test('a read shows only the parts of shared inputs that state has', () => {
  const shared = schemas.flatMap(([name, schema]) =>
    Object.entries(sharedInputsOf(schema)).map(([input, parts]) => [`${name}.${input}`, parts] as const),
  );
  const tags = schemas.filter(([, { inputs }]) => 'tags' in inputs).map(([name]) => `${name}.tags`);
  expect(tags).toEqual(expect.arrayContaining(['Cluster.tags', 'Instance.tags', 'Volume.tags']));
  expect(Object.fromEntries(shared)).toEqual({
    ...Object.fromEntries(tags.map((name) => [name, 'keys of tags'])),
    'Cluster.offlineNodes': 'items',
    'Instance.existingVolumes': 'items',
  });
});

test('the limits of names and keys apply to every kind of resource that sends them', () => {
  const limited = schemas.map(([name, schema]) => [
    name,
    textsAtLimits(schema.inputs, requestOf(schema), 0).map(({ path }) => path),
  ]);
  expect(Object.fromEntries(limited)).toMatchObject({
    Instance: expect.arrayContaining(['hostname', 'description']) as unknown,
    Volume: expect.arrayContaining(['name']) as unknown,
    Cluster: expect.arrayContaining(['hostname', 'sharedVolume.name']) as unknown,
    InstanceGroup: expect.arrayContaining(['name']) as unknown,
    SshKey: ['name', 'key'],
    StartupScript: ['name'],
    Tag: ['key', 'value'],
  });
});
