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
  /** Its name in URNs and type tokens. Default: the name of the class. */
  readonly typeName?: string;
  /** The name under which the provider exports it. */
  readonly provider: string;
  /** All its properties. */
  readonly properties: object;
  /** Outputs that are secret whatever the program gave. */
  readonly secrets?: readonly string[];
  /** The collection of the API, where it is billed and therefore carries a pending tag until its id is in state. */
  readonly billed?: TaggedCollection;
}

/** What tells one class of resources from another. */
export interface ResourceKind<Inputs extends object, CloudOutputs extends object> extends Kind {
  /** All its properties, inputs and outputs. */
  readonly properties: Declared<Inputs, CloudOutputs>;
  /** Outputs that are secret whatever the program gave. */
  readonly secrets?: readonly (keyof CloudOutputs & string)[];
  /** Options where the program chose none. */
  readonly options?: (args: Args<Inputs>) => pulumi.CustomResourceOptions;
}

/** Base class of everything that this package puts into a stack. */
export abstract class CloudComputeResource extends pulumi.CustomResource {
  /**
   * JavaScript may leave the arguments out: then the provider says which are required.
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
 * Outputs by which the program knows what this run has created, and how it is tagged. A preview creates nothing, and
 * Pulumi takes its time for each output.
 */
const createdOutputs = ({ billed }: Kind): pulumi.Inputs =>
  billed && !pulumi.runtime.isDryRun() ? { [CREATED_AT]: undefined, [PENDING_TAG_ID]: undefined } : {};

function urnOf(
  name: string,
  kind: Kind,
  parent: pulumi.Resource | undefined,
): pulumi.Input<string | undefined> {
  if (!parent) return urnBelowStack(name);
  // It comes of the parent's, and what depends on its parent waits for all its children, itself included.
  return valueOf(pulumi.createUrn(name, tokenOf(kind), parent));
}

/** Whether the program would not have the resource deleted. Protection comes down from the parent. */
const wantsToKeep = ({ retainOnDelete, protect, parent }: pulumi.CustomResourceOptions): boolean =>
  (retainOnDelete ?? false) || (protect ?? (parent !== undefined && isProtected(parent)));

/** The class of one kind of resource. */
export interface ResourceClass<Inputs> {
  /**
   * @param name the name in the program, unique among the resources of its type.
   * @param args what it is to be.
   * @param opts Pulumi's options; `customTimeouts` are the provider's deadlines.
   */
  new (name: string, args: Args<Inputs>, opts?: pulumi.CustomResourceOptions): CloudComputeResource;

  /**
   * Looks one up that exists and is managed elsewhere.
   *
   * @param name the name in the program.
   * @param id its id in the cloud; an empty one is an error.
   */
  get<Resource>(
    this: new (name: string, args: Args<Inputs>, opts?: pulumi.CustomResourceOptions) => Resource,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): Resource;

  /** Whether something is one, also of another copy of this package. */
  isInstance<Resource>(
    this: new (name: string, args: Args<Inputs>, opts?: pulumi.CustomResourceOptions) => Resource,
    value: unknown,
  ): value is Resource;
}

/** Makes the class of one kind of resource. */
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

/** Whether something is a resource of this type, also of another copy of this package. */
export const isResource = (value: unknown, typeName: string): boolean =>
  pulumi.CustomResource.isInstance(value) && typeOf(value) === typeToken(typeName);

/**
 * The id of something that exists, for `get`.
 *
 * @throws RunError for an empty id, which the engine would accept and read nothing by.
 */
export function existingId(
  className: string,
  name: string,
  id: pulumi.Input<pulumi.ID>,
): pulumi.Input<pulumi.ID> {
  const checked = (value: pulumi.ID | undefined): pulumi.ID => {
    if (value) return value;
    throw new pulumi.RunError(
      `${className}.get(${JSON.stringify(name)}) needs the id of something that exists; the id that it was given is empty.`,
    );
  };
  return typeof id === 'string' ? checked(id) : pulumi.output(id).apply(checked);
}
