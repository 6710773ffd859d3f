import * as definitions from '../provider/resources';
import type { ResourceSchema } from '../provider/schema/resourceSchema';

/** The resources that a program can declare with the package; those of the plugin alone and the owner are not. */
export const publishedSchemas: readonly ResourceSchema[] = Object.values(
  definitions as Readonly<Record<string, { readonly schema?: ResourceSchema }>>,
).flatMap(({ schema }) => (schema === undefined || schema.isInternal || schema.onlyInPlugin ? [] : schema));
