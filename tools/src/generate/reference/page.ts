// A page of the reference, in no programming language.
import type { Operation } from '../../contract/document';

/** A type in no programming language. */
export type PageType =
  | { readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'any' | 'inputNames' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly items: PageType }
  | { readonly kind: 'map'; readonly values: PageType }
  | { readonly kind: 'object'; readonly name?: string; readonly properties: readonly Property[] }
  /** A type that is written in a program, for parts that exist in one language only. */
  | { readonly kind: 'code'; readonly text: string; readonly properties?: readonly Property[] };

/** An input or an output. */
export interface Property {
  readonly name: string;
  readonly type: PageType;
  /** Sentences about its meaning, its default, and the effect of a change. */
  readonly doc: string;
  readonly isRequired?: boolean;
  readonly isNullable?: boolean;
  /** Whether an output may be absent. */
  readonly isOptional?: boolean;
  readonly isSecret?: boolean;
  /** The least and largest value, or length, with the unit. */
  readonly limits?: string;
  /** The operations of the contract that a method of the client sends. */
  readonly sends?: readonly Operation[];
}

/** A part of a page, below its example. */
export interface Part {
  readonly title: string;
  /** Sentences before the properties. */
  readonly text?: string;
  readonly properties?: readonly Property[];
  /** Whether the properties are written into a program, not read from it. */
  readonly areInputs?: boolean;
}

/** A page about a resource, a component or a data source. */
export interface Page {
  /** The name in a program, e.g. `Volume` or `getVolumes`; also of the page and of its example. */
  readonly name: string;
  /** Its heading. Default: the name. */
  readonly title?: string;
  readonly doc: string;
  /** What is different with the native plugin, in sentences. */
  readonly aboutPlugin?: string;
  readonly parts: readonly Part[];
}

/** The properties inside a type, if it has any. */
export function propertiesIn(type: PageType): readonly Property[] {
  if (type.kind === 'list') return propertiesIn(type.items);
  if (type.kind === 'map') return propertiesIn(type.values);
  if (type.kind === 'code') return type.properties ?? [];
  return type.kind === 'object' ? type.properties : [];
}
