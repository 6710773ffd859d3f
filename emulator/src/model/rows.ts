import { latestInstant } from './time/clock';

/** The values that a row may have: a JSON schema. A snapshot that holds another value is refused. */
export type Field = Readonly<Record<string, unknown>>;

/** The fields of an object. The compiler reports a missing one. */
export type Fields<T> = { [Name in keyof Required<T>]: Field };

export const text: Field = { type: 'string' };
export const number: Field = { type: 'number' };
export const flag: Field = { type: 'boolean' };
/** Milliseconds since 1970 in the cloud's time. */
export const instant: Field = { type: 'number', minimum: 0, maximum: latestInstant };
/** An instant in the future, which may be beyond the range of dates. */
export const planned: Field = { type: 'number', minimum: 0 };

export const oneOf = (values: Iterable<unknown>): Field => ({ enum: [...values] });
export const listOf = (items: Field): Field => ({ type: 'array', items });
export const nullable = (field: Field): Field => ({ anyOf: [{ type: 'null' }, field] });
/** A field that a row may lack. */
export const optional = (field: Field): Field => ({ ...field, isOptional: true });

/** An object with these fields. It may have others, which are kept. */
export const objectOf = <T>(fields: Fields<T>): Field => ({
  type: 'object',
  required: Object.entries<Field>(fields).flatMap(([name, field]) =>
    field['isOptional'] === true ? [] : name,
  ),
  properties: fields,
});

/** The rows of a table. */
export const rowOf = <Row extends { id: string }>(fields: Fields<Omit<Row, 'id'>>): Field =>
  objectOf<{ id: string }>({ id: text, ...fields });
