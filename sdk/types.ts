import type * as pulumi from '@pulumi/pulumi';

type Plain = string | number | boolean | null | undefined;

/** `undefined` for an optional property: the value may then also be `undefined`. */
type WhenOptional<T, Key extends keyof T> = Pick<Partial<T>, Key> extends Pick<T, Key> ? undefined : never;

/** Inputs at any depth. */
type Nested<T> = [T] extends [Plain]
  ? T
  : T extends readonly (infer Item)[]
    ? pulumi.Input<Nested<Item>>[]
    : { [Key in keyof T]: pulumi.Input<Nested<T[Key]> | WhenOptional<T, Key>> | WhenOptional<T, Key> };

/** The arguments that a program passes to a resource: each value, at any depth, may be an output. */
export type Args<Inputs> = {
  [Key in keyof Inputs]:
    pulumi.Input<Nested<Inputs[Key]> | WhenOptional<Inputs, Key>> | WhenOptional<Inputs, Key>;
};

/**
 * The outputs of a resource: what the cloud reports, and its own inputs. Optional inputs may be undefined, except
 * those in `Filled`.
 */
export type Outputs<Inputs, CloudOutputs, Filled extends keyof Inputs = never> = {
  readonly [Key in keyof CloudOutputs]: pulumi.Output<CloudOutputs[Key]>;
} & {
  readonly [Key in keyof Inputs as Key extends keyof CloudOutputs ? never : Key]-?: pulumi.Output<
    Key extends Filled ? NonNullable<Inputs[Key]> : Inputs[Key] | WhenOptional<Inputs, Key>
  >;
};

/** All properties of a resource by name: the compiler checks that none is missing. */
export type Declared<Inputs, CloudOutputs> = {
  readonly [Key in keyof Inputs | keyof CloudOutputs]-?: undefined;
};
