import { omitUndefined } from '../../core/omitUndefined';
import type { Problem, Shapes } from '../../core/validation/shape';
import type { Call } from '../session/call';
import type { Session } from '../session/session';
import { changeRulesOf, replacesWithin } from './derived/changeRules';
import type { Inputs, Outputs, ResourceSchema } from './resourceSchema';
import type { ChangeRules } from './rules';
import { shapesOf } from './derived/shapes';

/** What state holds of a resource: what was declared, and what came of it. */
export type State<I, O> = Partial<I> & Partial<O>;

/** What a verb hands back for the state: the outputs; the inputs of the same names are filled in by the caller. */
export interface VerbResult<O> {
  readonly outputs: O;
  /** Set when it was accepted and nobody waited until it was ready. */
  readonly accepted?: boolean;
  /** The id of the tag that marked it when its create saw it last. */
  readonly pendingTagId?: string | undefined;
}

/** Called by an update with what it has just made true; only that goes into state when something later fails. */
export type Reached<I, O> = (part: { readonly [K in keyof (I & O)]?: (I & O)[K] | undefined }) => void;

/** What `read` found: the outputs, and the inputs as they are out there, so that drift shows property by property. */
export interface Found<I, O> {
  readonly inputs: Partial<I>;
  readonly outputs: O;
  /** Set when the resource is gone but leaves something billed behind. */
  readonly vanished?: string;
  /** Set while it is accepted and was not seen ready yet. */
  readonly accepted?: boolean;
}

/** What a resource is and does. `engine/verbs/` answers the engine by it. */
export interface ResourceDefinition<I extends object, O extends object> {
  /** The class name, e.g. `Volume`. */
  readonly name: string;
  /** The word for it in sentences, e.g. `volume`. */
  readonly noun: string;
  /** What each input has to look like. */
  readonly shapes: Shapes<I>;
  /** What a change of each input does. */
  readonly changes: ChangeRules<I>;
  /** How long the verbs may take, in minutes, unless `customTimeouts` says otherwise. */
  readonly timeouts: { readonly create: number; readonly update: number; readonly delete: number };
  /** The input that is auto-named when left out. */
  readonly autoName?: keyof I & string;
  /** Makes of the name in the program what may stand in that input. */
  readonly autoNameFrom?: (name: string) => string;
  /** The name of one that exists: one that is taken over keeps it where the program gives none. */
  readonly nameOf?: (session: Session, id: string) => Promise<string | undefined>;
  /** Defaults that belong into the inputs, filled in by `check`. */
  readonly defaults?: (inputs: Partial<I>) => Partial<I>;
  /** Problems that shapes cannot tell. Must not reach for what is unknown. */
  readonly check?: (
    call: Call,
    inputs: Partial<I>,
    olds: Partial<I> | undefined,
  ) => Promise<Problem[]> | Problem[];
  /** Time that the inputs ask for beyond the timeouts, in ms. */
  readonly extraTime?: (inputs: Partial<I>) => number;
  /** Whether what is there already satisfies a changed input, which is known. */
  readonly satisfied?: (
    call: Call,
    id: string,
    property: keyof I & string,
    state: State<I, O>,
    news: I,
  ) => Promise<boolean> | boolean;
  /** Whether a change that is had in place in general needs a new resource this time. */
  readonly replacedBy?: (property: keyof I & string, state: State<I, O>, news: I) => boolean;
  /** Whether the old one has to go before the new one can come. */
  readonly deleteFirst?: (olds: State<I, O>, news: I) => boolean;
  /** Why what is out there has to be replaced, in a sentence; asked when nothing else replaces it. */
  readonly stale?: (call: Call, id: string, state: State<I, O>) => Promise<string | undefined>;
  /** What is to be named at each preview and `up`, whether anything changes or not, in sentences. */
  readonly reminders?: (call: Call, id: string, state: State<I, O>) => Promise<readonly string[]>;
  /** What a change does beyond what a diff shows, above all to data, in sentences; said at preview. Throws where it cannot be had. */
  readonly consequences?: (
    call: Call,
    id: string,
    state: State<I, O>,
    news: I,
    change: { readonly replaced: boolean },
  ) => Promise<readonly string[]> | readonly string[];
  /** Whether an update has something to add to what state holds. */
  readonly isOutdated?: (call: Call, state: State<I, O>) => boolean;
  /** For what has nothing of its own in the cloud: whether what it stands for is found in the account in use. */
  readonly isReached?: (call: Call, state: State<I, O>) => Promise<boolean> | boolean;

  /** The ids of the volumes that a delete of what is in this state deletes with it. */
  readonly deletesVolumes?: (state: State<I, O>) => readonly string[];

  readonly create: (call: Call, inputs: I) => Promise<{ id: string } & VerbResult<O>>;
  /** `undefined`: it is not there any more. */
  readonly read: (call: Call, id: string, state: State<I, O>) => Promise<Found<I, O> | undefined>;
  readonly update: (
    call: Call,
    id: string,
    state: State<I, O>,
    inputs: I,
    reached: Reached<I, O>,
  ) => Promise<VerbResult<O>>;
  /** Left out by what has nothing in the cloud. */
  readonly delete?: (call: Call, id: string, state: State<I, O>) => Promise<void>;
}

/** What a resource does: all that its schema cannot say. */
export type Behaviour<S extends ResourceSchema> = Omit<
  ResourceDefinition<Inputs<S>, Outputs<S>>,
  'name' | 'noun' | 'autoName' | 'shapes' | 'changes' | 'defaults'
>;

/** A resource with the schema that the rest of it is derived from. */
export type DescribedResource<S extends ResourceSchema> = ResourceDefinition<Inputs<S>, Outputs<S>> & {
  readonly schema: S;
};

/** What the schema says of a resource, with what the resource does. */
export const defineResource = <S extends ResourceSchema>(
  schema: S,
  behaviour: Behaviour<S>,
): DescribedResource<S> =>
  ({ ...behaviour, ...derivedFrom(schema, behaviour as object) }) as unknown as DescribedResource<S>;

const derivedFrom = (
  schema: ResourceSchema,
  { replacedBy }: Pick<ResourceDefinition<object, object>, 'replacedBy'>,
) => ({
  schema,
  name: schema.typeName ?? schema.name,
  noun: schema.noun,
  ...(schema.autoName !== undefined && { autoName: schema.autoName }),
  shapes: shapesOf(schema),
  changes: changeRulesOf(schema),
  defaults: () => defaultsOf(schema),
  replacedBy: (
    property: never,
    state: Readonly<Record<string, unknown>>,
    news: Readonly<Record<string, unknown>>,
  ) =>
    replacesWithin(schema.inputs[property], state[property], news[property]) ||
    (replacedBy?.(property, state, news) ?? false),
});

const defaultsOf = ({ inputs }: ResourceSchema): object =>
  omitUndefined(
    Object.fromEntries(Object.entries(inputs).map(([name, { default: value }]) => [name, value])),
  );

/** Thrown by a create when something exists already but is not what was asked: it goes into state with the reason. */
export class PartialCreate<O extends object> extends Error {
  override readonly name = 'Unfinished';
  constructor(
    readonly id: string,
    readonly outputs: Partial<O>,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
