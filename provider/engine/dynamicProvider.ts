// The only file that knows Pulumi's dynamic-provider protocol: what it hands over, and what it makes of what it gets.
import { randomBytes } from 'node:crypto';
import { CloudComputeError } from '../../api/errors';
import { CREATED_AT, PENDING_TAG_ID } from '../../core/pendingTag';
import type { Call, Recorded } from '../session/call';
import { automaticName, milliseconds, nameIn } from '../session/call';
import type { ChangeRules } from '../schema/rules';
import { changesBetween, onlyStored } from '../schema/rules';
import { verifyCredentials } from '../checks/verifyCredentials';
import { defaultTags, withDefaultTags } from '../session/defaultTags';
import { guarded } from './guarded';
import type { Bookkeeping, Checked, ResourceDefinition, VerbResult, State } from '../schema/define';
import { PartialCreate } from '../schema/define';
import { mustNotDeleteAdopted, mustNotReplaceAdopted, nameOfAdopted, noteAdopted } from '../lifecycle/adopt';
import { isClaimedByOther, newClaim, rememberClaim } from '../lifecycle/claims';
import { dataDeleted, volumesThere } from '../lifecycle/consequences';
import { configureSession, currentSession } from '../session/session';
import { same } from '../schema/same';
import type { Problem } from '../../core/validation/shape';
import { propertiesOf } from '../../core/validation/shape';
import { wholeUrn } from '../../core/urn';
import { status, warn } from '../session/progress';
import { rememberVolumes, removePendingTags } from '../lifecycle/createOnce/pendingTagsInState';
import { collectionOf, missingTags } from '../lifecycle/tags';
import { UNKNOWN, hasUnknown } from '../schema/unknown';

type Properties = Record<string, unknown>;
type Verb = 'create' | 'update' | 'delete';

/** The provider object that the engine's plugin calls; the shapes are those of `pulumi.dynamic.ResourceProvider`. */
export interface DynamicProvider {
  configure(request: { config: { get(key: string): string | undefined } }): void;
  check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: CheckFailure[] }>;
  diff(id: string, olds: Properties, news: Properties): Promise<Diff>;
  create(inputs: Properties): Promise<{ id: string; outs: Properties }>;
  read(id: string, olds: Properties): Promise<{ id: string; props?: Properties; inputs?: Properties }>;
  update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }>;
  delete(id: string, olds: Properties): Promise<void>;
}

/** What a check is told beyond what is kept. */
interface PassedToCheck {
  /** Whether the program runs for a preview. */
  readonly __preview?: boolean;
}

interface CheckFailure {
  property: string;
  reason: string;
}

interface Diff {
  changes: boolean;
  replaces: string[];
  deleteBeforeReplace: boolean;
}

/** The dynamic provider of one kind of resource. */
export function dynamicProvider<I extends object, O extends object>(
  described: ResourceDefinition<I, O>,
): DynamicProvider {
  const definition = guarded(described);
  type S = State<I, O>;

  const outs = (inputs: object, { outputs, accepted }: VerbResult<O>): Properties =>
    storable({ ...inputs, ...outputs, __accepted: accepted });

  const isSatisfied = async (
    call: Call,
    id: string,
    property: keyof I & string,
    state: S,
    inputs: Checked<I>,
  ): Promise<boolean> =>
    !hasUnknown(inputs[property]) &&
    ((await definition.satisfied?.(call, id, property, state, inputs)) ?? false);

  /** What exists is in state with the reason, whatever went wrong after it came to be. */
  const partial = (id: string, properties: Properties, { message }: Error): Error =>
    Object.assign(new UserFacingError(message), {
      id,
      properties: storable({ ...properties, __unfinished: message }),
      reasons: [message],
    });

  return {
    configure: ({ config }) => {
      configureSession((key) => config.get(key));
    },

    check: (olds, news) =>
      told(definition, 'check', async () => {
        const before = '__provider' in olds ? (present(olds) as Partial<I>) : undefined;
        const toCheck = present(news) as Partial<I> & Bookkeeping & PassedToCheck;
        const { __preview: isPreview, ...rest } = toCheck;
        const given = rest as Partial<I> & Bookkeeping;
        const inputs = { ...definition.defaults?.(given), ...given };
        const generatedName = nameAutomatically(definition, inputs, before);
        const accountOfOwner = separateAccount(inputs);
        rememberOwner(inputs, before);
        const invalidInputs = propertiesOf(inputs, definition.shapes);
        // What is misshapen is told as that; the rest is checked all the same, so that everything is told at once.
        const broken = new Set(invalidInputs.map(({ path }) => propertyOf(path)));
        const sound = Object.fromEntries(
          Object.entries(inputs).map(([property, value]) => [
            property,
            broken.has(property) ? UNKNOWN : value,
          ]),
        ) as Partial<I> & Bookkeeping;
        const call = callFor(definition, 'create', sound);
        call.session.runsProgram = true;
        if (collectionOf(definition.name) && !isPreview) call.session.appliesChanges = true;
        const { problems: unknownInputs, isVerified } = await verifyCredentials(call);
        if (!before) noteAdopted(call, sound);
        const kept =
          isVerified && generatedName !== undefined
            ? await nameOfAdopted(call, sound, definition.nameOf)
            : undefined;
        if (generatedName !== undefined && kept !== undefined)
          for (const each of [inputs, sound]) Object.assign(each, { [generatedName]: kept });
        if (isVerified) call.session.account.meetOwner(call, accountOfOwner);
        const found = (isVerified && (await definition.check?.(call, sound, before))) || [];
        const problems = [
          ...invalidInputs,
          ...unknownInputs,
          ...found.filter(({ path }) => !broken.has(propertyOf(path))),
        ];
        // The update will draw another name than its preview, whose plan has to hold: a preview does not say one.
        if (isPreview && generatedName !== undefined && kept === undefined)
          Object.assign(inputs, { [generatedName]: UNKNOWN });
        return {
          inputs: 'tags' in definition.changes ? tagged(inputs) : inputs,
          failures: problems.map(failure),
        };
      }),

    diff: (id, olds, news) =>
      told(definition, 'diff', async () => {
        const state = present(olds) as S;
        const inputs = present(news) as Checked<I>;
        shownAlive(id, state);
        currentSession().settings.set(id, {
          ...settingsOf(definition.changes, inputs),
          __timeouts: inputs.__timeouts,
        });
        const call = callFor(definition, 'update', inputs, state);
        for (const text of (await definition.reminders?.(call, id, state)) ?? []) call.warn(text);
        removePendingTags(call, definition.name, id, state);
        const warnOfConsequences = async (replaced: boolean) => {
          const texts = (await definition.consequences?.(call, id, state, inputs, { replaced })) ?? [];
          for (const text of texts) call.warn(text);
        };
        const replacedFor = async (replaces: string[], deleteBeforeReplace: boolean): Promise<Diff> => {
          await warnOfConsequences(true);
          return { changes: true, replaces, deleteBeforeReplace };
        };
        const madeAnew = (reason: string, marker: string): Promise<Diff> => {
          mustNotReplaceAdopted(id, inputs, reason);
          call.warn(reason);
          return replacedFor([marker], true);
        };
        if (state.__vanished) return madeAnew(state.__vanished, '__vanished');
        const replacing = replaceOn(definition.changes, inputs);
        const differing = changesBetween(definition.changes, state as Partial<I>, inputs, replacing);
        const areSatisfied = await Promise.all(
          differing.map(({ property }) => isSatisfied(call, id, property as keyof I & string, state, inputs)),
        );
        const changes = differing.filter((_, index) => !areSatisfied[index]);
        const replaces = changes
          .filter(
            ({ effect, property }) =>
              effect === 'replace' || definition.replacedBy?.(property as keyof I & string, state, inputs),
          )
          .map(({ property }) => property);
        if (replaces.length > 0) {
          const reason = `The ${definition.noun} ${id} cannot change in place: ${replaces.join(', ')}.`;
          mustNotReplaceAdopted(id, inputs, reason);
          return replacedFor(replaces, definition.deleteFirst?.(state, inputs) ?? false);
        }
        const stale = await definition.stale?.(call, id, state);
        // The engine shows no more than that the name, which is drawn anew, is another.
        if (stale !== undefined) return madeAnew(stale, '__unfinished');
        // Not in check, whose old inputs may hold what a failed update did not reach. What takes its place need not grow.
        const refused = refusals(definition.changes, state as Partial<I>, inputs, replacing);
        if (refused.length > 0) throw new UserFacingError(refused.join('\n'));
        const isOpen = state.__unfinished !== undefined || definition.isOutdated?.(call, state) === true;
        if (changes.length > 0) {
          for (const text of onlyStored(definition.changes, changes, state as Partial<I>, inputs))
            call.warn(text);
          await warnOfConsequences(false);
        }
        const missing =
          changes.length > 0 || isOpen ? [] : await missingTags(call, definition.name, id, state);
        if (missing.length > 0) call.warn(`It lacks the tag ${missing.join(', ')}, which is added.`);
        const hasWork = changes.length > 0 || isOpen || missing.length > 0;
        // A delete is told of no program: its time has to be in the outputs, which only an update stores.
        const isRetimed = state.__timeouts?.delete !== inputs.__timeouts?.delete;
        if (isRetimed && !hasWork) currentSession().onlyRetimed.add(id);
        return {
          changes: hasWork || isRetimed,
          ...{ replaces, deleteBeforeReplace: false },
        };
      }),

    create: (properties) =>
      told(definition, 'create', async () => {
        const inputs = present(properties) as Checked<I>;
        const __claim = newClaim();
        try {
          const created = await definition.create(callFor(definition, 'create', inputs), inputs);
          shownAlive(created.id, { __claim });
          // By these the program knows what this very run created, and what marks it.
          const fresh = { __claim, ...createdNow(), [PENDING_TAG_ID]: created.pendingTagId };
          return { id: created.id, outs: outs({ ...inputs, ...fresh }, created) };
        } catch (error) {
          if (!(error instanceof PartialCreate)) throw error;
          shownAlive(error.id, { __claim });
          const known = { ...properties, __claim, ...createdNow() };
          throw partial(error.id, { ...known, ...(error as PartialCreate<O>).outputs }, error);
        }
      }),

    read: (id, olds) =>
      told(definition, 'read', async () => {
        const { __get: isGet, ...state } = present(olds) as S & { __get?: boolean };
        if (id === '')
          throw new UserFacingError(
            `${definition.name}.get needs the id of a ${definition.noun}; it was given an empty one.`,
          );
        currentSession().knownIds.add(id);
        const call = callFor(definition, 'update', state as Partial<I> & Bookkeeping, state as Bookkeeping);
        if (!isGet) removePendingTags(call, definition.name, id, state);
        const found = await definition.read(call, id, state as S);
        if (found) {
          return {
            id,
            props: storable({
              ...state,
              ...found.inputs,
              ...found.outputs,
              __vanished: found.vanished,
              __accepted: found.accepted,
            }),
            inputs: storable({ ...found.inputs, ...inputBookkeepingOf(state) }),
          };
        }
        if (isGet)
          throw new UserFacingError(
            `There is no ${definition.noun} with the id ${JSON.stringify(id)} in this project.`,
          );
        return { id: '' };
      }),

    update: (id, olds, news) =>
      told(definition, 'update', async () => {
        const state = present(olds) as S;
        const inputs = present(news) as Checked<I>;
        shownAlive(id, state);
        if (currentSession().onlyRetimed.delete(id))
          return { outs: storable({ ...olds, __timeouts: inputs.__timeouts }) };
        // How to delete counts at once, whatever becomes of the rest.
        const reached: Properties = { ...settingsOf(definition.changes, inputs) };
        try {
          const call = callFor(definition, 'update', inputs, state);
          removePendingTags(call, definition.name, id, state);
          const updated = await definition.update(call, id, state, inputs, (part) => {
            Object.assign(reached, part);
          });
          const { __createdAt } = state;
          return { outs: outs({ ...inputs, __claim: claimOf(state), __createdAt }, updated) };
        } catch (error) {
          const isAsBefore = Object.entries(reached).every(([key, value]) => same(olds[key], value));
          if (isAsBefore) throw error;
          throw partial(id, { ...olds, ...reached }, sentence(definition, 'update', error));
        }
      }),

    delete: (id, olds) =>
      told(definition, 'delete', async () => {
        // How to delete is what the newest program says, also where that very program replaces it.
        const state = { ...present(olds), ...currentSession().settings.get(id) } as S;
        const call = callFor(definition, 'delete', state, state);
        call.session.knownIds.add(id);
        rememberVolumes(call, state);
        // Of what has nothing in the cloud there may be several with one id, none of which harms another.
        if (described.delete && isClaimedByOther(call.session, id, claimOf(state)))
          call.warn(
            `The ${definition.noun} ${id} belongs to another resource of this program by now, or to what replaced this ` +
              'one: it stays as it is.',
          );
        else {
          mustNotDeleteAdopted(call, definition.noun, id);
          await tellWhatGoes(definition, call, id, state);
          await definition.delete?.(call, id, state);
        }
      }),
  };
}

/** Says what data goes. Of a replacement its diff has told that, and whoever destroys the whole stack knows. */
async function tellWhatGoes<I extends object, O extends object>(
  { noun, deletesVolumes }: ResourceDefinition<I, O>,
  call: Call,
  id: string,
  state: State<I, O>,
): Promise<void> {
  const { runsProgram, settings } = call.session;
  if (!deletesVolumes || !runsProgram || settings.has(id)) return;
  const volumes = await volumesThere(call, deletesVolumes(state));
  const { deletePermanently = false } = state as { deletePermanently?: boolean };
  const withUserFacingErrors = dataDeleted(`the ${noun} ${id}`, volumes, deletePermanently);
  if (withUserFacingErrors !== undefined) call.warn(withUserFacingErrors);
}

/** An error whose text is all that a user sees: the plugin prints `stack` of whatever is thrown. */
export class UserFacingError extends Error {
  override readonly name = 'cloud-compute';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.stack = message;
  }
  override toString(): string {
    return this.name;
  }
}

/** Whatever goes wrong reaches the engine as a sentence. */
async function told<T>(definition: { noun: string }, verb: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw sentence(definition, verb, error);
  }
}

function sentence(definition: { noun: string }, verb: string, error: unknown): UserFacingError {
  if (error instanceof UserFacingError) return error;
  if (error instanceof CloudComputeError || (error instanceof Error && isSentence(error)))
    return new UserFacingError(error.message, { cause: error });
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const place =
    error instanceof Error
      ? (error.stack ?? '')
          .split('\n')
          .slice(1, 3)
          .map((line) => line.trim())
          .join(' ')
      : '';
  return new UserFacingError(
    `A defect in pulumi-cloud-compute stopped the ${verb} of this ${definition.noun}: ${text} (${place}). Please report it.`,
    { cause: error },
  );
}

/** Our own errors speak in sentences; those of the language are named after its classes. */
const isSentence = (error: Error): boolean =>
  !/^(Type|Range|Reference|Syntax|Eval|URI|Aggregate)?Error$/.test(error.name);

/** What the engine cannot store is left out: `undefined` in a reply would lose the resource. */
const storable = (properties: object): Properties => JSON.parse(JSON.stringify(properties)) as Properties;

/** Properties that are there: null means absent, and `__provider` is none of ours. */
function present(properties: Properties): Properties {
  const entries = Object.entries(properties).filter(
    ([key, value]) => key !== '__provider' && value !== null && value !== undefined,
  );
  return Object.fromEntries(entries);
}

/** That part of the bookkeeping which the program hands in; the rest is only noted in the outputs. */
const inputBookkeepingOf = (state: object): Properties => {
  const { __urn, __owner, __timeouts, __keep, __replaceOn } = state as Bookkeeping;
  return { __urn, __owner, __timeouts, __keep, __replaceOn };
};

/** By this a later run tells what lists may not show yet. */
const createdNow = () => ({ [CREATED_AT]: Math.ceil(currentSession().clock.now()) });

/** The claim in a state; one that was written before there were claims has its generation for one. */
const claimOf = ({ __claim, __generation = 0 }: Bookkeeping): string =>
  __claim ?? `generation ${String(__generation)}`;

const recordedIn = (state: Bookkeeping): Recorded => ({
  account: state.__account,
  claim: claimOf(state),
  createdAt: state.__createdAt,
  unfinished: state.__unfinished,
  accepted: state.__accepted,
  vanished: state.__vanished,
});

/** A state that lives on: a create never takes what it has for its own, and the delete of another state lets it be. */
function shownAlive(id: string, state: Bookkeeping): void {
  const session = currentSession();
  session.knownIds.add(id);
  rememberClaim(session, id, claimOf(state));
}

/** The inputs that steer the provider: the program's newest word on them counts. */
const settingsOf = <I extends object>(rules: ChangeRules<I>, inputs: Partial<I>): Partial<I> =>
  Object.fromEntries(
    (Object.keys(rules) as (keyof I & string)[])
      .filter((property) => rules[property].effect === 'setting')
      .map((property) => [property, inputs[property]]),
  ) as Partial<I>;

/** The inputs whose change is to replace the resource: an argument of some, and an option of all. */
function replaceOn(rules: object, inputs: { replaceOn?: unknown } & Bookkeeping): string[] {
  const { replaceOn: asked, __replaceOn: paths = [] } = inputs;
  const named = Array.isArray(asked) ? (asked as string[]) : [];
  return [...named, ...(paths.includes('*') ? Object.keys(rules) : paths.map(propertyOf))];
}

const failure = ({ path, reason }: Problem): CheckFailure => ({
  property: '',
  reason: path ? `${path} ${reason}` : reason,
});

/** The input that a path such as `osVolume.size` or `tags["team"]` begins with. */
const propertyOf = (path: string): string => path.split(/[.[]/, 1)[0] ?? '';

/** With the tags that the stack's config gives to all that can carry tags. */
function tagged(inputs: Properties): Properties {
  const { tags } = defaultTags(currentSession());
  const own = inputs['tags'];
  if (Object.keys(tags).length === 0 || own === UNKNOWN) return inputs;
  return { ...inputs, tags: withDefaultTags(tags, own as Record<string, string> | undefined) };
}

type Naming<I extends object> = Pick<ResourceDefinition<I, object>, 'autoName' | 'autoNameFrom'>;

/**
 * Pulumi's way: the name in the program and seven random digits, kept from then on.
 *
 * @returns the property that has now got a name that it never had.
 */
function nameAutomatically<I extends object>(
  { autoName: property, autoNameFrom = (name) => name }: Naming<I>,
  inputs: Partial<I> & Bookkeeping,
  olds: Partial<I> | undefined,
): string | undefined {
  if (property === undefined || inputs[property] !== undefined || !inputs.__urn) return undefined;
  const kept = olds?.[property];
  const name = kept ?? automaticName(autoNameFrom(nameIn(inputs.__urn)), randomBytes(4).toString('hex'));
  Object.assign(inputs, { [property]: name });
  return kept === undefined ? property : undefined;
}

/** The program gives the id of the owner with the hash of its account, which does not belong to the resource's state. */
function separateAccount(inputs: Bookkeeping): string | undefined {
  const [owner, account] = inputs.__owner?.split('.') ?? [];
  if (owner !== undefined) Object.assign(inputs, { __owner: owner });
  return account;
}

/** A preview does not wait for the owner; that of what exists is in its state. */
function rememberOwner(inputs: Bookkeeping, olds: Bookkeeping = {}): void {
  if (inputs.__owner === UNKNOWN && olds.__owner !== undefined)
    Object.assign(inputs, { __owner: olds.__owner });
}

/** Changes that cannot be had at all, save by a replacement that the program asks for; each in a sentence. */
function refusals<I extends object>(
  rules: ChangeRules<I>,
  olds: Partial<I>,
  news: Partial<I>,
  replacing: readonly string[],
): string[] {
  return (Object.keys(rules) as (keyof I & string)[]).flatMap((property) => {
    const [old, next] = [olds[property], news[property]];
    if (replacing.includes(property)) return [];
    if (old === undefined || next === undefined || hasUnknown(old) || hasUnknown(next)) return [];
    const reason = rules[property].refuse?.(
      old as NonNullable<I[typeof property]>,
      next as NonNullable<I[typeof property]>,
    );
    return reason === undefined ? [] : [`${property} cannot change like this: ${reason}.`];
  });
}

function callFor<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  verb: Verb,
  inputs: Partial<I> & Bookkeeping,
  state: Bookkeeping = {},
): Call {
  const { __urn = '', __owner: owner = '', __timeouts: timeouts, __keep: keep = false } = inputs;
  const urn = wholeUrn(__urn, definition.name);
  const session = currentSession();
  const asked = timeouts?.[verb];
  const span = (asked === undefined ? undefined : milliseconds(asked)) ?? definition.timeouts[verb] * 60_000;
  const deadline = session.clock.now() + span + (definition.extraTime?.(inputs) ?? 0);
  return {
    session,
    urn,
    name: nameIn(urn),
    owner,
    keep,
    recorded: recordedIn(state),
    deadline,
    signal: session.engineExited.signal,
    requests: {
      signal: session.engineExited.signal,
      deadline,
      onHeld: ({ ahead }) => {
        const place = ahead > 0 ? `, ${String(ahead)} before it` : '';
        status(urn, `held by the rate limit of the cloud${place}`);
      },
    },
    status: (message) => {
      status(urn, message);
    },
    warn: (message) => {
      warn(urn, message);
    },
  };
}
