// The result objects of data sources, as types of Pulumi's schema.
import type { Result } from '../../../../sdk/dataSources/support/describe';
import type { Contract } from '../../contract/document';
import { camelCase } from '../../operations/entry';
import { ContractWords } from '../contract/contractWords';
import type { ObjectSpec, PropertySpec, TypeSpec } from './pulumiSpec';
import { refTo } from './pulumiSpec';

interface Component {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Component>>;
  readonly required?: readonly string[];
  readonly items?: Component;
  readonly oneOf?: readonly Component[];
  readonly additionalProperties?: boolean | Component;
}

type Components = Readonly<Record<string, Component>>;

const ANY: TypeSpec = { $ref: 'pulumi.json#/Any' };

type ObjectResult = Exclude<Result, { readonly value: unknown }>;

/** The name of the type that only this data source returns, if its result differs from the schema. */
export function ownTypeOf(dataSource: string, result: Result): string | undefined {
  if ('value' in result) return undefined;
  const { without = [] } = result;
  if (without.length === 0 && !('more' in result)) return undefined;
  return ('type' in result ? result.type.name : undefined) ?? dataSource.replace(/^get/, 'Get');
}

/** Translates the results of data sources, and collects the types that they refer to. */
export class ContractTypes {
  readonly types = new Map<string, ObjectSpec>();
  private readonly components: Components;

  private readonly words: ContractWords;

  constructor(contract: Contract) {
    this.words = new ContractWords(contract);
    this.components = (
      contract.document as unknown as { components: { schemas: Components } }
    ).components.schemas;
  }

  /** The type of a result. */
  of(dataSource: string, result: Result): TypeSpec {
    if ('value' in result) return { type: result.value };
    const name = 'list' in result ? result.list : result.object;
    const own = ownTypeOf(dataSource, result);
    const type = own === undefined ? this.component(name) : this.ownType(own, name, result);
    return 'list' in result ? { type: 'array', items: type } : type;
  }

  private ownType(own: string, name: string, result: ObjectResult): TypeSpec {
    const more = 'more' in result ? result.more : undefined;
    const description = 'type' in result ? result.type.doc : undefined;
    const component = { ...this.components[name], ...(description !== undefined && { description }) };
    return this.object(own, component, result.without, more);
  }

  private component(name: string): TypeSpec {
    const component = this.components[name];
    if (!component) throw new Error(`The contract has no schema ${name}.`);
    if (component.properties === undefined) return this.typeOf(name, component);
    return this.types.has(`${name}Result`) ? refTo(`${name}Result`) : this.object(name, component);
  }

  private typeOf(path: string, component: Component): TypeSpec {
    const { $ref, oneOf, items, properties, additionalProperties } = component;
    if ($ref !== undefined) return this.component($ref.split('/').at(-1) ?? '');
    const [type = 'object', ...others] = [component.type ?? []].flat().filter((one) => one !== 'null');
    if (oneOf !== undefined) {
      const [only, ...rest] = oneOf.filter((one) => one.type !== 'null');
      return only && rest.length === 0 ? this.typeOf(path, only) : ANY;
    }
    if (others.length > 0) return ANY;
    if (items !== undefined) return { type: 'array', items: this.typeOf(path, items) };
    if (properties !== undefined) return this.object(path, component);
    if (type !== 'object') return { type };
    const values = typeof additionalProperties === 'object' ? this.typeOf(path, additionalProperties) : ANY;
    return { type: 'object', additionalProperties: values };
  }

  private object(
    path: string,
    { description = '', properties = {}, required = [] }: Component,
    without: readonly string[] = [],
    more: Readonly<Record<string, { readonly typescript: string; readonly doc: string }>> = {},
  ): TypeSpec {
    const name = `${path}Result`;
    // Registered before its properties are translated: an object may contain objects of its own kind.
    const fields: Record<string, PropertySpec> = {};
    const names = Object.keys(properties).filter((field) => !without.includes(field));
    const given = names.filter((field) => required.includes(field)).map(camelCase);
    const always = [...given, ...Object.keys(more)];
    const words = this.words.inPrograms(description);
    this.types.set(name, { type: 'object', description: words, properties: fields, required: always });
    for (const field of names) {
      const component = properties[field] ?? {};
      const type = this.typeOf(path + pascalCase(field), component);
      fields[camelCase(field)] = { ...type, description: this.words.inPrograms(component.description ?? '') };
    }
    for (const [field, { typescript, doc }] of Object.entries(more)) {
      const isList = typescript.endsWith('[]');
      const item = { type: typescript.replace('[]', '') };
      fields[field] = { ...(isList ? { type: 'array', items: item } : item), description: doc };
    }
    return refTo(name);
  }
}

const pascalCase = (field: string): string => {
  const name = camelCase(field);
  return name.charAt(0).toUpperCase() + name.slice(1);
};
