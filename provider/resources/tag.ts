import type { Tag, Volume } from '../../api';
import { NotFoundError } from '../../api/errors';
import { taggedCollections } from '../../api/contract';
import type { TaggedCollection } from '../../api/services/tags';
import { MOST_TAGS } from '../../api/services/tags';
import { isGoing } from '../../core/statuses';
import type { Problem } from '../../core/validation/shape';
import { tagKey } from '../../core/validation/shape';
import { warnOfTagValue } from '../checks/tags';
import { use, usedByOthers } from '../checks/unique';
import type { Use } from '../run/program';
import { found } from '../checks/existing';
import type { PlannedResource, Searched } from '../checks/plan';
import { runChecks } from '../checks/plan';
import { readTwice, waitUntilListed } from '../lifecycle/waiting/readRecent';
import { addTag, removeAdoptedTag, removeTag } from '../lifecycle/tags';
import type { Collection } from '../polling/collection';
import { defineResource } from '../schema/define';
import { outputsFrom } from '../schema/derived/mapping';
import type { Inputs } from '../schema/resourceSchema';
import { resourceSchema } from '../schema/resourceSchema';
import { EXPIRES, isExpiryTag } from '../../core/expiryTag';
import { isAdoptedTag } from '../../core/hiddenTags';
import { MOST_NEW_TAGS, WHY_FEWER, isPendingTag } from '../../core/pendingTag';
import { oneOf, text } from '../schema/types';
import { hasUnknown } from '../schema/unknown';
import type { Call } from '../run/call';

/** The type of a resource that can have a tag. */
export type TaggedType = TypeIn<TaggedCollection>;
type TypeIn<C> = C extends `${infer T}s` ? T : never;
const COLLECTIONS = Object.fromEntries(
  taggedCollections.map((collection) => [collection.slice(0, -1), collection]),
) as Readonly<Record<TaggedType, TaggedCollection>>;
const TAGGED = Object.keys(COLLECTIONS) as TaggedType[];
/** Their classes: `Volume` of `volume`. */
const CLASSES = Object.fromEntries(
  TAGGED.map((type) => [type, `${type.charAt(0).toUpperCase()}${type.slice(1)}`]),
);

/** The schema of a tag. */
export const tagSchema = resourceSchema({
  name: 'Tag',
  provider: 'tag',
  // The requests for volumes and clusters are the same.
  createdBy: 'createInstanceTag',
  noun: 'tag',
  doc:
    'One tag on an instance, a volume or a cluster. A key that the `tags` of that resource name must not be managed ' +
    'here too.',
  inputs: {
    resourceType: {
      type: oneOf('TaggedType', TAGGED),
      doc: 'Type of the resource that gets the tag.',
      onChange: 'replace',
      required: true,
      example: '"volume"',
      api: { none: 'It is part of the request path.' },
    },
    resourceId: {
      type: text(),
      doc: 'Id of the resource that gets the tag.',
      onChange: 'replace',
      required: true,
      example: 'volume.id',
      idOf: { namedIn: 'resourceType', classes: CLASSES },
      api: { none: 'It is part of the request path.' },
    },
    key: {
      type: text({ pattern: /^[^=]+$/, says: 'must not contain "=": filters split at it' }),
      doc: 'Key, 1 to 63 characters; the cloud changes it to lower case.',
      onChange: 'replace',
      required: true,
      example: '"team"',
      api: 'key',
      meaning: (key: string) => key.toLowerCase(),
    },
    value: {
      type: text({ min: 0 }),
      doc: 'Value, up to 127 characters. Default: empty.',
      onChange: 'in place',
      leftOutMeans: '',
      api: 'value',
    },
  },
  outputs: {
    tagId: { type: text(), doc: 'Its id, with the prefix `tag_`.', api: 'id', changesWith: ['value'] },
  },
});

export type TagInputs = Inputs<typeof tagSchema>;

/** A tag cannot be added to this resource. */
export class TagError extends Error {
  override readonly name = 'TagError';
}

/** The API cannot change a value: the tag is removed and added again (Tags). */
export const tag = defineResource(tagSchema, {
  timeouts: { create: 5, update: 5, delete: 5 },
  uses: usesOfTag,
  check: checkTag,
  deleteFirst: (state, inputs) => state.resourceId === inputs.resourceId,
  idFromInputs: true,

  async create(call, inputs) {
    const found = await put(call, inputs);
    return { id: idOf(inputs), outputs: outputsFrom(tagSchema, found) };
  },

  async read(call, id, state) {
    const at = placeOf(id, state);
    const found = await readTwice(call, (isAgain) => find(call, at, isAgain));
    if (!found) return undefined;
    const declared = state.key !== undefined;
    return {
      inputs: {
        resourceType: at.resourceType,
        resourceId: at.resourceId,
        key: state.key ?? found.key,
        ...((found.value !== '' || !declared || state.value !== undefined) && { value: found.value }),
      },
      outputs: outputsFrom(tagSchema, found),
    };
  },

  async update(call, _id, _state, inputs) {
    return { outputs: outputsFrom(tagSchema, await put(call, inputs)) };
  },

  async delete(call, id, state) {
    const at = placeOf(id, state);
    // The key has moved to `tags` of the resource, which is updated before this delete.
    if (call.run.things.tagKeysOf(at.resourceId).includes(at.key.toLowerCase())) return;
    const found = await find(call, at);
    if (!found) return;
    const collection = COLLECTIONS[at.resourceType];
    await removeTag(call, collection, at.resourceId, found.id);
    call.run[collection].invalidate();
  },
});

type Place = Pick<TagInputs, 'resourceType' | 'resourceId' | 'key'>;

/**
 * The id of a tag in state consists of its resource and its key, because the API's own id changes with each
 * new value.
 */
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

/** The tag as it is now; undefined when the tag or its resource is gone. */
async function find(
  call: Call,
  { resourceType, resourceId, key }: Place,
  isAgain = false,
): Promise<Tag | undefined> {
  const collection = call.run[COLLECTIONS[resourceType]];
  const taggable = await (isAgain ? collection.get(resourceId) : collection.read(resourceId));
  if (!taggable || isGoing(taggable)) return undefined;
  return taggable.tags.find((candidate) => candidate.key === key.toLowerCase());
}

/**
 * Adds the tag with its value. The API cannot change a value: a tag with another value is removed and added again.
 */
async function put(call: Call, inputs: TagInputs): Promise<Tag> {
  const collection = COLLECTIONS[inputs.resourceType];
  const { resourceId, key, value = '' } = inputs;
  const all: Pick<Collection<Taggable>, 'get' | 'read' | 'wait'> = call.run[collection];
  const taggable = (await all.get(resourceId)) ?? (await waitUntilListed(call, all, resourceId));
  if (!taggable)
    throw new TagError(
      `There is no ${inputs.resourceType} ${resourceId} in this project for the tag ${JSON.stringify(key)}.`,
    );
  const found = taggable.tags.find((candidate) => candidate.key === key.toLowerCase());
  if (found?.value === value) return found;
  if (found) await removeTag(call, collection, resourceId, found.id);
  else await makePlace(call, collection, inputs.resourceType, resourceId, taggable);
  try {
    return await addTag(call, collection, resourceId, { key, value });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    throw new TagError(
      `The ${inputs.resourceType} ${resourceId} is deleted; the tag ${JSON.stringify(key)} cannot be added.`,
      { cause: error },
    );
  } finally {
    call.run[collection].invalidate();
  }
}

/** If the resource has ten tags, one of this package gives its place, unless its id may not be in state yet. */
async function makePlace(
  call: Call,
  collection: TaggedCollection,
  noun: TaggedType,
  id: string,
  { tags }: Pick<Volume, 'tags'>,
): Promise<void> {
  if (tags.length < MOST_TAGS) return;
  const adopted = tags.find(isAdoptedTag);
  const pending = tags.find(isPendingTag);
  if (adopted) await removeAdoptedTag(call, collection, id, adopted);
  else if (pending && call.run.known.isInState(id)) await removeTag(call, collection, id, pending.id);
  else if (pending) throw new TagError(`The ${whyFull(noun, id)}.`);
}

/** Why a new resource cannot have one more tag, as the end of a sentence. */
const whyFull = (noun: TaggedType, id: string): string =>
  `${noun} ${id} is created in this run, and can have at most ${String(MOST_NEW_TAGS)} tags until its next run, because ` +
  `${WHY_FEWER}: remove one of its tags, or add this one in a later run`;

interface Taggable {
  readonly id: string;
  readonly status: string;
  readonly tags: Tag[];
}

/** Reports the problems of a tag that a preview can find. */
export function checkTag(
  call: Call,
  inputs: Partial<TagInputs>,
  olds: Partial<TagInputs> | undefined,
): Promise<Problem[]> {
  return runChecks(call, inputs, olds, (plan) => [
    plan.changed('key').flatMap(({ path, value }) => tagKey(value, path)),
    checkValue(plan),
    checkUniqueKey(plan),
    checkTarget(plan),
  ]);
}

function checkValue(plan: PlannedResource<TagInputs>): Problem[] {
  for (const { path, value } of plan.changed('value')) warnOfTagValue(plan, path, value);
  return [];
}

/** A resource has each key at most once. Keys are compared in lower case (Tag). */
function usesOfTag({ resourceType, resourceId, key }: Partial<TagInputs>): Use[] {
  const isKnown = [resourceType, resourceId, key].every((value) => use('', '', value).length > 0);
  return isKnown
    ? use('tag', 'key', `${resourceType ?? ''} ${resourceId ?? ''} ${(key ?? '').toLowerCase()}`)
    : [];
}

function checkUniqueKey(plan: PlannedResource<TagInputs>): Problem[] {
  const { resourceType } = plan.inputs;
  const [id, key] = [plan.text('resourceId'), plan.text('key')];
  if (resourceType === undefined || id === undefined || key === undefined) return [];
  const once = `the ${resourceType} ${id} has each key only once`;
  if (plan.call.run.things.tagKeysOf(id).includes(key.toLowerCase()))
    return [{ path: 'key', reason: `is also in tags or in the default tags of that resource: ${once}` }];
  return usedByOthers(plan, 'tag', usesOfTag(plan.inputs), once);
}

/** Checks that the tagged resource exists and can take one more tag. */
async function checkTarget(plan: PlannedResource<TagInputs>): Promise<Problem[]> {
  const noun = plan.inputs.resourceType;
  if (noun === undefined || !(noun in COLLECTIONS)) return [];
  const collection: Searched<Taggable> = plan.call.run[COLLECTIONS[noun]];
  const key = plan.text('key')?.toLowerCase();
  return found(plan, plan.changed('resourceId'), noun, collection, ({ path }, { id, status, tags }) => {
    if (isGoing({ status }))
      return [
        {
          path,
          reason: `names the ${noun} ${id}, which is ${status}: choose another one, or remove the tag`,
        },
      ];
    const there = tags.find((tag) => tag.key === key);
    // It may be the tag of an interrupted run of this resource: nothing tells whose it is.
    if (there && plan.isNew && !hasUnknown(plan.inputs.value))
      plan.warn({
        path: 'key',
        reason:
          there.value === (plan.inputs.value ?? '')
            ? `is on the ${noun} ${id} already with the same value: this resource takes that tag over, and a delete of ` +
              'this resource removes it. If the tag is not yours, choose another key'
            : `is on the ${noun} ${id} already with another value, which this tag replaces`,
      });
    if (key === undefined || there !== undefined) return [];
    if (tags.filter((tag) => !isAdoptedTag(tag) && !isPendingTag(tag)).length >= MOST_TAGS)
      return [
        {
          path,
          reason: `names the ${noun} ${id}, which has ${String(MOST_TAGS)} tags already${tags.some(isExpiryTag) ? `, with ${EXPIRES} for its end` : ''}: that is the limit`,
        },
      ];
    const isNew = tags.some(isPendingTag) && !plan.call.run.known.isInState(id);
    return isNew && tags.filter((tag) => !isAdoptedTag(tag)).length >= MOST_TAGS
      ? [{ path, reason: `names the ${whyFull(noun, id)}` }]
      : [];
  });
}
