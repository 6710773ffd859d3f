import type { TaggedCollection } from '../../api/services/tags';
import { withContractLimits } from './contractLimits';
import type { InputFields, ObjectOf, OutputFields, RequestOf } from './contractFields';
import type { Input, InputsOf, Output, OutputsOf, TypedInput, TypedOutput } from './types';

/** The schema of a resource: the only place that declares its inputs and outputs. */
export interface ResourceSchema {
  /** The name of the class, e.g. `Volume`. */
  readonly name: string;
  /**
   * The name in the type tokens and URNs of the npm package, which state holds and which never changes; also in those of
   * the first native plugins. Default: the name of the class.
   */
  readonly typeName?: string;
  /** The name under which `pulumi-cloud-compute/provider` exports it, which state holds and which never changes. */
  readonly provider: string;
  /** The noun for it in messages. */
  readonly noun: string;
  /** The documentation of the class. */
  readonly doc: string;
  /** The input that gets a generated name when a program leaves it out. */
  readonly autoName?: string;
  /** The collection of the API, if it is billed and therefore carries a pending tag until its id is in state. */
  readonly billed?: TaggedCollection;
  /** Whether it is hidden from programs: it has no generated class and no documentation. */
  readonly isInternal?: boolean;
  /** Whether only the native plugin offers it: the package has no class for it, and no state of the package refers to it. */
  readonly onlyInPlugin?: boolean;
  /** The operation of the contract that creates it. */
  readonly createdBy?: string;
  /** The operation of the contract whose actions change it, if an input has an `action`. */
  readonly changedBy?: string;
  /**
   * The input with the ids of volumes that only one resource can hold at a time: a replacement deletes first, and
   * preview warns if two resources name the same volume.
   */
  readonly exclusive?: string;
  /** Whether the cloud refuses a second one beside it: a replacement deletes first. */
  readonly deleteFirst?: boolean;
  readonly inputs: Readonly<Record<string, Input>>;
  readonly outputs: Readonly<Record<string, Output>>;
}

/**
 * Checks a schema, and keeps its exact type, from which `Inputs` and `Outputs` are inferred. The greatest lengths of
 * texts come from the contract.
 */
export const resourceSchema = <const S extends ResourceSchema>(schema: S & Typed<S>): S =>
  withContractLimits<S>(schema);

/** Its functions take the API's object, and the fields that it names are in the contract. */
interface Typed<S extends ResourceSchema, Shown = ObjectOf<S['name']>> {
  readonly inputs: {
    readonly [K in keyof S['inputs']]: TypedInput<S['inputs'][K], Shown> & InputFields<Shown, RequestOf<S>>;
  };
  readonly outputs: {
    readonly [K in keyof S['outputs']]: TypedOutput<S['outputs'][K], Shown> &
      OutputFields<K, S['outputs'][K], Shown>;
  };
}

export type Inputs<S extends ResourceSchema> = InputsOf<S['inputs']>;
export type Outputs<S extends ResourceSchema> = OutputsOf<S['outputs']>;

/** A generated name, as Pulumi makes it: the name in the program and seven random digits. */
export const automaticName = (name: string, random: string): string => `${name}-${random.slice(0, 7)}`;

/** Whether a value is a generated name. */
export const isAutomaticName = (name: string, value: string): boolean =>
  value.startsWith(`${name}-`) && /^[0-9a-f]{7}$/.test(value.slice(name.length + 1));
