// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';

/** The arguments of {@link Tag}. */
export interface TagArgs {
  /** Type of the resource that gets the tag. On change: replaced. */
  resourceType: pulumi.Input<'volume' | 'instance' | 'cluster'>;
  /** Id of the resource that gets the tag. On change: replaced. */
  resourceId: pulumi.Input<string>;
  /** Key, 1 to 63 characters; the cloud changes it to lower case. On change: replaced. */
  key: pulumi.Input<string>;
  /** Value, up to 127 characters. Default: empty. On change: in place. */
  value?: pulumi.Input<string | undefined>;
}

const kind = {
  name: 'Tag',
  provider: 'tag',
  ids: {
    resourceId: {
      namedIn: 'resourceType',
      classes: { volume: 'Volume', instance: 'Instance', cluster: 'Cluster' },
    },
  },
  inputs: { resourceType: undefined, resourceId: undefined, key: undefined, value: undefined },
  outputs: { tagId: undefined },
} as const;

/**
 * One tag on an instance, a volume or a cluster. A key that the `tags` of that resource name must not
 * be managed here too.
 *
 * @example
 * const archive = new Volume('archive', { size: 200, type: 'NVMe', locationCode: 'FIN-01' });
 * const owner = new Tag('owner', {
 *   resourceType: 'volume',
 *   resourceId: archive.id,
 *   key: 'owner',
 *   value: 'research',
 * });
 *
 * export const tagId = owner.tagId;
 */
export class Tag extends CloudComputeResource {
  /** Type of the resource that gets the tag. */
  declare readonly resourceType: pulumi.Output<'volume' | 'instance' | 'cluster'>;
  /** Id of the resource that gets the tag. */
  declare readonly resourceId: pulumi.Output<string>;
  /** Key, 1 to 63 characters; the cloud changes it to lower case. */
  declare readonly key: pulumi.Output<string>;
  /** Value, up to 127 characters. Default: empty. */
  declare readonly value: pulumi.Output<string | undefined>;
  /** Its id, with the prefix `tag_`. */
  declare readonly tagId: pulumi.Output<string>;

  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args its arguments.
   * @param opts Pulumi's options; `customTimeouts` are the provider's deadlines.
   */
  constructor(name: string, args: TagArgs, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing tag that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
    ...others: never[]
  ): Tag {
    return new this(name, {} as TagArgs, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is Tag {
    return isResource(value, kind.name);
  }
}
