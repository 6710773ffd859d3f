// Generated from the schemas in provider by `npm run generate`; never edited.
import type * as pulumi from '@pulumi/pulumi';
import { isResource } from '../pulumi/isResource';
import { CloudComputeResource, lookUp } from '../resource';

/** The arguments of {@link StartupScript}. */
export interface StartupScriptArgs {
  /** Name. Default: the name in the program and seven random digits. On change: replaced. */
  name?: pulumi.Input<string | undefined>;
  /** The script itself, e.g. `#!/bin/bash …`. May be a secret. On change: replaced. */
  script: pulumi.Input<string>;
  /** Id of an existing script to adopt instead of creating one. Only matters at creation. */
  adoptId?: pulumi.Input<string | undefined>;
}

const kind = {
  name: 'StartupScript',
  provider: 'startupScript',
  inputs: { name: undefined, script: undefined, adoptId: undefined },
  outputs: { createdAt: undefined },
} as const;

/**
 * A script that runs at the first start of a machine. A secret script stays secret in state.
 *
 * @example
 * const setup = new StartupScript('setup', {
 *   script: `#!/bin/bash
 * apt-get update && apt-get install -y tmux
 * `,
 * });
 *
 * export const scriptId = setup.id;
 */
export class StartupScript extends CloudComputeResource {
  /** Name. */
  declare readonly name: pulumi.Output<string>;
  /** The script itself, e.g. `#!/bin/bash …`. May be a secret. */
  declare readonly script: pulumi.Output<string>;
  /** Id of an existing script to adopt instead of creating one. */
  declare readonly adoptId: pulumi.Output<string | undefined>;
  /** When it was created, ISO 8601. */
  declare readonly createdAt: pulumi.Output<string>;

  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args its arguments.
   * @param opts Pulumi's options; `customTimeouts` are the provider's deadlines.
   */
  constructor(name: string, args: StartupScriptArgs, opts?: pulumi.CustomResourceOptions) {
    super(kind, name, args, opts);
  }

  /**
   * Looks up an existing startup script that this stack does not manage.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
    ...others: never[]
  ): StartupScript {
    return new this(name, {} as StartupScriptArgs, lookUp(kind, name, id, opts, others));
  }

  /** Whether a value is such a resource, also of another copy of this package. */
  static override isInstance(value: unknown): value is StartupScript {
    return isResource(value, kind.name);
  }
}
