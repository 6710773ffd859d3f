import * as pulumi from '@pulumi/pulumi';
import type { TaggedCollection } from '../api/services/tags';
import { omitUndefined } from '../core/omitUndefined';
import type { HiddenInputs } from '../core/hiddenProperties';
import { CREATED_AT, PENDING_TAG_ID } from '../core/hiddenProperties';
import { typeToken } from '../core/urn';
import { checkConstructor } from './checks/checkArguments';
import { checkOptions } from './checks/checkOptions';
import { followBilled } from './owner/billedResources';
import { ownerOfResources } from './owner/owner';
import { isMocked } from './pulumi/run';
import { checkSettings } from './checks/checkSettings';
import { timeoutsOf } from './checks/timeouts';
import { providerText, urnBelowStack } from './pulumi/token';
import type { Args, Declared } from './types';
import { isProtected, typeOf, valueOf } from './pulumi/undeclared';

interface Kind {
  /** The name of the class, e.g. `Volume`. */
  readonly name: string;
  /** Its name in URNs and type tokens. Default: the class name. */
  readonly typeName?: string;
  /** The name of the provider's export. */
  readonly provider: string;
  /** All its properties. */
  readonly properties: object;
  /** Outputs that are always secret. */
  readonly secrets?: readonly string[];
  /**
   * The collection of the API, if the resource is billed and therefore has a pending tag until its id is in state.
   */
  readonly billed?: TaggedCollection;
}

/** What differs between resource classes. */
export interface ResourceKind<Inputs extends object, CloudOutputs extends object> extends Kind {
  /** All its properties, inputs and outputs. */
  readonly properties: Declared<Inputs, CloudOutputs>;
  /** Outputs that are always secret. */
  readonly secrets?: readonly (keyof CloudOutputs & string)[];
  /** Default options. */
  readonly options?: (args: Args<Inputs>) => pulumi.CustomResourceOptions;
}

/** Base class of all resources of this package. */
export abstract class CloudComputeResource extends pulumi.CustomResource {
  /**
   * In JavaScript, programs may omit the arguments: the provider then reports the required ones.
   *
   * @internal
   */
  protected constructor(
    kind: Kind,
    name: string,
    givenArgs?: object | null,
    givenOpts?: pulumi.CustomResourceOptions | null,
  ) {
    const [args, opts] = [givenArgs ?? {}, givenOpts ?? {}];
    checkConstructor(kind.name, name, args, opts);
    checkOptions(kind, name, opts);
    const properties = { ...kind.properties, ...args };
    super(
      tokenOf(kind),
      name,
      // A unit test on mocks is shown the program's own arguments.
      isMocked() ? properties : { ...properties, ...createdOutputs(kind), ...hiddenInputs(kind, name, opts) },
      pulumi.mergeOptions({ additionalSecretOutputs: [...(kind.secrets ?? [])] }, opts),
    );
    if (kind.billed && opts.id === undefined) followBilled(kind.billed, this);
  }
}

const tokenOf = ({ name, typeName = name }: Kind): string => typeToken(typeName);

/** What the provider is told beyond the program's own arguments. What does not apply is left out: each costs. */
function hiddenInputs(kind: Kind, name: string, opts: pulumi.CustomResourceOptions): pulumi.Inputs {
  checkSettings();
  const isGet = opts.id !== undefined;
  const hidden: { [Name in keyof HiddenInputs]-?: unknown } = {
    __urn: urnOf(name, kind, opts.parent),
    __keep: wantsToKeep(opts) || undefined,
    __preview: pulumi.runtime.isDryRun() || undefined,
    __timeouts: timeoutsOf(name, opts),
    __replaceOn: opts.replaceOnChanges,
    __get: isGet || undefined,
    __owner: isGet ? undefined : ownerOfResources(),
  };
  return { __provider: providerText(kind.provider), ...omitUndefined(hidden) };
}

/**
 * Outputs that tell the program what this run has created and how it is tagged. A preview creates nothing, and Pulumi
 * takes time for each output.
 */
const createdOutputs = ({ billed }: Kind): pulumi.Inputs =>
  billed && !pulumi.runtime.isDryRun() ? { [CREATED_AT]: undefined, [PENDING_TAG_ID]: undefined } : {};

function urnOf(
  name: string,
  kind: Kind,
  parent: pulumi.Resource | undefined,
): pulumi.Input<string | undefined> {
  if (!parent) return urnBelowStack(name);
  // The URN depends on the parent's. A resource that depends on its parent waits for all children of the parent,
  // itself included.
  return valueOf(pulumi.createUrn(name, tokenOf(kind), parent));
}

/** Whether the program wants to keep the resource at a delete. Protection is inherited from the parent. */
const wantsToKeep = ({ retainOnDelete, protect, parent }: pulumi.CustomResourceOptions): boolean =>
  (retainOnDelete ?? false) || (protect ?? (parent !== undefined && isProtected(parent)));

/** The class of one kind of resource. */
export interface ResourceClass<Inputs> {
  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args the arguments of the resource.
   * @param opts Pulumi's options; `customTimeouts` limit the provider's waits.
   */
  new (name: string, args: Args<Inputs>, opts?: pulumi.CustomResourceOptions): CloudComputeResource;

  /**
   * Reads an existing resource that is managed elsewhere.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty id is an error.
   */
  get<Resource>(
    this: new (name: string, args: Args<Inputs>, opts?: pulumi.CustomResourceOptions) => Resource,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): Resource;

  /** Whether a value is such a resource, also one from another copy of this package. */
  isInstance<Resource>(
    this: new (name: string, args: Args<Inputs>, opts?: pulumi.CustomResourceOptions) => Resource,
    value: unknown,
  ): value is Resource;
}

/** Creates the class of one kind of resource. */
export function resourceClass<Inputs extends object, CloudOutputs extends object>(
  kind: ResourceKind<Inputs, CloudOutputs>,
): ResourceClass<Inputs> {
  class OfKind extends CloudComputeResource {
    constructor(name: string, args?: Args<Inputs> | null, opts?: pulumi.CustomResourceOptions | null) {
      const chosen = opts?.id === undefined ? kind.options?.(args ?? ({} as Args<Inputs>)) : {};
      super(
        kind,
        name,
        args,
        opts && typeof (opts as unknown) !== 'object' ? opts : pulumi.mergeOptions(chosen, opts ?? {}),
      );
    }

    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): OfKind {
      return new this(name, {} as Args<Inputs>, {
        ...opts,
        id: existingId(kind.name, name, id),
      });
    }

    static override isInstance(value: unknown): value is OfKind {
      return isResource(value, kind.name);
    }
  }
  return OfKind as unknown as ResourceClass<Inputs>;
}

/** Whether a value is a resource of this type, also one from another copy of this package. */
export const isResource = (value: unknown, typeName: string): boolean =>
  pulumi.CustomResource.isInstance(value) && typeOf(value) === typeToken(typeName);

/**
 * The id of an existing resource, for `get`.
 *
 * @throws RunError for an empty id, which the engine would accept without reading anything.
 */
export function existingId(
  className: string,
  name: string,
  id: pulumi.Input<pulumi.ID>,
): pulumi.Input<pulumi.ID> {
  const checked = (value: pulumi.ID | undefined): pulumi.ID => {
    if (value) return value;
    throw new pulumi.RunError(
      `${className}.get(${JSON.stringify(name)}) needs the id of an existing resource, but the id is empty.`,
    );
  };
  return typeof id === 'string' ? checked(id) : pulumi.output(id).apply(checked);
}
