import * as pulumi from '@pulumi/pulumi';
import { typeToken } from '../../core/urn';
import { typeOf } from './undeclared';

/** Whether a value is a resource of this type, also one from another copy of this package. */
export const isResource = (value: unknown, typeName: string): boolean =>
  pulumi.CustomResource.isInstance(value) && typeOf(value) === typeToken(typeName);
