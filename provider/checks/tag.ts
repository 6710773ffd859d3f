import type { Tag } from '../../api';
import { MOST_TAGS } from '../../api/marks';
import type { Call } from '../call';
import type { TagInputs } from '../resources/tag';
import type { Collection } from '../settle/collection';
import type { Problem } from '../shape';
import { unshared } from './claims';
import { found } from './existing';
import type { Plan } from './plan';
import { review } from './plan';
import { reserved } from './tags';

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
  const collection = collections[noun] as unknown as Collection<{ id: string; tags?: readonly Tag[] }>;
  const key = plan.text('key')?.toLowerCase();
  return found(plan, plan.changed('resourceId'), noun, collection, ({ path }, { id, tags = [] }) =>
    tags.length < MOST_TAGS || key === undefined || tags.some((tag) => tag.key === key)
      ? []
      : [
          {
            path,
            reason: `the ${noun} ${id} carries ${String(MOST_TAGS)} tags already, which is as many as it can`,
          },
        ],
  );
}
