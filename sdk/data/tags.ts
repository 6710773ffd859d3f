import type { CloudComputeClient } from '../../api';
import { PENDING } from '../../core/pendingTag';
import type * as schema from '../../api/schema';
import type { TaggedType } from '../../provider/resources/tag';
import { oneOf, required, text } from '../../core/validation/shape';
import { dataSource } from '../dataSource';
import type { Camelized } from '../words';
import { camelize } from '../words';

/** A tag as the cloud shows it; the value of a freeform tag is empty. */
export type GetTagResult = Camelized<schema.Tag>;

/** The same without the tags that this package writes for itself. */
export const withoutMarks = <T extends { readonly tags: schema.Tag[] }>(carrier: T): T => ({
  ...carrier,
  tags: carrier.tags.filter(({ key }) => key !== PENDING),
});

/** The tags of what. */
export interface GetTagsArgs {
  /** `instance`, `volume` or `cluster`. */
  resourceType: TaggedType;
  /** Its id. */
  resourceId: string;
}

const GET: {
  readonly [Type in TaggedType]: (api: CloudComputeClient, id: string) => Promise<{ tags: schema.Tag[] }>;
} = {
  instance: (api, id) => api.instances.get(id),
  volume: (api, id) => api.volumes.get(id),
  cluster: (api, id) => api.clusters.get(id),
};

/** The tags of one instance, volume or cluster. One that does not exist is an error. */
export const getTags = dataSource<GetTagsArgs, GetTagResult[]>({
  name: 'getTags',
  shape: 'list',
  args: { resourceType: required(oneOf(['instance', 'volume', 'cluster'])), resourceId: required(text()) },
  ask: async (api, { resourceType, resourceId }) =>
    camelize(withoutMarks(await GET[resourceType](api, resourceId)).tags),
});

/** `getTags` as an output. */
export const getTagsOutput = getTags.output;
