// The parts of Pulumi's metaschema that this package uses.

/** A type of Pulumi's metaschema. */
export interface TypeSpec {
  readonly type?: string;
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
  readonly $ref?: string;
  readonly oneOf?: readonly TypeSpec[];
}

/** A property of Pulumi's metaschema. */
export interface PropertySpec extends TypeSpec {
  readonly description?: string;
  readonly default?: unknown;
  readonly secret?: true;
  readonly willReplaceOnChanges?: true;
}

export type Properties = Record<string, PropertySpec>;

/** An object type of Pulumi's metaschema. */
export interface ObjectSpec {
  readonly type: 'object';
  readonly description: string;
  readonly properties: Properties;
  readonly required: readonly string[];
}

/** An enum of Pulumi's metaschema. */
export interface EnumSpec {
  readonly type: 'string';
  readonly enum: readonly { readonly value: string }[];
}

export const PACKAGE = 'cloud-compute';
/** The SDK for Node.js on npm, where the package with the dynamic resources has the name without `native`. */
export const NPM_SDK = `pulumi-${PACKAGE}-native`;

/** The module of the SDK for Python. */
export const PYTHON_MODULE = 'pulumi_cloud_compute';

/** The group of the SDK for Java, and the package above its own. */
export const JAVA_GROUP = 'com.pulumi';
export const tokenOf = (name: string): string => `${PACKAGE}:index:${name}`;
export const refTo = (name: string): TypeSpec => ({ $ref: `#/types/${tokenOf(name)}` });
