import type { CloudComputeClient } from '../../../api';
import type { components } from '../../../api/schema';
import type { ArgumentType } from './argumentTypes';

/** An argument of a data source. */
export interface Argument {
  readonly type: ArgumentType;
  /** A sentence for programs: what it is, with its unit and an example. */
  readonly doc: string;
  /** Whether it must be given. */
  readonly required?: true;
  /** What applies when it is left out, in words. */
  readonly default?: string;
  /** The query parameter of the API that it becomes, if its name differs in more than its form. */
  readonly parameter?: string;
}

type Arguments = Readonly<Record<string, Argument>>;
type SchemaName = keyof components['schemas'];
type ValueOf<A extends Argument> = A['type'] extends ArgumentType<infer Value> ? Value : never;

/** The values that a program gives. */
type Values<A extends Arguments> = {
  readonly [Name in keyof A as A[Name] extends { required: true } ? Name : never]: ValueOf<A[Name]>;
} & {
  readonly [Name in keyof A as A[Name] extends { required: true } ? never : Name]?: ValueOf<A[Name]>;
};

/** What a data source answers with. Types and sentences of its fields are those of the contract. */
export type Result =
  | { readonly list: SchemaName; readonly without?: readonly string[] }
  | {
      readonly object: SchemaName;
      readonly without?: readonly string[];
      /** Fields that the contract does not have. */
      readonly more?: Readonly<Record<string, { readonly typescript: string; readonly doc: string }>>;
    }
  | { readonly value: 'boolean' };

/** All there is to say about a data source, save its name, which is that of its export. */
export interface DataSource<Args, Answer> {
  /** Sentences for programs: what it answers, and when it fails. */
  readonly doc: string;
  readonly example?: string;
  /** The operations of the contract that it uses. */
  readonly operations: readonly string[];
  readonly args: Arguments;
  readonly result: Result;
  /** Why the answer is a secret, when it is one. */
  readonly secret?: string;
  /** Asks the cloud. The answer has the names of the API. */
  readonly ask: (api: CloudComputeClient, args: Args) => Promise<Answer>;
}

/** Describes a data source. `npm run generate` writes its functions and types into sdk/data. */
export const dataSource = <A extends Arguments, Answer>(
  description: DataSource<Values<A>, Answer> & { readonly args: A },
): DataSource<Values<A>, Answer> & { readonly args: A } => description;
