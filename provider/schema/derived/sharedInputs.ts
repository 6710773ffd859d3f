import type { ResourceSchema } from '../resourceSchema';
import type { Type } from '../types';

/** What the parts of an input are that others share. */
export type PartKind = 'keys of tags' | 'items';

/** The kinds of parts, by the names of the inputs with `sharedWithOthers`. */
export type SharedInputs = Readonly<Record<string, PartKind>>;

export const sharedInputsOf = ({ inputs }: Pick<ResourceSchema, 'inputs'>): SharedInputs =>
  Object.fromEntries(
    Object.entries(inputs)
      .filter(([, { sharedWithOthers }]) => sharedWithOthers)
      .map(([name, { type }]) => [name, kindOf(type)]),
  );

const kindOf = ({ kind }: Type): PartKind => (kind === 'list' ? 'items' : 'keys of tags');
