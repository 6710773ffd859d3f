import type { Collection } from '../../polling/collection';
import type { Behaviour } from '../../schema/define';
import { fixedDifferences, inputsFrom, outputsFrom, requestFrom } from '../../schema/derived/mapping';
import type { Inputs, Outputs, ResourceSchema } from '../../schema/resourceSchema';
import type { Call } from '../../run/call';
import type { Run } from '../../run/run';
import { adoptedAs } from '../adopt';
import { createUnbilled, mustBeShown } from './createUnbilled';
import { readRecent } from '../waiting/readRecent';

/** The generated name, where a program gives none. */
type Named<S extends ResourceSchema> = S extends { readonly autoName: 'name' } ? { name: string } : unknown;

/** The differences between unbilled resources that the API cannot change. */
interface ImmutableKind<S extends ResourceSchema, T> {
  readonly collection: (run: Run) => Collection<T>;
  readonly post: (call: Call, inputs: Inputs<S> & Named<S>) => Promise<string>;
  readonly remove: (call: Call, id: string, state: Partial<Inputs<S>>) => Promise<void>;
}

/**
 * The verbs of an unbilled resource that is only created, read and deleted, and is recognized by its content, name
 * included.
 */
export function immutableResource<S extends ResourceSchema, T extends { id: string; name?: string }>(
  schema: S,
  { collection: collectionOf, post, remove }: ImmutableKind<S, T>,
): Omit<Behaviour<S>, 'check'> {
  const { noun, autoName } = schema;
  const outputsOf = (found: T) => outputsFrom<ResourceSchema>(schema, found) as Outputs<S>;

  return {
    timeouts: { create: 5, update: 5, delete: 5 },
    nameOf: async (run, id) => (await collectionOf(run).read(id))?.name,

    async create(call, inputs) {
      const { adoptId } = inputs as { adoptId?: string };
      const wanted = { ...(autoName !== undefined && { name: call.name }), ...inputs } as Inputs<S> &
        Named<S>;
      const found =
        adoptId === undefined
          ? await createUnbilled(call, {
              noun,
              collection: collectionOf(call.run),
              matches: (object) => fixedDifferences(schema, object, wanted).length === 0,
              post: () => post(call, wanted),
              name: (wanted as { name?: string }).name,
              body: requestFrom(schema, wanted),
              remove: ({ id }) => remove(call, id, wanted as Partial<Inputs<S>>),
            })
          : await adoptedAs(schema, collectionOf(call.run), adoptId, inputs);
      return { id: found.id, outputs: outputsOf(found) };
    },

    async read(call, id, state) {
      const found = await readRecent(call, collectionOf(call.run), id);
      return found && { inputs: inputsFrom(schema, found, state), outputs: outputsOf(found) };
    },

    async update(call, id) {
      const collection = collectionOf(call.run);
      return { outputs: outputsOf(await mustBeShown(call, { noun, collection }, id)) };
    },

    delete: remove,
  };
}
