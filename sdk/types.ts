import type * as pulumi from '@pulumi/pulumi';

type Plain = string | number | boolean | null | undefined;

/** `undefined` where a property may be left out: then it may also be given as such. */
type WhenOptional<T, Key extends keyof T> = Pick<Partial<T>, Key> extends Pick<T, Key> ? undefined : never;

/** Inputs at any depth. */
type Nested<T> = [T] extends [Plain]
  ? T
  : T extends readonly (infer Item)[]
    ? pulumi.Input<Nested<Item>>[]
    : { [Key in keyof T]: pulumi.Input<Nested<T[Key]> | WhenOptional<T, Key>> | WhenOptional<T, Key> };

/** What a program gives to a resource: every value, at any depth, may be one that is not known yet. */
export type Args<Inputs> = {
  [Key in keyof Inputs]:
    pulumi.Input<Nested<Inputs[Key]> | WhenOptional<Inputs, Key>> | WhenOptional<Inputs, Key>;
};

/**
 * What a program reads off a resource: what the cloud says of it, and its own inputs; those that may be left out
 * may be undefined, save those `Filled` in when left out.
 */
export type Outputs<Inputs, CloudOutputs, Filled extends keyof Inputs = never> = {
  readonly [Key in keyof CloudOutputs]: pulumi.Output<CloudOutputs[Key]>;
} & {
  readonly [Key in keyof Inputs as Key extends keyof CloudOutputs ? never : Key]-?: pulumi.Output<
    Key extends Filled ? NonNullable<Inputs[Key]> : Inputs[Key] | WhenOptional<Inputs, Key>
  >;
};

/** Every property of a resource, declared by its name: the compiler insists on all of them. */
export type Declared<Inputs, CloudOutputs> = {
  readonly [Key in keyof Inputs | keyof CloudOutputs]-?: undefined;
};
