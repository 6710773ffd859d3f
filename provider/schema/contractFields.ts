// Checks at compile time that the contract has the fields which the inputs and outputs of a schema name.
import type { components, operations } from '../../api/schema';

type Objects = components['schemas'];

/** The API's object of a class; never if it has none. */
export type ObjectOf<Name> = Name extends keyof Objects ? Objects[Name] : never;

/** The body of the request that creates a resource; never without an operation. */
export type RequestOf<S> = S extends { readonly createdBy: infer Id extends keyof operations }
  ? operations[Id] extends { requestBody: { content: { 'application/json': infer Body } } }
    ? Body
    : never
  : never;

/** The fields of an object, or of each member of a union. Where there is no object, `contract.test.ts` decides. */
type FieldOf<O> = [O] extends [never] ? string : O extends unknown ? keyof O & string : never;

/** `createdAt`: `created_at`. */
type SnakeCase<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** The fields that an input may name: a field that both have, or a field of each. */
export interface InputFields<Shown, Sent> {
  readonly api?:
    | (FieldOf<Shown> & FieldOf<Sent>)
    | { readonly read: FieldOf<Shown>; readonly write?: FieldOf<Sent> }
    | { readonly read?: FieldOf<Shown>; readonly write: FieldOf<Sent> }
    | { readonly none: string };
}

/** The field that an output may name. An output that names none and is not computed has its own name there. */
export type OutputFields<Name, O, Shown> = O extends { readonly from: unknown } | { readonly computed: true }
  ? { readonly api?: FieldOf<Shown> }
  : SnakeCase<Name> extends FieldOf<Shown>
    ? { readonly api?: FieldOf<Shown> }
    : { readonly api: FieldOf<Shown> };
