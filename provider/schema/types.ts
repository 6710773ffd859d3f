// The types of inputs and outputs, as data. Shapes, TypeScript and JSON schema are derived from them.
import type { TextLimits } from '../../core/validation/shape';
import type { TagMap } from './tagMap';

type Form =
  | ({ readonly kind: 'text' } & TextLimits)
  | { readonly kind: 'integer'; readonly min: number; readonly max: number; readonly unit: string }
  | { readonly kind: 'number' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enum'; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly items: Type; readonly isSet?: boolean; readonly identifiedBy?: string }
  | { readonly kind: 'tags' }
  | { readonly kind: 'inputNames' }
  | {
      readonly kind: 'outputObject';
      readonly name: string;
      readonly doc: string;
      readonly outputs: NamedOutputs;
    }
  | {
      readonly kind: 'inputObject';
      readonly name: string;
      readonly doc: string;
      readonly inputs: NestedInputs;
      readonly otherwise: string;
    };

/** A type as data. `T` is the TypeScript type of its values; it exists only for the compiler. */
export type Type<T = unknown> = Form & { readonly valueType?: T };

/** A text. If it may be emptied, it has `min: 0`, and `leftOutMeans: ''` unless others may set it. */
export const text = (limits: TextLimits = {}): Type<string> => ({ kind: 'text', ...limits });
export const number: Type<number> = { kind: 'number' };
export const boolean: Type<boolean> = { kind: 'boolean' };
export const tags: Type<TagMap> = { kind: 'tags' };
/** A whole number without a unit. */
export const integer = (min: number, max: number): Type<number> => ({ kind: 'integer', min, max, unit: '' });
/** The size of a volume, up to a pebibyte: a larger number is most likely in MB or in bytes. */
export const gigabytes: Type<number> = { kind: 'integer', min: 1, max: 1_048_576, unit: 'GB' };
/** One of some texts. In the SDKs of the native plugin it is an enum with this name, which accepts other texts too. */
export const oneOf = <const V extends string>(name: string, values: readonly V[]): Type<V> => ({
  kind: 'enum',
  name,
  values,
});
export const list = <T>(items: Type<T>): Type<T[]> => ({ kind: 'list', items });
/**
 * A list in which order and repetitions do not matter. An empty list means the same as none.
 *
 * @param identifiedBy the input that identifies an object of the list.
 */
export const set = <T>(items: Type<T>, identifiedBy?: keyof T & string): Type<T[]> => ({
  kind: 'list',
  items,
  isSet: true,
  ...(identifiedBy !== undefined && { identifiedBy }),
});
/** Names of inputs of the same resource. */
export const inputNames: Type<string[]> = { kind: 'inputNames' };
/** Several fields of the API in one object, for outputs; programs see an interface with this name. */
export const outputObject = <const O extends NamedOutputs>(
  name: string,
  doc: string,
  outputs: O,
): Type<OutputsOf<O>> => ({ kind: 'outputObject', name, doc, outputs });
/**
 * Several inputs that belong together; programs see an interface with this name.
 *
 * @param otherwise what to do instead, if people mistake the input for another one.
 */
export const inputObject = <const I extends NestedInputs>(
  name: string,
  doc: string,
  inputs: I & { readonly [K in keyof I]: TypedInput<I[K]> },
  otherwise = '',
): Type<InputsOf<I>> => ({ kind: 'inputObject', name, doc, inputs, otherwise });

type NestedInputs = Readonly<Record<string, NestedInput>>;
type NamedOutputs = Readonly<Record<string, Output>>;

/** What a change of an input does to the existing resource. */
export type OnChange = 'in place' | 'grow only' | 'replace' | 'next machine' | 'creation only' | 'setting';

/** Lists of the cloud, or of the project, that a value is checked against. */
export type ListedIn =
  | 'instanceTypes'
  | 'clusterTypes'
  | 'locations'
  | 'volumeTypes'
  | 'sshKeys'
  | 'startupScripts'
  | 'instances'
  | 'privateNetworks';

/** An input inside another input. */
export interface NestedInput<T = unknown> {
  readonly type: Type<T>;
  /** A sentence or two, with the unit. The generated documentation adds the default and the effect of a change. */
  readonly doc: string;
  /** What a change does to the existing resource. */
  readonly onChange: OnChange | 'refused';
  /** Further words about a change for the documentation. */
  readonly note?: string;
  /** Whether the existing machine takes the change after all; `inputs` are the inputs of the resource. */
  inPlaceWhen?(inputs: object): boolean;
  /** Why this change is impossible, if it is; `whole` is the object around the input. */
  refuse?(old: unknown, next: unknown, whole: unknown): string | undefined;
  readonly required?: boolean;
  /** A valid value; shown in the message about a missing required input. */
  readonly example?: string;
  /**
   * The field of the API's object and of the request body, or both if they differ, or the reason why there is none.
   * Only a setting of the provider may leave it out.
   */
  readonly api?: string | { readonly read?: string; readonly write?: string } | { readonly none: string };
  /**
   * Computes the input from the API's object, if no field shows it; `declared` is the value in the program. Null means
   * that the object has none, and undefined that it does not show it.
   */
  from?(found: object, declared: unknown): T | null | undefined;
  /** The list that a new value must be in. */
  readonly listedIn?: ListedIn;
  /** The classes whose ids it takes; `namedIn`: the values of another input name the class. */
  readonly idOf?:
    readonly string[] | { readonly namedIn: string; readonly classes: Readonly<Record<string, string>> };
  /** It is always secret: the output of this name, or the part of an input. */
  readonly secret?: boolean;
  /** It is secret in the state of `.get` and of an import: no program says whether it is one. */
  readonly secretWhenRead?: boolean;
  /** Messages do not repeat its value, which is long or may be a secret. */
  readonly hiddenInMessages?: boolean;
  /** The value that a left-out input stands for: to declare it is no change. Unlike `default`, it is not filled in. */
  readonly leftOutMeans?: T;
  /** The part of a value that counts in a comparison: values with the same meaning are no change. */
  meaning?(value: unknown): unknown;
}

/** An input of a resource. */
export interface Input<T = unknown> extends NestedInput<T> {
  readonly onChange: OnChange;
  /** The value that check adds to the inputs if a program leaves the input out. State holds it too. */
  readonly default?: T;
  /** Whether an input that a program leaves out is not managed here, for example because the API cannot clear it. */
  readonly unmanagedWhenLeftOut?: boolean;
  /**
   * The action of `changedBy` that changes it in place. The action carries the value in the field of the request that
   * creates the resource, or else in the field that shows it.
   */
  readonly action?: string;
  /** The value to which the tests change it in place; a value that they have to make first stands in inPlace.test.ts. */
  readonly changedTo?: T;
  /**
   * Whether others may add parts to it in the cloud: a read shows only the parts that state has. The parts are the keys of
   * tags, or the items of a list of texts.
   */
  readonly sharedWithOthers?: boolean;
}

/** An output. */
export interface Output<T = unknown> {
  readonly type: Type<T>;
  readonly doc: string;
  /** Whether it may be null. */
  readonly nullable?: boolean;
  /** The field of the API's object. Default: its own name in the API's spelling (`createdAt`: `created_at`). */
  readonly api?: string;
  /** Computes the output from the API's object, if no field shows it. Name the type of the object: `(found: Volume) => …`. */
  from?(found: object): T;
  /** Whether the resource computes it, because the API's object does not have it. */
  readonly computed?: boolean;
  /** Whether it may be absent. */
  readonly optional?: boolean;
  /** The inputs whose change in place may alter it: a preview of such a change does not know it. Default: none. */
  readonly changesWith?: readonly string[];
  /** The output is always secret. */
  readonly secret?: boolean;
}

type TypeOf<F> = F extends { readonly type: Type<infer T> }
  ? F extends { readonly nullable: true }
    ? T | null
    : T
  : never;

/** Checks the defaults and functions of an input against the type of its values. */
export type TypedInput<I, Shown = never> = I extends { readonly type: Type<infer T> }
  ? {
      readonly default?: T;
      readonly leftOutMeans?: T;
      readonly changedTo?: T;
      readonly meaning?: (value: T) => unknown;
      readonly from?: (found: Shown, declared: T | undefined) => T | null | undefined;
      readonly refuse?: (old: T, next: T, whole: never) => string | undefined;
    }
  : never;

/** Checks the function of an output against the type of its values. */
export type TypedOutput<O, Shown> = O extends { readonly type: Type<infer T> }
  ? { readonly from?: (found: Shown) => T }
  : never;

type RequiredIn<I> = {
  [K in keyof I]: I[K] extends { readonly required: true } ? K : never;
}[keyof I];

/** The inputs of a program, as a TypeScript type. */
export type InputsOf<I> = { -readonly [K in RequiredIn<I>]: TypeOf<I[K]> } & {
  -readonly [K in Exclude<keyof I, RequiredIn<I>>]?: TypeOf<I[K]>;
};

type OptionalIn<O> = {
  [K in keyof O]: O[K] extends { readonly optional: true } ? K : never;
}[keyof O];

/** The outputs, as a TypeScript type. */
export type OutputsOf<O> = { -readonly [K in Exclude<keyof O, OptionalIn<O>>]: TypeOf<O[K]> } & {
  -readonly [K in OptionalIn<O>]?: TypeOf<O[K]>;
};

/** The outputs that the resource itself computes. */
export type ComputedOf<O> = OutputsOf<{
  [K in keyof O as O[K] extends { readonly computed: true } ? K : never]: O[K];
}>;
