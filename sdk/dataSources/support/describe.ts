import type { CloudComputeClient } from '../../../api';
import type { components } from '../../../api/schema';
import type { Shape } from '../../../core/validation/shape';
import { required } from '../../../core/validation/shape';
import type { ArgumentType } from './argumentTypes';

/** An argument of a data source. */
export interface Argument {
  readonly type: ArgumentType;
  /** A sentence for users: the meaning of the argument, with its unit and an example. */
  readonly doc: string;
  readonly required?: true;
  /** The default, in words. */
  readonly default?: string;
  /** The name of the API's query parameter, if it is not the snake_case form of the argument. */
  readonly parameter?: string;
}

type Arguments = Readonly<Record<string, Argument>>;
type SchemaName = keyof components['schemas'];
type ValueOf<A extends Argument> = A['type'] extends ArgumentType<infer Value> ? Value : never;

type Values<A extends Arguments> = {
  readonly [Name in keyof A as A[Name] extends { required: true } ? Name : never]: ValueOf<A[Name]>;
} & {
  readonly [Name in keyof A as A[Name] extends { required: true } ? never : Name]?: ValueOf<A[Name]>;
};

/** The result of a data source. Types and doc sentences of its fields come from the contract. */
export type Result =
  | { readonly list: SchemaName; readonly without?: readonly string[] }
  | {
      readonly object: SchemaName;
      /** Its type in the SDKs of the plugin. Default: named after the data source, described as in the contract. */
      readonly type?: { readonly name: string; readonly doc: string };
      readonly without?: readonly string[];
      /** Additional fields that are not in the contract. */
      readonly more?: Readonly<Record<string, { readonly typescript: string; readonly doc: string }>>;
    }
  | { readonly value: 'boolean' };

/** The description of a data source. Its name is the name of its export. */
export interface DataSource<Args, Answer> {
  /** Doc sentences for users: the result, and when the call fails. */
  readonly doc: string;
  /** The operations of the contract that it calls. */
  readonly operations: readonly string[];
  readonly args: Arguments;
  readonly result: Result;
  /** The reason why the result is a secret, if it is. */
  readonly secret?: string;
  /** Requests the result. Its fields have the names of the API. */
  readonly ask: (api: CloudComputeClient, args: Args) => Promise<Answer>;
}

/** Describes a data source. `npm run generate` writes its functions and types into sdk/data. */
export const dataSource = <A extends Arguments, Answer>(
  description: DataSource<Values<A>, Answer> & { readonly args: A },
): DataSource<Values<A>, Answer> & { readonly args: A } => description;

/** The checks of the arguments of a data source. */
export const argumentShapes = ({ args }: { readonly args: Arguments }): Record<string, Shape> =>
  Object.fromEntries(
    Object.entries(args).map(([name, { type, required: isRequired }]) => [
      name,
      isRequired ? required(type.shape) : type.shape,
    ]),
  );
