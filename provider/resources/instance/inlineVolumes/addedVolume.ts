// Inline volumes that an update creates for a machine that exists.
import type { Instance, Volume } from '../../../../api';
import { MOST_TAGS } from '../../../../api/services/tags';
import { attachedTo } from '../../../../api/services/volumes';
import type { PendingTag } from '../../../../core/pendingTag';
import {
  PENDING,
  addedMeaning,
  belongsTo,
  isOfResource,
  orderOf,
  pendingTagOf,
  resourceHashOf,
  stackPrefixOf,
} from '../../../../core/pendingTag';
import type { BillableKind } from '../../../lifecycle/createOnce/billable';
import { createOnce } from '../../../lifecycle/createOnce/createOnce';
import { waitFor } from '../../../lifecycle/waiting/waitFor';
import { untilReady } from '../../../polling/statusRule';
import type { TagMap } from '../../../schema/tagMap';
import { tagRequests } from '../../../schema/tagMap';
import type { Call } from '../../../session/call';
import { defaultTags, withDefaultTags } from '../../../session/defaultTags';
import { withPendingTag } from '../../common';
import type { InlineVolume } from '../schema';

/** An inline volume cannot be changed to match the program. */
export class InlineVolumeError extends Error {
  override readonly name = 'InlineVolumeError';
}

/** The tags that the program declares for a volume, with the default tags. */
export const tagsOf = (call: Call, { tags }: InlineVolume): TagMap =>
  withDefaultTags(defaultTags(call.session).tags, tags);

/**
 * Creates a volume exactly once, attached to the machine from the start. `onCreated` gets its id at once. Its pending tag
 * stays until state holds the id.
 */
export async function addVolume(
  call: Call,
  machine: Instance,
  wanted: InlineVolume,
  outlivesMachine: boolean,
  onCreated: (id: string) => void,
): Promise<void> {
  const { client, volumes } = call.session;
  const { name, size, type } = wanted;
  const tags = tagsOf(call, wanted);
  // It is attached to the machine, so it is no orphan.
  const inline = { ...call, urn: urnOf(call, machine.id, name), keep: true };
  const { id } = await createOnce(
    inline,
    billedVolume(inline, machine, wanted, { orderedFor: resourceHashOf(call.urn), outlivesMachine }),
    (tagAt) =>
      client.volumes.create(
        (sentAt) => ({
          name,
          size,
          type,
          location_code: machine.location,
          instance_ids: [machine.id],
          tags: withPendingTag(tagAt(sentAt), tags),
        }),
        call.requests,
      ),
  );
  onCreated(id);
  await waitFor(call, volumes, id, `creating ${name}`, untilReady(STATUSES, failure(name, id)));
  for (const { key } of tagRequests(tags).slice(MOST_TAGS - 1)) {
    call.warn(
      `The tag ${key} of the volume ${name} (${id}) cannot be added yet: the volume has ${String(MOST_TAGS)} tags until the end of the ` +
        `run removes ${PENDING}. The next change of the machine adds the tag.`,
    );
  }
}

/**
 * The replacement of a URN in the pending tag of an inline volume: the id of the machine, which stays the
 * same when the resource is renamed, and the name of the volume.
 */
const urnOf = ({ urn }: Call, machineId: string, name: string): string =>
  `${stackPrefixOf(urn)}::${machineId}::${name}`;

/** The pending tag of an inline volume that an update of this machine has created, if the volume carries it. */
export function tagOfInline(call: Call, machineId: string, volume: Volume): PendingTag | undefined {
  const tag = pendingTagOf(volume);
  const identity = { owner: call.owner, urn: urnOf(call, machineId, volume.name) };
  return tag && isOfResource(tag, identity) && belongsTo(tag, volume) ? tag : undefined;
}

const STATUSES = { ready: ['attached'], failed: ['canceled'], gone: ['deleting', 'deleted'] } as const;

const failure = (name: string, id: string) => (found: Volume | undefined) =>
  new InlineVolumeError(
    `The volume ${name} (${id}) is ${found?.status ?? 'gone'}: it can no longer be attached.`,
  );

const billedVolume = (
  call: Call,
  machine: Instance,
  { size, type }: InlineVolume,
  { orderedFor, outlivesMachine }: { readonly orderedFor: string; readonly outlivesMachine: boolean },
): BillableKind<Volume> => ({
  noun: 'volume',
  collection: call.session.volumes,
  path: 'volumes',
  order: orderOf(call, { whenOrphaned: 'keep', outlivesMachine, meaning: addedMeaning(machine.id, type) }),
  orderedFor,
  fits: (found) => found.size <= size && attachedTo(found).includes(machine.id),
});
