// Serves Pulumi's dynamic-provider protocol. Only this file and `hiddenProperties.ts` depend on it.
import type { Problem } from '../../core/validation/shape';
import { SECRET, SIGNATURE, sentenceOf } from '../../core/validation/shape';
import type { ResourceDefinition, State } from '../schema/define';
import { PartialFailure, UserFacingError } from '../run/errors';
import type { HiddenTimeouts } from '../../core/hiddenProperties';
import { CONTEXT } from '../../core/hiddenProperties';
import type { Run } from '../run/run';
import { configureRun, currentRun } from '../run/run';
import { collectionOf } from '../lifecycle/tags';
import { forgetNotes } from '../lifecycle/createOnce/pendingTagsInState';
import { watched, willAnswer, willFail } from './failedRun';
import type { Properties } from './hiddenProperties';
import {
  HIDDEN_OUTPUTS,
  contextOf,
  hiddenInputsOf,
  hiddenOutputs,
  keptInputs,
  separate,
} from './hiddenProperties';
import { verbsOf } from './verbs';
import type { ResourceDiff } from './verbs/diff';

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
  definition: ResourceDefinition<I, O>,
): DynamicProvider {
  const { name } = definition;
  const verbs = verbsOf(definition);
  const inputsOf = (own: Properties) => own as I;
  const stateOf = (own: Properties) => own as State<I, O>;
  const isBilled = collectionOf(name) !== undefined;

  return {
    configure: ({ config }) => {
      configureRun((key) => config.get(key));
    },

    async check(olds, news) {
      const run = currentRun();
      const given = separate(news);
      const before = Object.keys(olds).length > 0 ? separate(olds) : undefined;
      const kept = keptInputs(given.hidden, before?.hidden);
      // With `ignoreChanges: ["*"]`, the engine passes the inputs in state, without the context of this run.
      const hasContext = CONTEXT in news;
      const { phase } = run;
      if (hasContext) phase.isPreview = given.hidden.__preview ?? false;
      const ignoreChanges = given.hidden.__ignoreChanges ?? (hasContext ? [] : ['*']);
      const context = {
        ...contextOf(name, 'create', given.hidden),
        isPreview: phase.isPreview,
        ignoreChanges,
      };
      const { inputs, problems } = await watched(run, () =>
        verbs.check(
          run,
          { ...context, owner: kept.__owner ?? '' },
          before && inputsOf(before.own),
          inputsOf(given.own),
        ),
      );
      if (problems.length > 0) phase.hasFailed = true;
      return { inputs: { ...inputs, ...kept }, failures: problems.map(failure) };
    },

    async diff(id, olds, news) {
      const run = currentRun();
      const state = separate(olds);
      const inputs = separate(news);
      const { newest, onlyRetimed } = timeoutsSeenBy(run);
      newest.set(id, inputs.hidden.__timeouts);
      const context = contextOf(name, 'update', inputs.hidden, state.hidden);
      const found = await watched(run, async () => {
        const result = await verbs.diff(run, context, id, stateOf(state.own), inputsOf(inputs.own));
        if (result.refusal !== undefined) throw new UserFacingError(result.refusal);
        return result;
      });
      const isRetimed = state.hidden.__timeouts?.delete !== inputs.hidden.__timeouts?.delete;
      // State of the native plugin does not hold this provider, and a delete without it would fail: an update stores
      // it.
      const isOfPlugin = !('__provider' in olds);
      if (isRetimed && !found.changes && !isOfPlugin) onlyRetimed.add(id);
      return {
        changes: found.changes || isRetimed || isOfPlugin,
        replaces: replacesOf(found),
        deleteBeforeReplace: found.deleteBeforeReplace,
      };
    },

    async create(news) {
      const run = currentRun();
      const { own, hidden } = separate(news);
      const context = contextOf(name, 'create', hidden);
      try {
        const { id, outputs, recorded } = await watched(run, () => verbs.create(run, context, inputsOf(own)));
        if (isBilled) willAnswer(run, context, id, outputs);
        return { id, outs: storable({ ...hidden, ...outputs, ...hiddenOutputs(recorded) }) };
      } catch (error) {
        if (isBilled && error instanceof PartialFailure) willFail(run, context, error.id, error.outputs);
        throw asProtocolError(error, news);
      }
    },

    async read(id, olds) {
      const run = currentRun();
      const { own, hidden } = separate(olds);
      const { __get, ...kept } = hidden;
      const context = contextOf(name, 'update', hidden, hidden);
      const found = await watched(run, () => verbs.read(run, context, id, stateOf(own)));
      if (!found) return { id: '' };
      const secrets = context.isGet ? definition.secretsWhenRead : [];
      return {
        id,
        props: withSecrets(
          secrets,
          storable({ ...own, ...kept, ...found.outputs, ...hiddenOutputs(found.recorded) }),
        ),
        inputs: withSecrets(secrets, storable({ ...found.inputs, ...hiddenInputsOf(kept) })),
      };
    },

    async update(id, olds, news) {
      const run = currentRun();
      const state = separate(olds);
      const { own, hidden } = separate(news);
      const context = contextOf(name, 'update', hidden, state.hidden);
      if (timeoutsSeenBy(run).onlyRetimed.delete(id))
        return { outs: storable({ ...olds, __timeouts: hidden.__timeouts }) };
      try {
        const { outputs, recorded } = await watched(run, () =>
          verbs.update(run, context, id, stateOf(state.own), inputsOf(own)),
        );
        return { outs: storable({ ...hidden, ...outputs, ...hiddenOutputs(recorded) }) };
      } catch (error) {
        throw asProtocolError(error, olds);
      }
    },

    async delete(id, olds) {
      const run = currentRun();
      const { own, hidden } = separate(olds);
      const { newest } = timeoutsSeenBy(run);
      const __timeouts = newest.has(id) ? newest.get(id) : hidden.__timeouts;
      const context = contextOf(name, 'delete', { ...hidden, __timeouts }, hidden);
      await watched(run, () => verbs.delete(run, context, id, stateOf(own)));
      forgetNotes(run, id, own);
    },
  };
}

const failure = (problem: Problem): CheckFailure => ({ property: '', reason: sentenceOf(problem) });

/** The engine shows only names of properties; so a replacement without a changed input needs a name of its own. */
const replacesOf = ({ replaces, replacedFor }: ResourceDiff): string[] =>
  replacedFor === undefined ? [...replaces] : [HIDDEN_OUTPUTS[replacedFor]];

/** After a partial failure, the engine stores these properties besides the old state or the inputs. */
function asProtocolError(error: unknown, properties: Properties): unknown {
  if (!(error instanceof PartialFailure)) return error;
  const { id, outputs, recorded, message } = error;
  const stored = storable({ ...properties, ...outputs, ...hiddenOutputs(recorded) });
  return Object.assign(error, { id, properties: stored, reasons: [message] });
}

/** Marks these properties as secret, as the engine's protocol does. */
const withSecrets = (names: readonly string[], properties: Properties): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      names.includes(name) ? { [SIGNATURE]: SECRET, value } : value,
    ]),
  );

/** Leaves out values that the engine cannot store: `undefined` in a reply would lose the resource. */
const storable = (properties: object): Properties => JSON.parse(JSON.stringify(properties)) as Properties;

/**
 * The program's timeouts in the diffs of this process, by the id of the resource. A delete gets no inputs, so outputs must
 * hold its timeout, and only an update stores those.
 */
interface Seen {
  readonly newest: Map<string, HiddenTimeouts | undefined>;
  /** The resources whose only change is the timeout of the delete. */
  readonly onlyRetimed: Set<string>;
}

const timeoutsSeenBy = (run: Run): Seen =>
  run.once('timeouts of the dynamic door', () => ({ newest: new Map(), onlyRetimed: new Set() }));
