import type { Volume } from '../../../api';
import { orderOf, pendingName } from '../../../core/pendingTag';
import { omitUndefined, pick } from '../../../core/values/omitUndefined';
import { adopt, differencesFrom } from '../../lifecycle/adopt';
import type { BillableKind, Created } from '../../lifecycle/createOnce/billable';
import { createOnce } from '../../lifecycle/createOnce/createOnce';
import { onceVolumeIsFree } from '../../lifecycle/waiting/volumeIsFree';
import { declaredTagKeys } from '../../lifecycle/tags';
import { writeField } from '../../schema/derived/fields';
import { meaningOfOrder, requestFrom } from '../../schema/derived/mapping';
import type { ResourceSchema } from '../../schema/resourceSchema';
import type { Call } from '../../run/call';
import { withPendingTag } from '../common';
import { restoreVolume } from './restore';
import type { VolumeInputs } from './schema';
import { volumeSchema } from './schema';

/** How `createOnce` orders and recognizes a volume. */
export const billableVolume = (call: Call, inputs: VolumeInputs): BillableKind<Volume> => ({
  noun: 'volume',
  collection: call.run.volumes,
  path: 'volumes',
  order: orderOf(call, {
    whenOrphaned: call.keep ? 'keep' : 'drop',
    meaning: meaningOfOrder(volumeSchema, inputs),
  }),
  tagKeys: declaredTagKeys(inputs),
  fits: ({ size }) => size <= inputs.size,
});

/** The inputs that the order of a copy carries; check refuses others that only an order sends with `sourceVolumeId`. */
const COPIED = ['type', 'locationCode'] as const;

/** The given inputs that only the order of an empty volume carries. */
export const notCopied = ({ inputs }: ResourceSchema, given: object): string[] =>
  Object.keys(omitUndefined(given)).filter((name) => {
    const input = inputs[name];
    const isOrdered = input?.onChange === 'replace' || input?.onChange === 'creation only';
    return isOrdered && writeField(input) !== undefined && !COPIED.some((copied) => copied === name);
  });

/** Adopts, restores, copies or orders a volume, as the inputs say. */
export async function obtainVolume(call: Call, inputs: VolumeInputs): Promise<Created<Volume>> {
  const billable = billableVolume(call, inputs);
  const { adoptId, restoreVolumeId, sourceVolumeId } = inputs;
  if (adoptId !== undefined)
    return adopt(call, billable, adoptId, (found) => differencesFrom(volumeSchema, found, inputs));
  if (restoreVolumeId !== undefined) return restoreVolume(call, restoreVolumeId);
  const { volumes } = call.run.client;
  if (sourceVolumeId === undefined)
    return createOnce(call, billable, (tagAt) =>
      volumes.create(
        (...sent) => ({
          ...requestFrom(volumeSchema, { ...inputs, name: inputs.name ?? call.name }),
          tags: withPendingTag(tagAt(...sent), inputs.tags),
        }),
        call.requests,
      ),
    );
  // The API takes no tags with the order of a copy: the name carries the pending tag until the copy is ready.
  return createOnce(call, billable, (tagAt) =>
    onceVolumeIsFree(call, sourceVolumeId, () =>
      volumes.clone(
        (...sent) => ({
          id: sourceVolumeId,
          name: pendingName(tagAt(...sent).value),
          ...pick(inputs, COPIED),
        }),
        call.requests,
      ),
    ),
  );
}
