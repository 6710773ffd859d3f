// Serves the calls for resources: reads a request, calls the verb, writes the reply.
import { secretsIn as secretPathsIn } from '../provider/schema/derived/secretPaths';
import { resourceHashOf } from '../core/pendingTag';
import { UNKNOWN, plainSecret } from '../core/validation/shape';
import { whyNoInput } from '../core/validation/inputNames';
import { dottedTags, wrongPaths } from '../provider/checks/optionPaths';
import { alteredOutputs } from '../provider/schema/derived/changeRules';
import { billOf } from '../provider/checks/cost/bill';
import { whyTooDear } from '../provider/checks/cost/limit';
import { WITH_SETTINGS } from '../provider/engine/verbs/check';
import { hiddenOutputs, recordedIn, separate } from '../provider/engine/hiddenProperties';
import { forgetNotes, noteMoved } from '../provider/lifecycle/createOnce/pendingTagsInState';
import type { CallContext, Recorded } from '../provider/run/call';
import { isIgnored } from '../provider/run/call';
import { PartialFailure, UserFacingError } from '../provider/run/errors';
import { warn } from '../provider/run/progress';
import type { Run } from '../provider/run/run';
import { detailedDiff } from './detailedDiff';
import { FailedAfterChange, checkFailures } from './protocol/failures';
import type { EndOfRun } from './endOfRun';
import type { Kind } from './kinds';
import { kindOf } from './kinds';
import type { Struct } from './protocol/stubs';
import { Empty, messages } from './protocol/stubs';
import type { Opened, Properties } from './protocol/values';
import { open, seal } from './protocol/values';

/** The calls for resources of one provider. */
export class ResourceCalls {
  /**
   * Why resources cannot change in place, by URN. Only their update fails, not their diff: `replaceOnChanges` may
   * replace them.
   */
  private readonly refusals = new Map<string, string>();
  /** The secrets in plain text of which this run has warned. */
  private readonly plainSecrets = new Set<string>();

  /**
   * @param run what this process remembers from one call to the next.
   * @param owner the id of the provider in the engine's state, which distinguishes its resources from those of other
   * stacks.
   * @param account the hash of its account, if the state holds it.
   */
  constructor(
    private readonly run: Run,
    private readonly owner: string,
    private readonly account: string | undefined,
    private readonly endOfRun: EndOfRun,
  ) {}

  async check(request: messages.CheckRequest): Promise<messages.CheckResponse> {
    const urn = request.getUrn();
    const { verbs, secretPaths } = kindOf(urn);
    const olds = open(request.getOlds());
    const news = open(request.getNews());
    const nameSeed = Buffer.from(request.getRandomseed_asU8()).toString('hex');
    const context = { ...this.context(urn), ...(nameSeed !== '' && { nameSeed }) };
    const before = Object.keys(olds.values).length > 0 ? olds.values : undefined;
    const { inputs, problems } = await verbs.check(this.run, context, before, withTextTags(news.values));
    const response = new messages.CheckResponse();
    const found = secretPathsIn(secretPaths, inputs);
    for (const path of found.filter(([name]) => !news.secrets.has(name)))
      this.warnOfPlainSecret(urn, path.join('.'));
    response.setInputs(seal(inputs, new Set([...news.secrets, ...found.map(([name]) => name)])));
    response.setFailuresList(checkFailures(problems));
    return response;
  }

  /** Once for all resources. */
  private warnOfPlainSecret(urn: string, path: string): void {
    if (this.plainSecrets.has(path)) return;
    this.plainSecrets.add(path);
    void warn(urn, plainSecret(path));
  }

  async diff(request: messages.DiffRequest): Promise<messages.DiffResponse> {
    const urn = request.getUrn();
    const kind = kindOf(urn);
    const state = stateIn(request.getOlds());
    const ignored = request.getIgnorechangesList();
    const inputs = withoutIgnored(open(request.getNews()).values, state, ignored);
    for (const reason of wrongIn(ignored, kind, [state.own, inputs])) void warn(urn, reason);
    this.endOfRun.inState(kind, urn, request.getId(), state.own);
    // Noted before the diff, which may fail. The state of a dynamic resource names its provider.
    if (isDynamic(request.getOlds())) noteMoved(this.run, request.getId(), state.own);
    const found = await kind.verbs.diff(
      this.run,
      this.context(urn, state),
      request.getId(),
      state.own,
      inputs,
    );
    if (found.refusal === undefined) this.refusals.delete(urn);
    else this.refusals.set(urn, found.refusal);
    const response = new messages.DiffResponse();
    const { DIFF_SOME, DIFF_NONE } = messages.DiffResponse.DiffChanges;
    response.setChanges(found.changes ? DIFF_SOME : DIFF_NONE);
    response.setReplacesList([...found.replaces]);
    response.setDeletebeforereplace(found.deleteBeforeReplace);
    const details = detailedDiff(found, state.own, inputs).filter(({ path }) => !ignored.includes(path));
    response.setDiffsList(details.map(({ property }) => property));
    for (const { path, kind: what } of details) {
      const one = new messages.PropertyDiff();
      one.setKind(messages.PropertyDiff.Kind[what]);
      response.getDetaileddiffMap().set(path, one);
    }
    response.setHasdetaileddiff(details.length > 0);
    return response;
  }

  async create(request: messages.CreateRequest): Promise<messages.CreateResponse> {
    const urn = request.getUrn();
    const kind = kindOf(urn);
    const inputs = open(request.getProperties());
    const response = new messages.CreateResponse();
    if (request.getPreview()) {
      await billOf(this.run).showHeld(urn);
      // The check does not know whether it is for a preview.
      const tooDear = whyTooDear(this.run);
      if (tooDear !== undefined) throw new UserFacingError(tooDear);
      response.setProperties(seal({ ...unknownOutputs(kind), ...inputs.values }, secretsIn(kind, inputs)));
      return response;
    }
    this.applyChanges(urn);
    const context = this.context(urn, undefined, request.getTimeout());
    const { id, outputs, recorded } = await kind.verbs
      .create(this.run, context, inputs.values)
      .catch((error: unknown) => {
        throw this.failure(error, kind, urn, inputs, inputs.values);
      });
    this.willAnswer(kind, urn, id, outputs);
    response.setId(id);
    response.setProperties(stored(kind, inputs, outputs, recorded));
    return response;
  }

  async read(request: messages.ReadRequest): Promise<messages.ReadResponse> {
    const urn = request.getUrn();
    const kind = kindOf(urn);
    const state = stateIn(request.getProperties());
    const inputs = open(request.getInputs());
    // `pulumi import` and `.get` read what no program has declared.
    const isDeclared = Object.keys(state.own).length > 0;
    const context: CallContext = {
      ...this.context(urn, state, request.getTimeout()),
      ...(!isDeclared && { isGet: true, owner: '' }),
    };
    const id = request.getId();
    const found = await kind.verbs.read(this.run, context, id, state.own);
    const response = new messages.ReadResponse();
    if (!found) return response;
    response.setId(id);
    const recorded = { ...context.recorded, ...found.recorded };
    const outputs = { ...state.own, ...found.outputs };
    if (isDeclared) this.endOfRun.inState(kind, urn, id, outputs);
    const secrets = new Set([...inputs.secrets, ...(isDeclared ? [] : kind.secretsWhenRead)]);
    response.setProperties(stored(kind, { ...inputs, secrets }, outputs, recorded));
    response.setInputs(seal(found.inputs, secrets));
    return response;
  }

  async update(request: messages.UpdateRequest): Promise<messages.UpdateResponse> {
    const urn = request.getUrn();
    const kind = kindOf(urn);
    const state = stateIn(request.getOlds());
    const news = open(request.getNews());
    const inputs = { ...news, values: withoutIgnored(news.values, state, request.getIgnorechangesList()) };
    const refusal = this.refusals.get(urn);
    if (refusal !== undefined) throw new UserFacingError(refusal);
    const response = new messages.UpdateResponse();
    if (request.getPreview()) {
      const altered = unknown(alteredIn(kind, state, inputs.values));
      response.setProperties(seal({ ...state.own, ...altered, ...inputs.values }, secretsIn(kind, inputs)));
      return response;
    }
    this.applyChanges(urn);
    const context = this.context(urn, state, request.getTimeout());
    const { outputs, recorded } = await kind.verbs
      .update(this.run, context, request.getId(), state.own, inputs.values)
      .catch((error: unknown) => {
        const before = { ...state.own, ...hiddenOutputs(context.recorded) };
        throw this.failure(error, kind, urn, inputs, before);
      });
    this.willAnswer(kind, urn, request.getId(), outputs);
    response.setProperties(stored(kind, inputs, outputs, recorded));
    return response;
  }

  async delete(request: messages.DeleteRequest): Promise<Empty> {
    const urn = request.getUrn();
    const state = stateIn(request.getProperties());
    const context = this.context(urn, state, request.getTimeout());
    this.endOfRun.recordWrite(urn);
    try {
      await kindOf(urn).verbs.delete(this.run, context, request.getId(), state.own);
    } catch (error) {
      this.endOfRun.failed();
      throw error;
    }
    forgetNotes(this.run, request.getId(), state.own);
    return new Empty();
  }

  /** Notes that this run is no preview. */
  private applyChanges(urn: string): void {
    this.endOfRun.recordWrite(urn);
    this.run.phase.recordUp();
  }

  /** Call it directly before a create or an update is answered: what it ordered will be in state. */
  private willAnswer(kind: Kind, urn: string, id: string, outputs: object): void {
    this.endOfRun.willAnswer(kind, urn, id, outputs as Properties);
    const { phase, intentLog } = this.run;
    if (!phase.engineIsGone) intentLog.removeOrder(this.owner, resourceHashOf(urn));
  }

  private failure(error: unknown, kind: Kind, urn: string, inputs: Opened, properties: Properties): unknown {
    this.endOfRun.failed();
    if (!(error instanceof PartialFailure)) return error;
    const { id, recorded, message } = error;
    const outputs = { ...properties, ...error.outputs };
    this.willAnswer(kind, urn, id, outputs);
    return new FailedAfterChange(message, id, stored(kind, inputs, outputs, recorded));
  }

  private context(urn: string, state?: State, timeout = 0): CallContext {
    return {
      urn,
      owner: this.owner,
      accountOfOwner: this.account,
      // The engine shows a provider neither `protect` nor `retainOnDelete`, and handles `replaceOnChanges` itself.
      keep: false,
      replaceOn: [],
      timeout: timeout > 0 ? timeout * 1_000 : undefined,
      // The engine does not say whether a check is for a preview.
      isPreview: undefined,
      isGet: false,
      recorded: state?.recorded ?? {},
    };
  }
}

/** A resource in state. */
interface State {
  readonly own: Properties;
  readonly recorded: Recorded;
}

/** In YAML, a value of a tag without quotation marks may be a number or a boolean: it becomes text. */
function withTextTags(inputs: Properties): Properties {
  const { tags, volumes } = inputs;
  return {
    ...inputs,
    ...(isObject(tags) && { tags: texts(tags) }),
    ...(Array.isArray(volumes) && {
      volumes: volumes.map((volume: unknown) => (isObject(volume) ? withTextTags(volume) : volume)),
    }),
  };
}

/**
 * The check does not get the option `ignoreChanges`, so it adds what the settings say. Here the properties that the
 * option names get the values in state.
 */
function withoutIgnored(inputs: Properties, { own }: State, ignored: readonly string[]): Properties {
  const names = WITH_SETTINGS.filter((name) => isIgnored(name, ignored));
  const rest = Object.entries(inputs).filter(([name]) => !names.some((one) => one === name));
  const kept = names.filter((name) => own[name] !== undefined).map((name) => [name, own[name]] as const);
  return Object.fromEntries([...rest, ...kept]);
}

/** What is wrong with paths of the option `ignoreChanges`, which the engine itself ignores. */
function wrongIn(paths: readonly string[], { schema, shapes }: Kind, values: readonly object[]): string[] {
  const option = { ignoreChanges: paths };
  const names = paths.flatMap((path) => whyNoInput(path, schema) ?? []);
  return [
    ...names.map((reason) => `The option ignoreChanges ${reason}`),
    ...[...wrongPaths(option, shapes), ...dottedTags(option, values)].map(({ reason }) => reason),
  ];
}

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const texts = (tags: Properties): Properties =>
  Object.fromEntries(
    Object.entries(tags).map(([key, value]) => [
      key,
      Number.isSafeInteger(value) || typeof value === 'boolean' ? String(value) : value,
    ]),
  );

const isDynamic = (struct: Struct | undefined): boolean => '__provider' in open(struct).values;

function stateIn(struct: Struct | undefined): State {
  const { own, hidden } = separate(open(struct).values);
  return { own, recorded: recordedIn(hidden) };
}

const secretsIn = ({ secrets }: Kind, inputs: Opened): ReadonlySet<string> =>
  new Set([...secrets, ...inputs.secrets]);

const stored = (kind: Kind, inputs: Opened, outputs: object, recorded: Recorded): Struct =>
  seal({ ...outputs, ...hiddenOutputs(recorded) }, secretsIn(kind, inputs));

const unknownOutputs = ({ schema }: Kind): Properties => unknown(Object.keys(schema.outputs));

const unknown = (names: readonly string[]): Properties =>
  Object.fromEntries(names.map((name) => [name, UNKNOWN]));

/** The outputs that an update may change. An update that finishes a create may change all. */
const alteredIn = ({ schema }: Kind, { own, recorded }: State, news: Properties): string[] =>
  recorded.accepted === true || recorded.unfinished !== undefined
    ? Object.keys(schema.outputs)
    : alteredOutputs(schema, own, news);
