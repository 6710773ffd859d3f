import * as pulumi from '@pulumi/pulumi';
import type { TaggedCollection } from '../api/services/tags';
import { omitUndefined } from '../core/values/omitUndefined';
import type { HiddenInputs } from '../core/hiddenProperties';
import { CONTEXT, CREATED_AT, PENDING_TAG_ID } from '../core/hiddenProperties';
import { typeToken } from '../core/urn';
import { kindOf } from '../core/validation/shape';
import { checkConstructor, kindUnlessObject } from './checks/checkArguments';
import { checkOptions, isLater, warnOfArguments } from './checks/options/checkOptions';
import type { Ids } from './checks/ids';
import { classOfId } from './checks/ids';
import { followRun } from './owner/billedResources';
import { inheritedFrom, noteOptions } from './pulumi/inheritedOptions';
import { ownerOfResources } from './owner/owner';
import { billedInProgram } from './pulumi/billedInProgram';
import { isMocked, parallelism } from './pulumi/run';
import { shortenStackTraces } from './pulumi/stackTraces';
import { checkInstallation } from './checks/installation';
import { checkSettings } from './checks/checkSettings';
import { warnOfMissingValues } from './checks/missingValues';
import { checkConditions } from './checks/conditions';
import { checkNewResources } from './checks/newResources';
import { timeoutsOf } from './checks/options/timeouts';
import { checkTransformed } from './checks/transformed';
import { checkVolumesInUse } from './checks/volumesInUse';
import { providerText, urnBelowStack } from './pulumi/token';
import { isProtected, valueOf } from './pulumi/undeclared';
import { withSecrets } from './pulumi/secretInputs';
import { ProgramError } from './pulumi/programError';

interface Kind {
  /** The name of the class, e.g. `Volume`. */
  readonly name: string;
  /** Its name in URNs and type tokens. Default: the class name. */
  readonly typeName?: string;
  /** The name of the provider's export. */
  readonly provider: string;
  readonly inputs: object;
  /** The outputs that are not inputs too. */
  readonly outputs: object;
  /** Outputs that are always secret. */
  readonly secrets?: readonly string[];
  /** The inputs within others that are always secret, by the names on the way to each. */
  readonly secretPaths?: readonly (readonly string[])[];
  /**
   * The collection of the API, if the resource is billed and therefore has a pending tag until its id is in state.
   */
  readonly billed?: TaggedCollection;
  /** The input that names volumes, which at most one resource can hold at a time. */
  readonly exclusive?: string;
  /** The inputs that take ids of other resources. */
  readonly ids?: Ids;
  /** Whether a replacement deletes first. */
  readonly deleteFirst?: boolean;
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
    noteOptions();
    checkInstallation();
    checkConstructor(kind, name, args, opts);
    checkOptions(kind, name, opts);
    warnOfArguments(kind, name, args, opts);
    const properties = { ...kind.inputs, ...kind.outputs, ...withSecrets(args, kind.secretPaths ?? []) };
    // A unit test on mocks gets the program's own arguments.
    const sent = isMocked()
      ? properties
      : { ...properties, ...createdOutputs(kind), ...hiddenInputs(kind, name, opts) };
    const merged = pulumi.mergeOptions(defaultOptions(kind, args, opts), opts);
    const restoreStackTraces = shortenStackTraces(opts);
    try {
      super(tokenOf(kind), name, sent, merged);
    } finally {
      restoreStackTraces();
    }
    if (!isMocked()) checkTransformed(name, this, ['__provider', CONTEXT]);
    warnOfMissingValues(name, args);
    // With `ignoreChanges`, the engine takes values of the last run.
    if (opts.id === undefined && !opts.ignoreChanges?.length)
      checkNewResources(this, name, args as Readonly<Record<string, unknown>>);
    checkConditions(name, this, args);
    checkVolumesInUse({ name, args, resource: this }, property(args, 'existingVolumes'));
    if (opts.id === undefined) {
      if (kind.billed) billedInProgram().push(this);
      followRun(this, kind.billed);
    }
  }
}

/** The default options of a resource. */
const defaultOptions = (
  { secrets = [], exclusive, deleteFirst }: Kind,
  args: object,
  { id }: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions => ({
  additionalSecretOutputs: [...secrets],
  // A forced replacement calls no diff. A volume cannot be attached to the old machine and to the new one.
  ...(id === undefined &&
    (deleteFirst || (exclusive !== undefined && property(args, exclusive) !== undefined)) && {
      deleteBeforeReplace: true,
    }),
});

const property = (object: object, name: string): unknown =>
  (object as Readonly<Record<string, unknown>>)[name];

const tokenOf = ({ name, typeName = name }: Kind): string => typeToken(typeName);

/** The hidden inputs, which the provider gets besides the program's own arguments. */
function hiddenInputs(kind: Kind, name: string, opts: pulumi.CustomResourceOptions): pulumi.Inputs {
  checkSettings();
  const isGet = opts.id !== undefined;
  const context: { [Name in keyof HiddenInputs]-?: unknown } = {
    __urn: urnOf(name, kind, opts.parent),
    __owner: isGet ? undefined : ownerOfResources(),
    __keep: isKeptAtDelete(opts) || undefined,
    __deleteFirst: (kind.billed && opts.deleteBeforeReplace) || undefined,
    __preview: pulumi.runtime.isDryRun() || undefined,
    __parallel: kind.billed && pulumi.runtime.isDryRun() ? parallelism() : undefined,
    __timeouts: timeoutsOf(name, opts),
    __replaceOn: opts.replaceOnChanges,
    __ignoreChanges: opts.ignoreChanges,
    __get: isGet || undefined,
  };
  return {
    __provider: providerText(kind.provider),
    [CONTEXT]: omitUndefined(context),
  };
}

/**
 * Outputs by which the program finds the resources of this run and their tags. A preview creates nothing, and
 * Pulumi takes time for each output.
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

/** Whether the program keeps the resource at a delete. Both options are inherited from the parent. */
const isKeptAtDelete = ({ retainOnDelete, protect, parent }: pulumi.CustomResourceOptions): boolean =>
  (retainOnDelete ?? inheritedFrom(parent).retainOnDelete ?? false) ||
  (protect ?? (parent !== undefined && isProtected(parent)));

/**
 * The options of a resource that `get` looks up, with its id.
 *
 * @param others further arguments: `get` of other packages has the state in the third place and the options in the
 *   fourth.
 * @throws ProgramError for an empty id, which the engine would accept without reading anything, and for the id of a
 *   resource of another class, for options that are no object, and for options in the fourth place.
 */
export function lookUp(
  { name: className, typeName = className }: Pick<Kind, 'name' | 'typeName'>,
  name: string,
  id: pulumi.Input<pulumi.ID>,
  opts: pulumi.CustomResourceOptions | undefined,
  others: readonly unknown[],
): pulumi.CustomResourceOptions {
  if (others.some((other) => other !== undefined && other !== null)) {
    const call = `${className}.get(${JSON.stringify(name)}`;
    throw new ProgramError(
      `${call}) takes its options as the third argument, and no state: write ${call}, id, { … }).`,
    );
  }
  const wrongOpts = kindUnlessObject(opts ?? {});
  if (wrongOpts)
    throw new ProgramError(
      `${className}.get(${JSON.stringify(name)}, id, { … }) takes an object of options, not ${wrongOpts}.`,
    );
  const checked = (value: unknown): pulumi.ID => {
    if (typeof value === 'string' && value !== '') return value;
    throw new ProgramError(
      `${className}.get(${JSON.stringify(name)}) needs the id of an existing resource, but the id is ${value ? kindOf(value) : 'empty'}.`,
    );
  };
  const given = classOfId(id);
  if (given !== undefined && given !== typeName)
    throw new ProgramError(
      `${className}.get(${JSON.stringify(name)}) needs the id of an existing resource of this kind, but the id is that of another kind (${given}).`,
    );
  return { ...opts, id: isLater(id) ? pulumi.output(id).apply(checked) : checked(id) };
}
