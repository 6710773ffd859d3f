import type { Volume } from '../../../api';
import { unlessGone } from '../../../core/statuses';
import { PENDING, orderOf, pendingName, pendingTagIdOf, pendingTagOf } from '../../../core/pendingTag';
import { pick } from '../../../core/omitUndefined';
import type { Call } from '../../session/call';
import {
  asSet,
  by,
  differencesFrom,
  fixed,
  growOnly,
  replace,
  replaceable,
  setting,
  unmanagedWhenLeftOut,
  update,
} from '../../schema/rules';
import type { ChangeRules } from '../../schema/rules';
import { checkVolume } from './check';
import { dataLost, volumesThere } from '../../lifecycle/consequences';
import type { Billed, Created } from '../../lifecycle/createOnce/createOnce';
import { createOnce, removeDuplicates } from '../../lifecycle/createOnce/createOnce';
import { whyReplaced } from '../../machines/deploymentFailed';
import { adopt } from '../../lifecycle/adopt';
import { lookFor } from '../../lifecycle/readRecent';
import { attach, attachedTo, detach } from '../../machines/attachments';
import { removeVolume } from '../../lifecycle/removeVolume';
import { restoreVolume } from './restore';
import type { Reached } from '../../schema/define';
import { Unfinished, defineResource } from '../../schema/define';
import { flag, listOf, oneOf, required, tags, text } from '../../../core/validation/shape';
import { becomes } from '../../polling/statusRule';
import { addTag, syncTags } from '../../lifecycle/tags';
import { waitFor } from '../../polling/waitFor';
import { VOLUME_TYPES, gigabytes, tagMeaning, withPendingTag } from '../common';
import { CopyCancelledError, finishCopy } from './copy';
import type { VolumeInputs, VolumeOutputs } from './properties';
import { declaredOf, outputsOf } from './view';

export type * from './properties';

const changes: ChangeRules<VolumeInputs> = {
  name: update,
  size: growOnly,
  type: replace,
  locationCode: replace,
  instanceIds: unmanagedWhenLeftOut(asSet(update)),
  tags: by(update, tagMeaning),
  sourceVolumeId: unmanagedWhenLeftOut(replace),
  restoreVolumeId: fixed,
  adoptId: fixed,
  allowShutdown: setting,
  deletePermanently: setting,
  replaceOn: setting,
};

const settle = {
  ready: ['detached', 'attached', 'created', 'exported'],
  failed: ['canceling', 'canceled'],
  gone: ['deleting', 'deleted'],
} as const;

/** A volume did not become what it should. */
export class VolumeError extends Error {
  override readonly name = 'VolumeError';
}

const failure = (volume: Volume | undefined, id: string): Error =>
  new VolumeError(
    volume
      ? `The volume ${volume.name} (${id}) is ${volume.status}: it cannot become usable any more.`
      : `The volume ${id} is gone.`,
  );

/** How volumes are created once. */
const billedVolume = (call: Call, inputs: VolumeInputs): Billed<Volume> => ({
  noun: 'volume',
  collection: call.session.volumes,
  path: 'volumes',
  order: orderOf(call, {
    whenOrphaned: call.keep ? 'keep' : 'drop',
    meaning: pick(inputs, ['type', 'locationCode', 'sourceVolumeId']),
  }),
  isGone: ({ status }) => [...settle.gone, ...settle.failed].includes(status as never),
  hasFailed: () => false,
  fits: ({ size }) => size <= inputs.size,
});

/** A block or shared volume. */
export const volume = defineResource<VolumeInputs, VolumeOutputs>({
  name: 'Volume',
  noun: 'volume',
  timeouts: { create: 120, update: 30, delete: 20 },
  autoName: 'name',
  nameOf: async ({ volumes }, id) => (await volumes.read(id))?.name,
  shapes: {
    name: text({ max: 255 }),
    size: required(gigabytes, '100'),
    type: required(oneOf(VOLUME_TYPES), '"NVMe"'),
    locationCode: required(text(), '"FIN-01"'),
    instanceIds: listOf(text()),
    tags,
    sourceVolumeId: text(),
    restoreVolumeId: text(),
    adoptId: text(),
    allowShutdown: flag,
    deletePermanently: flag,
    replaceOn: listOf(oneOf(replaceable(changes))),
  },
  changes,
  check: checkVolume,

  /** An interrupted run may have removed it without living to say so. */
  async stale(call, id, state) {
    const found = await lookFor(call, call.session.volumes, id, state);
    return !found || [...settle.gone, ...settle.failed].includes(found.status as never)
      ? whyReplaced('volume', id, found)
      : undefined;
  },

  async consequences(call, id, _state, news, { replaced }) {
    if (!replaced || news.sourceVolumeId === id) return [];
    const remedy = `The new volume is empty: to take the data over, make it a copy with sourceVolumeId: "${id}".`;
    return dataLost(await volumesThere(call, [id]), news.deletePermanently, remedy);
  },

  async create(call, inputs) {
    const made = await make(call, inputs);
    const { sourceVolumeId: sourceId } = inputs;
    try {
      const found = await (sourceId === undefined
        ? ready(call, made.id, 'creating')
        : finishCopy(call, made.id, sourceId, () => ready(call, made.id, 'cloning')));
      await tagCopy(call, found);
      const outputs = await converge(call, found, inputs, inputs.adoptId === undefined ? {} : inputs);
      await removeDuplicates(call, billedVolume(call, inputs), made);
      return { id: made.id, outputs, pendingTagId: pendingTagIdOf(found) };
    } catch (error) {
      if (error instanceof CopyCancelledError) throw error;
      throw new Unfinished(made.id, {}, (error as Error).message, { cause: error });
    }
  },

  async read(call, id, state) {
    const found = await lookFor(call, call.session.volumes, id, state);
    if (!found || settle.gone.includes(found.status as never)) return undefined;
    return { inputs: declaredOf(found, state), outputs: outputsOf(found) };
  },

  async update(call, id, state, inputs, reached) {
    return { outputs: await converge(call, await usable(call, id), inputs, state, reached) };
  },

  async delete(call, id, state) {
    const { client, volumes } = call.session;
    const found = await lookFor(call, volumes, id, state);
    if (found?.status === 'deleted') return;
    const isPermanent = state.deletePermanently ?? false;
    if (!found) {
      // Only the answer to this tells that it is gone; in one request with others it would have all refused.
      await unlessGone(client.volumes.delete(id, { isPermanent }, call.requests));
      volumes.wrote();
      return;
    }
    for (const instanceId of attachedTo(found)) {
      await detach(call, found, instanceId, state.allowShutdown ?? false);
    }
    await removeVolume(call, id, isPermanent);
  },
});

/** Where a volume comes from: taken over, back from the trash, copied, or new. */
async function make(call: Call, inputs: VolumeInputs): Promise<Created<Volume>> {
  const { client } = call.session;
  const { adoptId, restoreVolumeId, sourceVolumeId } = inputs;
  const kind = billedVolume(call, inputs);
  if (adoptId !== undefined) {
    return adopt(call, kind, adoptId, (found) => differences(found, inputs));
  }
  if (restoreVolumeId !== undefined) return restoreVolume(call, restoreVolumeId);
  if (sourceVolumeId !== undefined) {
    // A copy takes no tags when it is ordered: it carries the pending tag in its name until it is there.
    return createOnce(call, kind, (tagAt) =>
      client.volumes.clone(
        (sentAt) => ({
          ...{ id: sourceVolumeId, name: pendingName(tagAt(sentAt).value) },
          ...pick(inputs, ['type', 'locationCode']),
        }),
        call.requests,
      ),
    );
  }
  return createOnce(call, kind, (tagAt) =>
    client.volumes.create(
      (sentAt) => ({
        name: inputs.name ?? call.name,
        size: inputs.size,
        type: inputs.type,
        location_code: inputs.locationCode,
        tags: withPendingTag(tagAt(sentAt), inputs.tags),
      }),
      call.requests,
    ),
  );
}

/** A copy's pending tag moves from its name, which is about to change, to a tag. */
async function tagCopy(call: Call, found: Volume): Promise<void> {
  const tag = pendingTagOf(found);
  if (!tag || pendingTagIdOf(found) !== undefined) return;
  await addTag(call, 'volumes', found.id, { key: PENDING, value: tag.text });
  call.session.volumes.wrote();
}

/** The inputs in which a volume that exists cannot become what the program says. */
function differences(found: Volume, inputs: VolumeInputs): string[] {
  const told = differencesFrom(changes, { type: found.type, locationCode: found.location }, inputs);
  if (inputs.size >= found.size) return told;
  return [...told, `size is ${String(found.size)} GB, the program says ${String(inputs.size)} GB`];
}

async function ready(call: Call, id: string, doing: string): Promise<Volume> {
  const found = await waitFor(
    call,
    call.session.volumes,
    id,
    doing,
    becomes(settle, (object) => failure(object, id)),
  );
  if (!found) throw failure(undefined, id);
  return found;
}

/** A volume that is ready, at once if it is; only one that is not yet is waited for. */
async function usable(call: Call, id: string): Promise<Volume> {
  const found = await call.session.volumes.read(id);
  return found && settle.ready.includes(found.status as never) ? found : ready(call, id, 'settling');
}

/** Makes a volume that is ready what the program says, in place; `before` is what was declared until now. */
async function converge(
  call: Call,
  found: Volume,
  inputs: VolumeInputs,
  before: Partial<VolumeInputs>,
  reached: Reached<VolumeInputs, VolumeOutputs> = () => undefined,
): Promise<VolumeOutputs> {
  const { client, volumes } = call.session;
  const { id } = found;
  const perform = async (body: Parameters<typeof client.volumes.perform>[0]) => {
    await client.volumes.perform(body, call.requests);
    volumes.wrote();
  };
  if (inputs.name !== undefined && inputs.name !== found.name)
    await perform({ action: 'rename', id, name: inputs.name });
  reached({ name: inputs.name });
  if (inputs.size > found.size) {
    call.status(`growing from ${String(found.size)} GB to ${String(inputs.size)} GB`);
    await perform({ action: 'resize', id, size: inputs.size });
  }
  reached({ size: inputs.size });
  await syncTags(call, 'volumes', id, found.tags, inputs.tags, before.tags);
  reached({ tags: inputs.tags });
  if (inputs.instanceIds !== undefined) {
    const holders = new Set(attachedTo(found));
    const wanted = inputs.instanceIds;
    const allowed = inputs.allowShutdown ?? false;
    for (const instanceId of [...holders].filter((other) => !wanted.includes(other))) {
      await detach(call, found, instanceId, allowed);
      holders.delete(instanceId);
      reached({ instanceIds: [...holders] });
    }
    for (const instanceId of wanted.filter((other) => !holders.has(other))) {
      await attach(call, found, instanceId, allowed);
      holders.add(instanceId);
      reached({ instanceIds: [...holders] });
    }
  }
  // A list that is newer than the last write serves all that settled together.
  return outputsOf(await usable(call, id));
}
