import type { Tag } from '../../../api';
import { MOST_TAGS } from '../../../api/services/tags';
import type { Call } from '../../session/call';
import type { TagInputs } from '.';
import type { Collection } from '../../polling/collection';
import { isGoing } from '../../../core/statuses';
import type { Problem } from '../../../core/validation/shape';
import { unshared } from '../../checks/claims';
import { found } from '../../checks/existing';
import type { Plan } from '../../checks/plan';
import { review } from '../../checks/plan';
import { hasUnknown } from '../../schema/unknown';
import { reserved } from '../../checks/tags';

interface Carrier {
  readonly id: string;
  readonly status: string;
  readonly tags?: readonly Tag[];
}

/** What is wrong with a tag, as far as it can be told before the update. */
export async function checkTag(
  call: Call,
  inputs: Partial<TagInputs>,
  olds: Partial<TagInputs> | undefined,
): Promise<Problem[]> {
  return review(call, inputs, olds, (plan) => [
    plan.changed('key').flatMap(({ path, value }) => reserved(path, value)),
    alone(plan),
    carrier(plan),
  ]);
}

/** A key is on a resource once; keys compare lower-cased (Tag). */
function alone(plan: Plan<TagInputs>): Problem[] {
  const { resourceType } = plan.inputs;
  const [id, key] = [plan.text('resourceId'), plan.text('key')];
  if (resourceType === undefined || id === undefined || key === undefined) return [];
  const value = `${resourceType} ${id} ${key.toLowerCase()}`;
  return unshared(plan, 'tag', [{ path: 'key', value }], `the ${resourceType} ${id} carries each key once`);
}

/** What is to carry it exists and has a place left. */
async function carrier(plan: Plan<TagInputs>): Promise<Problem[]> {
  const { instances, volumes, clusters } = plan.call.session;
  const collections = { instance: instances, volume: volumes, cluster: clusters };
  const noun = plan.inputs.resourceType;
  if (noun === undefined || !(noun in collections)) return [];
  const collection = collections[noun] as unknown as Collection<Carrier>;
  const key = plan.text('key')?.toLowerCase();
  return found(plan, plan.changed('resourceId'), noun, collection, ({ path }, { id, status, tags = [] }) => {
    if (isGoing({ status }))
      return [{ path, reason: `the ${noun} ${id} is ${status}: give one that stays, or leave the tag out` }];
    const there = tags.find((tag) => tag.key === key);
    if (there && plan.isNew && !hasUnknown(plan.inputs.value) && there.value !== (plan.inputs.value ?? ''))
      plan.warn({
        path: 'key',
        reason: `is on the ${noun} ${id} already, with another value, which this one takes the place of`,
      });
    return tags.length < MOST_TAGS || key === undefined || there !== undefined
      ? []
      : [
          {
            path,
            reason: `the ${noun} ${id} carries ${String(MOST_TAGS)} tags already, which is as many as it can`,
          },
        ];
  });
}
