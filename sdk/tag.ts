/* eslint-disable @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type --
   the interface declares the properties that Pulumi sets on the object */
import type { TagInputs, TagOutputs } from '../provider/resources/tag';
import { resourceClass } from './resource';
import type { Args, Outputs } from './types';

/** What a tag is to be. */
export type TagArgs = Args<TagInputs>;

/**
 * One tag on an instance, a volume or a cluster that this program does not manage otherwise.
 *
 * @example
 * new Tag('team', { resourceType: 'instance', resourceId: trainer.id, key: 'team', value: 'ml' });
 */
export class Tag extends resourceClass<TagInputs, TagOutputs>({
  name: 'Tag',
  provider: 'tag',
  properties: {
    resourceType: undefined,
    resourceId: undefined,
    key: undefined,
    value: undefined,
    tagId: undefined,
  },
}) {}

export interface Tag extends Outputs<TagInputs, TagOutputs> {}
