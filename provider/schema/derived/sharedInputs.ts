import type { ResourceSchema } from '../resourceSchema';
import type { Type } from '../types';

/** What the parts of an input are that others share. */
export type PartKind = 'keys of tags' | 'items' | 'tags of items';

/** The kinds of parts, by the names of the inputs with `sharedWithOthers`. */
export type SharedInputs = Readonly<Record<string, PartKind>>;

export const sharedInputsOf = ({ inputs }: Pick<ResourceSchema, 'inputs'>): SharedInputs =>
  Object.fromEntries(
    Object.entries(inputs)
      .filter(([, { sharedWithOthers }]) => sharedWithOthers)
      .map(([name, { type }]) => [name, kindOf(type)]),
  );

const kindOf = (type: Type): PartKind => {
  if (type.kind !== 'list') return 'keys of tags';
  return type.items.kind === 'inputObject' ? 'tags of items' : 'items';
};
