import { omitUndefined } from '../../core/values/omitUndefined';
import type { Problem, Shapes } from '../../core/validation/shape';
import type { Call } from '../run/call';
import type { Use } from '../run/program';
import type { Run } from '../run/run';
import type { PlanHook, Reached } from './plan';
import { changeRulesOf, replacesWithin } from './derived/changeRules';
import type { SecretPath } from './derived/secretPaths';
import { secretPathsOf } from './derived/secretPaths';
import type { Inputs, Outputs, ResourceSchema } from './resourceSchema';
import type { ChangeRules } from './rules';
import { shapesOf } from './derived/shapes';
import type { Type } from './types';

/** The properties of a resource in state: its inputs and outputs. */
export type State<I, O> = Partial<I> & Partial<O>;

/** The result of a verb, for the state: the outputs. The caller fills in the inputs that are outputs too. */
export interface VerbResult<O> {
  readonly outputs: O;
  /** Set when the cloud accepted it and nobody waited until it was ready. */
  readonly accepted?: boolean;
  /** The id of its pending tag, when its create last saw it. */
  readonly pendingTagId?: string | undefined;
}

/** The result of `read`: the outputs, and the actual inputs, so that drift shows for each property. */
export interface Found<I, O> {
  readonly inputs: Partial<I>;
  readonly outputs: O;
  /** Why it must be replaced: set when the resource is gone but something that belongs to it is still billed. */
  readonly vanished?: string;
  /** Set while it is accepted and was not yet seen ready. */
  readonly accepted?: boolean;
}

/** A kind of resource: its schema and its verbs. `engine/verbs/` serves the engine with it. */
export interface ResourceDefinition<I extends object, O extends object> {
  /** The name of the type in URNs, e.g. `Volume`; that of `InstancesReady` is `Ready`. */
  readonly name: string;
  /** The noun for it in messages, e.g. `volume`. */
  readonly noun: string;
  /** The valid form of each input. */
  readonly shapes: Shapes<I>;
  /** What a change of each input does. */
  readonly changes: ChangeRules<I>;
  /** The inputs to which others may add parts in the cloud. */
  readonly sharedInputs: SharedInputs;
  /** How long the verbs may take, in minutes, unless `customTimeouts` says otherwise. */
  readonly timeouts: { readonly create: number; readonly update: number; readonly delete: number };
  /** The input that gets a generated name when left out. */
  readonly autoName?: keyof I & string;
  /** Makes a valid value of that input from the name in the program. */
  readonly autoNameFrom?: (name: string) => string;
  /** The name of an existing resource: an adopted resource keeps it if the program names none. */
  readonly nameOf?: (run: Run, id: string) => Promise<string | undefined>;
  /** The inputs within others that are always secret. */
  readonly secretPaths: readonly SecretPath[];
  /** The inputs that are secret in the state of `.get` and of an import. */
  readonly secretsWhenRead: readonly string[];
  /** Defaults that `check` adds to the inputs. */
  readonly defaults?: (inputs: Partial<I>) => Partial<I>;
  /** The values of its inputs that only one resource of the program may use. Must not read unknown values. */
  readonly uses?: (inputs: Partial<I>) => readonly Use[];
  /** Problems beyond the form of a single input. Must not read unknown values. */
  readonly check?: (
    call: Call,
    inputs: Partial<I>,
    olds: Partial<I> | undefined,
  ) => Promise<Problem[]> | Problem[];
  /** Adds the price of a new resource to the bill. Only for what is billed. */
  readonly bill?: (call: Call, inputs: Partial<I>, olds: Partial<I> | undefined) => Promise<Problem[]>;
  /** Time that the inputs add to the timeouts, in ms. */
  readonly extraTime?: (inputs: Partial<I>) => number;
  /** Whether the existing resource already satisfies a changed input, whose value is known. */
  readonly satisfied?: (
    call: Call,
    id: string,
    property: keyof I & string,
    state: State<I, O>,
    news: I,
  ) => Promise<boolean> | boolean;
  /** Whether a change that usually happens in place needs a new resource this time. */
  readonly replacedBy?: (property: keyof I & string, state: State<I, O>, news: I) => boolean;
  /** Whether the old resource must be deleted before the new one can be created. */
  readonly deleteFirst?: (olds: State<I, O>, news: I, call: Call, id: string) => Promise<boolean> | boolean;
  /** Its id consists of its inputs: another one with the same inputs has the same id. */
  readonly idFromInputs?: boolean;
  /** What is done to the existing resource, for the diff verb. Without it, a resource that is gone is replaced. */
  readonly plan?: PlanHook<I, O>;
  /**
   * For resources without an object of their own in the cloud: whether the account in use has the objects
   * that they refer to.
   */
  readonly isReached?: (call: Call, state: State<I, O>) => Promise<boolean> | boolean;

  /** The ids of the volumes that are deleted with the resource of this state. */
  readonly deletesVolumes?: (
    call: Call,
    id: string,
    state: State<I, O>,
  ) => Promise<readonly string[]> | readonly string[];

  readonly create: (call: Call, inputs: I) => Promise<{ id: string } & VerbResult<O>>;
  /** `undefined`: it no longer exists. */
  readonly read: (call: Call, id: string, state: State<I, O>) => Promise<Found<I, O> | undefined>;
  readonly update: (
    call: Call,
    id: string,
    state: State<I, O>,
    inputs: I,
    reached: Reached<I, O>,
  ) => Promise<VerbResult<O>>;
  /** Left out by resources without an object of their own in the cloud. */
  readonly delete?: (call: Call, id: string, state: State<I, O>) => Promise<void>;
}

/** The behaviour of a resource: everything that its schema cannot express. */
export type Behaviour<S extends ResourceSchema> = Omit<
  ResourceDefinition<Inputs<S>, Outputs<S>>,
  | 'name'
  | 'noun'
  | 'autoName'
  | 'shapes'
  | 'changes'
  | 'sharedInputs'
  | 'secretPaths'
  | 'secretsWhenRead'
  | 'defaults'
>;

/** A resource together with its schema. */
export type DescribedResource<S extends ResourceSchema> = ResourceDefinition<Inputs<S>, Outputs<S>> & {
  readonly schema: S;
};

/** Combines the schema of a resource with its behaviour. */
export const defineResource = <S extends ResourceSchema>(
  schema: S,
  behaviour: Behaviour<S>,
): DescribedResource<S> => ({ ...behaviour, ...derivedFrom(schema, behaviour) });

const derivedFrom = <S extends ResourceSchema>(schema: S, { replacedBy }: Behaviour<S>) => ({
  schema,
  name: schema.typeName ?? schema.name,
  noun: schema.noun,
  ...(schema.autoName !== undefined && { autoName: schema.autoName as keyof Inputs<S> & string }),
  ...(schema.deleteFirst && { deleteFirst: () => true }),
  shapes: shapesOf(schema),
  changes: changeRulesOf(schema),
  sharedInputs: sharedInputsOf(schema),
  secretPaths: secretPathsOf(schema.inputs),
  secretsWhenRead: Object.keys(schema.inputs).filter((name) => schema.inputs[name]?.secretWhenRead),
  defaults: () => defaultsOf(schema),
  replacedBy: (property: keyof Inputs<S> & string, state: State<Inputs<S>, Outputs<S>>, news: Inputs<S>) =>
    replacesWithin(schema.inputs[property], state[property], news[property]) ||
    (replacedBy?.(property, state, news) ?? false),
});

const defaultsOf = <S extends ResourceSchema>({ inputs }: S): Partial<Inputs<S>> =>
  omitUndefined(
    Object.fromEntries(Object.entries(inputs).map(([name, { default: value }]) => [name, value])),
  ) as Partial<Inputs<S>>;

/** Thrown by a create when the object exists but does not match the program; state then holds it with the reason. */
export class PartialCreate<O extends object> extends Error {
  override readonly name = 'PartialCreate';
  constructor(
    readonly id: string,
    readonly outputs: Partial<O>,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

/** What the parts of an input are that others share. */
export type PartKind = 'keys of tags' | 'items';

/** The kinds of parts, by the names of the inputs with `sharedWithOthers`. */
export type SharedInputs = Readonly<Record<string, PartKind>>;

export const sharedInputsOf = ({ inputs }: Pick<ResourceSchema, 'inputs'>): SharedInputs =>
  Object.fromEntries(
    Object.entries(inputs)
      .filter(([, { sharedWithOthers }]) => sharedWithOthers)
      .map(([name, { type }]) => [name, kindOf(type)]),
  );

const kindOf = ({ kind }: Type): PartKind => (kind === 'list' ? 'items' : 'keys of tags');
