// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';

/** The arguments of {@link SshKey}. */
export interface SshKeyArgs {
  /** Name. Default: the name in the program and seven random digits. On change: replaced. */
  name?: pulumi.Input<string | undefined>;
  /**
   * The public key, e.g. `ssh-ed25519 AAAA… me@laptop`. A different comment is not a change. On change:
   * replaced.
   */
  key: pulumi.Input<string>;
  /** Id of an existing key to adopt instead of creating one. Only matters at creation. */
  adoptId?: pulumi.Input<string | undefined>;
}

const kind = {
  name: 'SshKey',
  provider: 'sshKey',
  inputs: { name: undefined, key: undefined, adoptId: undefined },
  outputs: { fingerprint: undefined, createdByUserId: undefined },
} as const;

/**
 * A public key that machines are deployed with.
 *
 * @example
 * const key = new SshKey('laptop', { key: readFileSync('id_ed25519.pub', 'utf8') });
 *
 * export const fingerprint = key.fingerprint;
 */
export class SshKey extends CloudComputeResource {
  /** Name. */
  declare readonly name: pulumi.Output<string>;
  /** The public key, e.g. `ssh-ed25519 AAAA… me@laptop`. A different comment is not a change. */
  declare readonly key: pulumi.Output<string>;
  /** Id of an existing key to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /** MD5 fingerprint of the public key, colon-separated; null when the cloud cannot parse it. */
  declare readonly fingerprint: pulumi.Output<string | null>;
  /** The user who created it; null for old keys. */
  declare readonly createdByUserId: pulumi.Output<string | null>;

  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args its arguments.
   * @param opts Pulumi's options; `customTimeouts` are the provider's deadlines.
   */
  constructor(name: string, args: SshKeyArgs, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing SSH key that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
    ...others: never[]
  ): SshKey {
    return new this(name, {} as SshKeyArgs, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is SshKey {
    return isResource(value, kind.name);
  }
}
