// The objects of the contract as properties of a page.
import type { Contract } from '../../contract/document';
import { camelCase } from '../../operations/entry';
import type { PageType, Property } from './page';
import { ContractWords } from '../contract/contractWords';

interface Component {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly (string | null)[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Component>>;
  readonly items?: Component;
  readonly oneOf?: readonly Component[];
  readonly additionalProperties?: boolean | Component;
}

export class ContractProperties {
  private readonly components: Readonly<Record<string, Component>>;
  private readonly words: ContractWords;

  constructor(contract: Contract) {
    this.components = (
      contract.document as unknown as { components: { schemas: Readonly<Record<string, Component>> } }
    ).components.schemas;
    this.words = new ContractWords(contract);
  }

  /** The values of an enum in a TypeScript type such as `Exclude<VolumeStatus, 'deleted'>`. */
  valuesIn(typescript: string): string[] {
    const [schema = ''] = (typescript.match(/\b[A-Z]\w*/g) ?? []).filter((name) => name in this.components);
    return this.valuesOf(this.components[schema]).filter((value) => !typescript.includes(`'${value}'`));
  }

  /** The properties of an object. */
  of(schema: string, without: readonly string[] = []): Property[] {
    return this.properties(this.components[schema] ?? {}, [schema]).filter(
      ({ name }) => !without.map(camelCase).includes(name),
    );
  }

  /** @param around the schemas that the properties are in: an object may contain objects of its own kind. */
  private properties({ properties = {}, required = [] }: Component, around: readonly string[]): Property[] {
    return Object.entries(properties).map(([field, component]) => ({
      name: camelCase(field),
      type: this.typeOf(component, around),
      doc: [this.words.inPrograms(component.description ?? ''), knownValues(this.valuesOf(component))]
        .filter(Boolean)
        .join(' '),
      ...(this.isNullable(component) && { isNullable: true }),
      ...(!required.includes(field) && { isOptional: true }),
    }));
  }

  /** The values of an enum, also behind a reference or in a list. */
  private valuesOf(component: Component | undefined): string[] {
    if (component === undefined) return [];
    const { $ref, items, oneOf = [], enum: values = [] } = component;
    const inner = [
      ...($ref === undefined ? [] : [this.components[$ref.split('/').at(-1) ?? '']]),
      items,
      ...oneOf,
    ];
    return [...values.filter((value) => value !== null), ...inner.flatMap((one) => this.valuesOf(one))];
  }

  private isNullable({ type, oneOf = [] }: Component): boolean {
    return [type ?? []].flat().includes('null') || oneOf.some((one) => one.type === 'null');
  }

  private typeOf(component: Component, around: readonly string[]): PageType {
    const { $ref, oneOf, items, properties, additionalProperties } = component;
    if ($ref !== undefined) return this.named($ref.split('/').at(-1) ?? '', around);
    if (oneOf !== undefined) {
      const [only, ...rest] = oneOf.filter((one) => one.type !== 'null');
      return only && rest.length === 0 ? this.typeOf(only, around) : { kind: 'any' };
    }
    if (items !== undefined) return { kind: 'list', items: this.typeOf(items, around) };
    if (properties !== undefined) return { kind: 'object', properties: this.properties(component, around) };
    const [type = 'object', ...others] = [component.type ?? []].flat().filter((one) => one !== 'null');
    if (others.length > 0) return { kind: 'any' };
    if (type === 'string') return { kind: 'text' };
    if (type !== 'object') return { kind: type as 'integer' | 'number' | 'boolean' };
    return typeof additionalProperties === 'object'
      ? { kind: 'map', values: this.typeOf(additionalProperties, around) }
      : { kind: 'any' };
  }

  private named(name: string, around: readonly string[]): PageType {
    const component = this.components[name] ?? {};
    if (component.properties === undefined) return this.typeOf(component, around);
    const properties = around.includes(name) ? [] : this.properties(component, [...around, name]);
    return { kind: 'object', name, properties };
  }
}

/** A sentence about the values of an enum; the cloud may add others. */
export const knownValues = (values: readonly string[]): string =>
  values.length === 0 ? '' : `Known values: ${values.map((value) => `\`${value}\``).join(', ')}.`;
