// The fields of the API that carry the properties of a schema.
import type { Input, NestedInput, Output } from '../types';

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const fieldOf = ({ api }: NestedInput, way: 'read' | 'write'): string | undefined =>
  typeof api !== 'object' ? api : 'none' in api ? undefined : api[way];

/** The field of the API's object that shows an output. */
export const outputField = (name: string, { api = snakeCase(name) }: Output): string => api;
/** The field of the API's object that shows an input; undefined if there is none. */
export const readField = (input: NestedInput): string | undefined => fieldOf(input, 'read');
/** The field of the request that carries an input; undefined if there is none. */
export const writeField = (input: NestedInput): string | undefined => fieldOf(input, 'write');
/** The field of the action that changes an input; undefined if no action changes it. */
export const actionField = (input: NestedInput & Pick<Input, 'action'>): string | undefined =>
  input.action === undefined ? undefined : (writeField(input) ?? readField(input));
