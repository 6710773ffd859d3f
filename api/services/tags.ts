import { ConflictError } from '../errors';
import type { CallOptions } from '../options';
import { oneOf, requiredObject } from '../http/given';
import { path } from '../http/path';
import type { Tag, TagRequest } from '../schema';
import type { Send } from '../http/send';
import { requestLimits, taggedCollections } from '../contract';

/** The collections whose members have tags, as the client names them. */
export type TaggedCollection = (typeof taggedCollections)[number];

/** The largest number of tags of one resource (Limits). */
export const MOST_TAGS = requestLimits.createVolume.tags;

const known = (method: 'POST' | 'DELETE', collection: TaggedCollection): TaggedCollection =>
  oneOf(`${method} /v1/…/tags`, 'collection', collection, taggedCollections);

/** The collection in the path: `ssh-keys` of `sshKeys`. */
const inPath = (collection: TaggedCollection): string =>
  collection.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Key-value tags on instances, volumes and clusters; at most ten each. */
export class TagsApi {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /**
   * Adds a tag; the cloud converts its key to lower case. A key exists at most once, so the request is sent again
   * after a lost reply; if the key exists then, the tag is read. Throws a ConflictError when the key exists
   * already, a ForbiddenError for an eleventh tag.
   *
   * @param collection the collection that the id belongs to.
   */
  async add(collection: TaggedCollection, id: string, tag: TagRequest, options?: CallOptions): Promise<Tag> {
    const to = path`/v1/${inPath(known('POST', collection))}/${id}/tags`;
    // A tag that was read has an id.
    const given: TagRequest & { readonly id?: string } = tag;
    const { key, value } = requiredObject(`POST ${to}`, 'tag', given, ['key', 'value', 'id']);
    try {
      return await this.#send<Tag>({
        ...options,
        method: 'POST',
        path: to,
        body: { key, value },
        expects: 'object',
        isIdempotent: true,
      });
    } catch (error) {
      if (!(error instanceof ConflictError && error.mayHaveArrived)) throw error;
      const found = await this.#find(collection, id, tag, options);
      if (!found) throw error;
      return found;
    }
  }

  /** The tag with this key and value, if it exists. */
  async #find(
    collection: TaggedCollection,
    id: string,
    { key, value = '' }: TagRequest,
    options?: CallOptions,
  ): Promise<Tag | undefined> {
    const { tags } = await this.#send<{ readonly tags: readonly Tag[] }>({
      ...options,
      method: 'GET',
      path: path`/v1/${inPath(collection)}/${id}`,
      expects: 'object',
    });
    return tags.find((one) => one.key === key.toLowerCase() && one.value === value);
  }

  /**
   * Removes a tag by its id. Throws a NotFoundError.
   *
   * @param collection the collection that the id belongs to.
   */
  async remove(
    collection: TaggedCollection,
    id: string,
    tagId: string,
    options?: CallOptions,
  ): Promise<void> {
    await this.#send({
      ...options,
      method: 'DELETE',
      path: path`/v1/${inPath(known('DELETE', collection))}/${id}/tags/${tagId}`,
      expects: 'nothing',
    });
  }
}
