// What a preview says of the end of a machine, and what it refuses.
import type { Expiry, OnExpiry } from '../../../core/expiryTag';
import { EXPIRES, expiryOf, expiryTime, isExpiryTag } from '../../../core/expiryTag';
import { MOST_TAGS } from '../../../api/services/tags';
import { isHiddenTag } from '../../../core/hiddenTags';
import type { Problem } from '../../../core/validation/shape';
import { durationOf, formatDuration } from '../../../core/values/duration';
import { nameAndId } from '../../checks/messages';
import type { PlannedResource } from '../../checks/plan';
import type { Call } from '../../run/call';
import type { Machine } from '../machine';
import type { ExpiryInputs } from './schema';
import { endOf } from './schema';
import type { ObservedEnd } from './observe';
import { endNow } from './observe';
import type { DeclaredExpiry } from './steps';
import { hasOtherExpiry, noPlaceFor } from './steps';

const MINUTE = 60_000;
/** How much time a change must leave, in ms. */
const LEAST_LEFT = 60 * MINUTE;
/** An `up` accepts the duration that its preview has named a few minutes before. */
const GRACE = 10 * MINUTE;

/** What is said of the end of a machine. */
export interface EndEffects {
  /** Why the change is impossible, as the end of a sentence that begins with `maxRunDuration`. */
  readonly refuse?: string;
  /** What an update does, in sentences. */
  readonly warnings: readonly string[];
  /** What is said although nothing changes: the end is near. */
  readonly isNear?: string;
  /** Whether the tag is not as declared, so that an update is needed although no input changed. */
  readonly isOther: boolean;
}

export const NO_EFFECTS: EndEffects = { warnings: [], isOther: false };

interface Comparison extends ObservedEnd {
  readonly inputs: ExpiryInputs;
  /** The inputs in state; empty at an adoption. */
  readonly state: ExpiryInputs;
  /** The end that the program declares. */
  readonly wanted: DeclaredExpiry;
}

/** Compares the end of a machine that exists with the program. */
export function endEffects(machine: Machine, comparison: Comparison): EndEffects {
  const { state, wanted, now, isUp } = comparison;
  if (wanted === 'unknown') return NO_EFFECTS;
  const isOther = hasOtherExpiry(machine, wanted);
  if (!wanted) return { isOther, warnings: isOther ? [removal(machine)] : [] };
  if (machine.contract === LONG_TERM)
    return { isOther, warnings: [], refuse: `contradicts ${OF_LONG_TERM}. ${withoutEnd(comparison)}` };
  const { expiresAt } = wanted;
  const left = expiresAt - now;
  const before = expiryOf(machine)?.expiresAt ?? endOf(machine, state.maxRunDuration);
  const isChosen = before === undefined || expiresAt < before;
  if (isChosen && left < LEAST_LEFT - (isUp ? GRACE : 0))
    return { isOther, warnings: [], refuse: tooNear(machine, comparison, expiresAt) };
  const has = machine.tags.some(isExpiryTag);
  if (!has && machine.tags.filter((tag) => !isHiddenTag(tag)).length >= MOST_TAGS)
    return { isOther, warnings: [], refuse: `cannot be noted: ${noPlaceFor(nameAndId(machine))}` };
  const isAsBefore = endOf(machine, state.maxRunDuration) === expiresAt;
  return {
    isOther,
    warnings: isOther && isAsBefore ? drift(machine, wanted) : [],
    ...(left < LEAST_LEFT && { isNear: near(machine, expiresAt, now) }),
  };
}

const LONG_TERM = 'LONG_TERM';
const OF_LONG_TERM = `the contract "${LONG_TERM}", which is paid to its end`;

const withoutEnd = ({ setting }: Comparison): string =>
  setting === undefined
    ? 'Leave it out'
    : `It comes from ${setting}: declare contract: "${LONG_TERM}", and the machine gets none`;

function removal(machine: Machine): string {
  const own = expiryOf(machine);
  if (!own)
    return `The tag ${EXPIRES} of ${nameAndId(machine)} was not written for this machine: it is removed.`;
  const duration = durationOf(own.expiresAt - (endOf(machine, '0s') ?? 0));
  return (
    `${nameAndId(machine)} ends at ${expiryTime(own.expiresAt)}, and the program declares no end: it is removed, and the ` +
    `machine runs until somebody deletes it. To keep the end: maxRunDuration: "${duration}".`
  );
}

/** Somebody has changed the tag. */
function drift(machine: Machine, wanted: Expiry): string[] {
  const own = expiryOf(machine);
  const isThere = machine.tags.some(isExpiryTag);
  const isOfTime = own?.expiresAt === wanted.expiresAt;
  const what = own
    ? `says ${isOfTime ? 'something else about its end' : expiryTime(own.expiresAt)}`
    : isThere
      ? 'was not written for this machine'
      : 'is missing';
  return [
    `The tag ${EXPIRES} of ${nameAndId(machine)} ${what}: it is set to the declared end, ${expiryTime(wanted.expiresAt)}.`,
  ];
}

/** The shortest duration that leaves an hour, e.g. `10h5m`. */
function shortest(machine: Machine, now: number): string {
  const minutes = Math.ceil((now - (endOf(machine, '0s') ?? now) + LEAST_LEFT) / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? durationOf(hours * 60 * MINUTE) : `${String(hours)}h${String(rest)}m`;
}

function inWords(end: number, now: number): string {
  const duration = formatDuration(Math.ceil(Math.abs(end - now) / MINUTE) * MINUTE);
  return end > now ? `in ${duration}` : `${duration} ago`;
}

const tooNear = (
  machine: Machine,
  { inputs: { maxRunDuration = '' }, now, setting }: Comparison,
  end: number,
): string =>
  `is ${JSON.stringify(maxRunDuration)}, with which ${nameAndId(machine)} ends at ${expiryTime(end)}, ${inWords(end, now)}: a ` +
  `change must leave it an hour. The shortest duration that works now is "${shortest(machine, now)}"` +
  (setting === undefined ? '' : `. It comes from ${setting}: set one on the machine`);

const near = (machine: Machine, end: number, now: number): string =>
  `${nameAndId(machine)} ends at ${expiryTime(end)}, ${inWords(end, now)}: \`npx pulumi-cloud-compute expired --remove\` ends it ` +
  `${end > now ? 'then' : 'when it runs next'}. To extend it, raise maxRunDuration, for example to "${shortest(machine, now)}".`;

interface CheckedInputs {
  maxRunDuration: string;
  contract: string;
}

interface CheckedAction extends CheckedInputs {
  onExpiry: OnExpiry;
  hibernate: boolean;
}

/** Checks that the machine can have an end. */
export const checkExpiry = (plan: PlannedResource<CheckedInputs>): Problem[] =>
  plan.inputs.maxRunDuration === undefined ? [] : contradictions(plan.call, plan.text('contract'));

/** Checks what happens at the end. */
export function checkOnExpiry(plan: PlannedResource<CheckedAction>): Problem[] {
  const { maxRunDuration, onExpiry } = plan.inputs;
  if (onExpiry !== undefined && maxRunDuration === undefined)
    plan.warn({ path: 'onExpiry', reason: 'has no effect without maxRunDuration' });
  const needsHibernate =
    plan.text('onExpiry') === 'hibernate' && plan.at('hibernate') !== true && !plan.isUnknown('hibernate');
  return needsHibernate
    ? [
        {
          path: 'onExpiry',
          reason: 'is "hibernate", which needs hibernate: true: set it, or leave onExpiry out',
        },
      ]
    : [];
}

function contradictions(options: Pick<Call, 'keep'>, contract: string | undefined): Problem[] {
  const reason = whyNoEnd(options, contract);
  return reason === undefined
    ? []
    : [{ path: 'maxRunDuration', reason: `contradicts ${reason}. Leave one of the two out` }];
}

/** Why a machine can have no end; undefined if it can. The plugin does not see the options. */
export function whyNoEnd({ keep }: Pick<Call, 'keep'>, contract: string | undefined): string | undefined {
  if (contract === LONG_TERM) return OF_LONG_TERM;
  return keep ? 'protect or retainOnDelete, which keep the machine' : undefined;
}

/** The same rules for a machine to adopt. Says what an adoption does to its end. */
export function checkAdoptedExpiry(
  { call, inputs }: PlannedResource<CheckedInputs>,
  machine: Machine,
  wanted: DeclaredExpiry,
): Problem[] {
  // The contract has been compared already.
  if (inputs.contract === LONG_TERM) return [];
  const { refuse, warnings, isNear } = endEffects(machine, {
    ...{ inputs, state: {}, wanted },
    ...endNow(call.run, inputs),
  });
  for (const text of [...warnings, ...(isNear === undefined ? [] : [isNear])]) call.warn(text);
  return refuse === undefined ? [] : [{ path: 'maxRunDuration', reason: refuse }];
}
