import type { Tag, Volume } from '../../../api';
import { NotFoundError } from '../../../api/errors';
import type { Call } from '../../session/call';
import type { ChangeRules } from '../../schema/rules';
import { by, replace, update } from '../../schema/rules';
import { checkTag } from './check';
import { defineResource } from '../../schema/define';
import { oneOf, required, text } from '../../../core/validation/shape';
import { lookTwice, shown } from '../../lifecycle/readRecent';
import type { Collection } from '../../polling/collection';
import { addTag, removeTag } from '../../lifecycle/tags';

/** What a tag is put on. */
export type TaggedType = 'instance' | 'volume' | 'cluster';
const TAGGED = ['instance', 'volume', 'cluster'] as const;
const COLLECTIONS = { instance: 'instances', volume: 'volumes', cluster: 'clusters' } as const;

/** What a program says of a single tag (Tag). A key that the resource's own `tags` names must not be managed here too. */
export interface TagInputs {
  /** What carries it: `instance`, `volume` or `cluster`. On change: replaced. */
  resourceType: TaggedType;
  /** The id of what carries it. On change: replaced. */
  resourceId: string;
  /** Key, 1 to 63 characters; the cloud lower-cases it. On change: replaced. */
  key: string;
  /** Value, up to 127 characters. Default: empty, a freeform tag. On change: in place. */
  value?: string;
}

/** What the cloud says of a tag. */
export interface TagOutputs {
  /** Its id, with the prefix `tag_`. */
  tagId: string;
}

const changes: ChangeRules<TagInputs> = {
  resourceType: replace,
  resourceId: replace,
  key: by(replace, (key: string) => key.toLowerCase()),
  value: by(update, (value: string) => value || undefined),
};

/** A tag cannot be put where it is asked for. */
export class TagError extends Error {
  override readonly name = 'TagError';
}

/** One key on one instance, volume or cluster. */
export const tag = defineResource<TagInputs, TagOutputs>({
  name: 'Tag',
  noun: 'tag',
  timeouts: { create: 5, update: 5, delete: 5 },
  shapes: {
    resourceType: required(oneOf(TAGGED), '"volume"'),
    resourceId: required(text(), 'volume.id'),
    key: required(text({ max: 63, pattern: /^[^=]+$/, says: 'must not contain "=": filters split at it' })),
    value: text({ min: 0, max: 127 }),
  },
  changes,
  check: checkTag,
  deleteFirst: (state, inputs) => state.resourceId === inputs.resourceId,

  async create(call, inputs) {
    const found = await put(call, inputs);
    return { id: idOf(inputs), outputs: { tagId: found.id } };
  },

  async read(call, id, state) {
    const at = placeOf(id, state);
    const found = await lookTwice(call, state, (isAgain) => find(call, at, isAgain));
    if (!found) return undefined;
    const declared = state.key !== undefined;
    return {
      inputs: {
        resourceType: at.resourceType,
        resourceId: at.resourceId,
        key: state.key ?? found.key,
        ...((found.value !== '' || !declared || state.value !== undefined) && { value: found.value }),
      },
      outputs: { tagId: found.id },
    };
  },

  async update(call, _id, _state, inputs) {
    return { outputs: { tagId: (await put(call, inputs)).id } };
  },

  async delete(call, id, state) {
    const at = placeOf(id, state);
    const found = await find(call, at);
    if (!found) return;
    const collection = COLLECTIONS[at.resourceType];
    await removeTag(call, collection, at.resourceId, found.id);
    call.session[collection].wrote();
  },
});

type Place = Pick<TagInputs, 'resourceType' | 'resourceId' | 'key'>;

/** The id of a tag in state: where it is, for the API's own id changes with each new value. */
const idOf = ({ resourceType, resourceId, key }: Place): string =>
  `${resourceType}/${resourceId}/${key.toLowerCase()}`;

function placeOf(id: string, state: Partial<TagInputs>): Place {
  const [resourceType, resourceId, ...rest] = id.split('/');
  const key = state.key ?? rest.join('/');
  if (!TAGGED.includes(resourceType as TaggedType) || !resourceId || !key) {
    throw new TagError(
      `${JSON.stringify(id)} is not the id of a tag: it has the form instance/<id>/<key>, volume/<id>/<key> or cluster/<id>/<key>.`,
    );
  }
  return { resourceType: resourceType as TaggedType, resourceId, key };
}

/** The tag as it is now; undefined when it, or what carries it, is gone. */
async function find(
  call: Call,
  { resourceType, resourceId, key }: Place,
  isAgain = false,
): Promise<Tag | undefined> {
  const collection = call.session[COLLECTIONS[resourceType]];
  const carrier = await (isAgain ? collection.get(resourceId) : collection.read(resourceId));
  return carrier?.tags.find((candidate) => candidate.key === key.toLowerCase());
}

/** Sees to it that the tag is there with its value. The API cannot change a value: the tag is removed and put anew. */
async function put(call: Call, inputs: TagInputs): Promise<Tag> {
  const collection = COLLECTIONS[inputs.resourceType];
  const { resourceId, key, value = '' } = inputs;
  const carriers = call.session[collection] as unknown as Collection<Pick<Volume, 'tags'>>;
  const carrier = (await carriers.get(resourceId)) ?? (await shown(call, carriers, resourceId));
  if (!carrier)
    throw new TagError(
      `There is no ${inputs.resourceType} ${resourceId} in this project to put the tag ${JSON.stringify(key)} on.`,
    );
  const found = carrier.tags.find((candidate) => candidate.key === key.toLowerCase());
  if (found?.value === value) return found;
  if (found) await removeTag(call, collection, resourceId, found.id);
  try {
    return await addTag(call, collection, resourceId, { key, value });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new TagError(
      `The ${inputs.resourceType} ${resourceId} is gone; the tag ${JSON.stringify(key)} has nothing to be on.`,
      { cause: error },
    );
  } finally {
    call.session[collection].wrote();
  }
}
