import { randomBytes } from 'node:crypto';
import type { Problem } from '../../../core/validation/shape';
import { propertiesOf } from '../../../core/validation/shape';
import { dottedTags, wrongPaths } from '../../checks/optionPaths';
import { billOf } from '../../checks/cost/bill';
import { limitOf, warnIfOpen, whyTooDear } from '../../checks/cost/limit';
import { warnOfFewPlaces } from '../../checks/machines/parallelism';
import { withLeftOut } from '../../checks/leftOut';
import { areOff } from '../../checks/plan';
import { use } from '../../checks/unique';
import { startVerification, verifyCredentials } from '../../checks/verifyCredentials';
import { nameOfAdopted } from '../../lifecycle/adopt';
import { endOfStack } from '../../machines/expiry/setting';
import { sayWhatIsNotAwaited } from '../../machines/conditions/preview';
import { orderedName } from '../../lifecycle/unbilled/interruptedUnbilled';
import { collectionOf } from '../../lifecycle/tags';
import type { ResourceDefinition } from '../../schema/define';
import { UNKNOWN } from '../../schema/unknown';
import type { Call, CallContext } from '../../run/call';
import { isIgnored } from '../../run/call';
import { automaticName } from '../../schema/resourceSchema';
import { nameIn } from '../../../core/urn';
import { defaultTags, withDefaultTags } from '../../run/defaultTags';
import type { Run } from '../../run/run';
import { callOf } from './call';
import { propertyIn } from '../../schema/propertyPath';

/** The inputs to which settings of the stack add, as far as a resource has them. */
export const WITH_SETTINGS = ['tags', 'maxRunDuration'] as const;

/** Inputs with defaults, generated name and default tags, and their problems. */
export interface Checked<I> {
  readonly inputs: Partial<I>;
  readonly problems: readonly Problem[];
}

/** @param olds the inputs of the existing resource; undefined before its creation. */
export async function check<I extends object, O extends object>(
  run: Run,
  definition: ResourceDefinition<I, O>,
  context: CallContext,
  olds: Partial<I> | undefined,
  news: Partial<I>,
): Promise<Checked<I>> {
  const inputs = withoutNulls({ ...definition.defaults?.(news), ...news }) as Partial<I>;
  const generated = generateName(run, definition, context, inputs, olds);
  const invalidInputs = propertiesOf(inputs, definition.shapes).map((problem) =>
    problem.path === generated
      ? { ...problem, reason: `${problem.reason}; ${fromResourceName(generated)}` }
      : problem,
  );
  // Each invalid input is reported only as invalid. The other inputs are still checked, to report all problems at once.
  const invalid = new Set(invalidInputs.map(({ path }) => propertyIn(path)));
  const valid = withUnknown(inputs, invalid);
  const call = callOf(run, definition, 'create', context, valid);
  const isOwner = definition.name === 'Owner';
  declare(definition, call, valid, olds);
  if (collectionOf(definition.name) && call.isPreview === false) run.phase.recordUp();
  if (isOwner && olds) {
    // The program registers nothing before the owner. The next resource waits for the cloud and reports its problems.
    startVerification(run);
    return { inputs, problems: invalidInputs };
  }
  const { problems: wrongSettings, isVerified } = await verifyCredentials(call);
  const adoptedName =
    isVerified && generated !== undefined ? await nameOfAdopted(call, valid, definition.nameOf) : undefined;
  if (generated !== undefined && adoptedName !== undefined)
    for (const each of [inputs, valid]) Object.assign(each, { [generated]: adoptedName });
  if ('maxRunDuration' in definition.changes) {
    const end = await endOfStack(call, valid, olds, isVerified);
    for (const each of [inputs, valid]) Object.assign(each, end);
  }
  if (isVerified) run.account.recordOwner(call, call.accountOfOwner);
  const found = isVerified ? await foundByChecks(definition, call, olds, valid) : [];
  if (collectionOf(definition.name)) warnOfSkippedCheckpoints(call);
  if (!areOff(run)) {
    warnOfFewPlaces(call);
    sayWhatIsNotAwaited(call);
  }
  // An update generates another name than its preview, and must not break the preview's plan: a preview shows no name.
  if (call.isPreview && generated !== undefined && adoptedName === undefined)
    Object.assign(inputs, { [generated]: UNKNOWN });
  const options = { ignoreChanges: context.ignoreChanges, replaceOnChanges: context.replaceOn };
  const tooDear = isVerified ? await checkLimit(definition, call, olds, valid) : [];
  const problems = [
    ...invalidInputs,
    ...wrongPaths(options, definition.shapes),
    ...dottedTags(options, [inputs, ...(olds ? [olds] : [])]),
    ...wrongSettings,
    ...found.filter(({ path }) => !invalid.has(propertyIn(path))),
    ...tooDear,
  ];
  // Ignored tags are those of the last run, with the default tags of that time.
  const areIgnored = olds !== undefined && isIgnored('tags', context.ignoreChanges);
  return {
    inputs: 'tags' in definition.changes && !areIgnored ? tagged(run, inputs) : inputs,
    problems: mayDependOnFailed(call, olds)
      ? problems.filter(({ isMissing }) => !isMissing)
      : problems.map((problem) => withLeftOut(call, problem)),
  };
}

/** Records what the program declares: every check sees the resources whose checks began before it. */
export function declare<I extends object, O extends object>(
  { name: type, noun, uses }: Pick<ResourceDefinition<I, O>, 'name' | 'noun' | 'uses'>,
  { run, urn }: Call,
  inputs: Partial<I> & { readonly adoptId?: unknown },
  olds: Partial<I> | undefined,
): void {
  const adopted = olds ? [] : use(`adopted ${noun}`, 'adoptId', inputs.adoptId);
  run.program.declare(urn, { type, inputs, olds, uses: [...(uses?.(inputs) ?? []), ...adopted] });
}

const fromResourceName = (generated: string): string =>
  `it comes from the name of the resource in the program: change that name, or set ${generated}`;

/** `null` means the same as an input that is left out, also inside other inputs. Items of lists stay. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null);
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutNulls(inner)]));
}

/**
 * With `--continue-on-error`, outputs of a resource that failed are missing. The engine skips the resources that depend
 * on it; a failed check would end the run. A resource that exists could be replaced because of the missing input.
 */
const mayDependOnFailed = ({ run, isPreview }: Call, olds: object | undefined): boolean =>
  isPreview !== true && olds === undefined && run.phase.hasFailed;

async function foundByChecks<I extends object, O extends object>(
  definition: ResourceDefinition<I, O>,
  call: Call,
  olds: Partial<I> | undefined,
  valid: Partial<I>,
): Promise<Problem[]> {
  const problems = (await definition.check?.(call, valid, olds)) ?? [];
  const reason = olds ? undefined : call.run.account.whyNothingIsCreated();
  return reason === undefined ? problems : [{ path: '', reason }, ...problems];
}

/** Why a preview refuses the price of a new resource. Without checks, this adds it to the bill. */
async function checkLimit<I extends object, O extends object>(
  { bill }: ResourceDefinition<I, O>,
  call: Call,
  olds: Partial<I> | undefined,
  valid: Partial<I>,
): Promise<Problem[]> {
  const { run } = call;
  if (!bill || limitOf(run) === undefined) return [];
  if (call.deletesFirst) billOf(run).takesItsPlace(call.urn);
  if (olds) {
    // The next create of an update may come before the diff, which shows the price in state.
    await billOf(run).estimate(call.urn, () => bill(call, olds, undefined));
    return [];
  }
  const problems = areOff(run) ? await bill(call, valid, olds) : [];
  await warnIfOpen(call);
  const reason = call.isPreview ? whyTooDear(run) : undefined;
  return reason === undefined ? problems : [...problems, { path: '', reason }];
}

const withUnknown = <I extends object>(inputs: Partial<I>, names: ReadonlySet<string>): Partial<I> =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, names.has(name) ? UNKNOWN : value]),
  ) as Partial<I>;

type Naming<I extends object> = Pick<ResourceDefinition<I, object>, 'autoName' | 'autoNameFrom' | 'noun'>;

/**
 * Generates a name as Pulumi does: the name in the program and seven random digits. The name stays from then on.
 *
 * @returns the property, if it got a new name.
 */
function generateName<I extends object>(
  run: Run,
  { autoName: property, autoNameFrom = (name) => name, noun }: Naming<I>,
  context: CallContext,
  inputs: Partial<I>,
  olds: Partial<I> | undefined,
): string | undefined {
  const { urn, nameSeed = randomBytes(4).toString('hex') } = context;
  if (property === undefined || inputs[property] !== undefined || urn === '') return undefined;
  const kept = olds?.[property];
  const name = kept ?? orderedName(run, context, noun) ?? automaticName(autoNameFrom(nameIn(urn)), nameSeed);
  Object.assign(inputs, { [property]: name });
  return kept === undefined ? property : undefined;
}

/** Adds the default tags of the stack's config. */
function tagged<I extends object>(run: Run, inputs: Partial<I>): Partial<I> {
  const { tags } = defaultTags(run);
  const { tags: own } = inputs as { tags?: unknown };
  if (Object.keys(tags).length === 0 || own === UNKNOWN) return inputs;
  return { ...inputs, tags: withDefaultTags(tags, own as Record<string, string> | undefined) };
}

/** A setting of the engine: it saves the state only at the end of a run. */
const VARIABLE = 'PULUMI_SKIP_CHECKPOINTS';

/** Warns once per run that a kill leaves everything of the run in no state, if the engine saves it only at the end. */
function warnOfSkippedCheckpoints(call: Call): void {
  const { run } = call;
  if (!/^(1|true)$/i.test(run.variable(VARIABLE) ?? '')) return;
  run.once('warning about skipped checkpoints', () => {
    call.warn(
      `${VARIABLE} is set, so the engine saves the state only at the end of the run. If it is killed before that, ` +
        'everything that it has ordered is billed and in no state: the next `pulumi up` stops and names the command that ' +
        'removes it. Remove the variable from the environment.',
    );
  });
}
