import type { KnownPosts } from '../../core/orphans/originals';
import type { IntentLog } from '../../core/orphans/intentLog';
import { postKeyOf, postOf, readPendingTag } from '../../core/pendingTag';

/** The POSTs of billed resources and their answers, beside the notes on disk. Written by create once, and by verbs that get a state; read where a tag is judged, and for state. */
export class Posts implements KnownPosts {
  private readonly sent = new Set<string>();
  private readonly ids = new Map<string, string>();
  private readonly tags = new Map<string, string>();
  private readonly latest = new Map<string, number>();

  constructor(private readonly log: IntentLog) {}

  /** The order time of the next POST of a resource: that time, or a ms after the POST before it. */
  timeFor(owner: string, resource: string, at: number): number {
    const key = postKeyOf(owner, resource, 0);
    const before = this.latest.get(key) ?? this.log.lastPostAt(owner, resource);
    const time = Math.max(Math.round(at), before + 1);
    this.latest.set(key, time);
    return time;
  }

  /** A POST with this pending tag is about to be sent for a resource. */
  add(tag: string, urn: string): void {
    const post = keyOf(tag);
    if (this.sent.size === 0) this.log.removeOldPosts();
    this.sent.add(post);
    this.log.addPost(post, urn);
  }

  /** The POST with this pending tag has surely made nothing. */
  refuse(tag: string): void {
    this.sent.delete(keyOf(tag));
    this.log.removePost(keyOf(tag));
  }

  /** The POST with this pending tag has made the object of this id. */
  answer(tag: string, id: string): void {
    this.recall(tag, id);
    this.log.answerPost(keyOf(tag), id);
  }

  /** A state says which POST has made an object. */
  recall(tag: string | undefined, id: string): void {
    if (tag === undefined || keyOf(tag) === '') return;
    this.ids.set(keyOf(tag), id);
    this.tags.set(id, tag);
  }

  /** Whether this process has sent the POST. */
  isSent(post: string): boolean {
    return this.sent.has(post);
  }

  idOf(post: string): string | undefined {
    return this.ids.get(post) ?? this.log.posts.idOf(post);
  }

  isOpen(post: string): boolean {
    if (this.ids.has(post)) return false;
    return this.sent.has(post) || this.log.posts.isOpen(post);
  }

  /** The text of the pending tag with which an object was ordered, for its state. */
  tagOf(id: string): string | undefined {
    return this.tags.get(id);
  }
}

const keyOf = (tag: string): string => postOf(readPendingTag(tag)) ?? '';
