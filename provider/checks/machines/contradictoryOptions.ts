import type { Problem } from '../../../core/validation/shape';
import type { Path, PlannedResource } from '../plan';
import { leftOutRemedy } from '../leftOut';

/** The inputs that decide how a machine and its volumes are deleted. */
interface DeleteOptions {
  hibernate: boolean;
  keepVolumes: boolean;
  deletePermanently: boolean;
  osVolume: { keep?: boolean };
  volumes: readonly { keep?: boolean }[];
}

type Contradiction = readonly [one: Path<DeleteOptions>, other: Path<DeleteOptions>, because: string];

const KEEPS_ALL = 'a hibernated machine keeps all its volumes';
const OF_HIBERNATE: readonly Contradiction[] = [
  ['hibernate', 'deletePermanently', KEEPS_ALL],
  ['hibernate', 'keepVolumes', `${KEEPS_ALL} anyway`],
];
const OF_KEEP: Contradiction = ['keepVolumes', 'deletePermanently', 'volumes that are kept are not deleted'];

/** Refuses contradictory delete options. */
export function deleteOptions(plan: PlannedResource<DeleteOptions>): Problem[] {
  const volumes = plan.items('volumes').map((_, index) => `volumes[${String(index)}].keep` as const);
  const removed = (['osVolume.keep', ...volumes] as const).filter((path) => plan.at(path) === false);
  const both = removed.length > 0 ? OF_HIBERNATE : [...OF_HIBERNATE, OF_KEEP];
  return contradicting(plan, [
    ...both.filter(([one, other]) => plan.at(one) === true && plan.at(other) === true),
    ...(plan.at('hibernate') === true
      ? removed.map((path): Contradiction => [path, 'hibernate', KEEPS_ALL])
      : []),
  ]);
}

/** The inputs about the end of a contract. */
interface ContractEnd {
  contract: string;
  autoRentExtension: boolean;
  turnToPayAsYouGo: boolean;
  extensionSettings: string;
}

const SWITCHES = ['autoRentExtension', 'turnToPayAsYouGo', 'extensionSettings'] as const;
/** The value of `extensionSettings` that each switch stands for. */
const MEANING = { autoRentExtension: 'auto_renew', turnToPayAsYouGo: 'pay_as_you_go' } as const;

/**
 * Checks that only one input decides about the end of a long-term contract, and that there is such a
 * contract.
 */
export function contractEnd(plan: PlannedResource<ContractEnd>): Problem[] {
  const given = SWITCHES.filter((path) => plan.at(path) !== undefined && plan.at(path) !== false);
  const contract = plan.text('contract');
  if (
    plan.isUnknown('contract') ||
    !['contract', ...given].some((path) => plan.differs(path as Path<ContractEnd>))
  )
    return [];
  if (contract !== 'LONG_TERM') {
    return given.map((path) => ({
      path,
      reason: `is about the end of a contract "LONG_TERM", and ${contract === undefined ? 'there is none' : `it is ${JSON.stringify(contract)}`}: leave it out, or set contract and longTermPeriod`,
    }));
  }
  const settings = plan.text('extensionSettings');
  const pairs = (['autoRentExtension', 'turnToPayAsYouGo'] as const)
    .filter((path) => {
      const value = plan.at(path);
      return settings !== undefined && value !== undefined && (settings === MEANING[path]) !== value;
    })
    .map((path) => [path, 'extensionSettings', `that is ${JSON.stringify(settings)}`] as const);
  const both =
    plan.at('autoRentExtension') === true && plan.at('turnToPayAsYouGo') === true
      ? ([['autoRentExtension', 'turnToPayAsYouGo', 'a contract renews or turns']] as const)
      : [];
  return contradicting(plan, [...pairs, ...both]);
}

/** Options that contradict each other, when one of them is new or changed. */
const contradicting = <I extends object>(
  plan: PlannedResource<I>,
  pairs: readonly (readonly [one: Path<I>, other: Path<I>, because: string])[],
): Problem[] =>
  pairs
    .filter(([one, other]) => plan.differs(one) || plan.differs(other))
    .map(([one, other, because]) => ({
      path: one,
      reason: `contradicts ${other}: ${because}. Leave one of the two out`,
    }));

/** Warns that an offline machine is billed like a running one, when the program shuts one down. */
export function warnOfBilledWhileOff(plan: PlannedResource<{ powerState: string }>): Problem[] {
  if (!plan.isNew && plan.text('powerState') === 'offline' && plan.differs('powerState')) {
    plan.warn({
      path: 'powerState',
      reason: '"offline" shuts it down, but an offline machine stays billed; only a deleted one is not',
    });
  }
  return [];
}

/** Warns that nothing shuts a machine down if its create does not wait until it runs. */
export function warnOfNotShutDown(
  plan: PlannedResource<{ powerState: string; awaitReady: boolean }>,
): Problem[] {
  if (plan.isNew && plan.text('powerState') === 'offline' && plan.at('awaitReady') === false) {
    plan.warn({
      path: 'powerState',
      reason:
        '"offline" has no effect with awaitReady: false, which a Fleet sets: the machine runs and stays on. ' +
        'To shut it down, run `pulumi up --refresh` once it runs',
    });
  }
  return [];
}

/** The inputs that make a machine usable: keys to log in, or a script that runs without anybody. */
interface Access {
  sshKeyIds: string[];
  startupScriptId: string;
  instanceGroupId: string;
}

/** Warns of a machine with neither a key nor a script: nobody can use it (Deploy instance body, ssh_key_ids). */
export function warnOfNoKeys(plan: PlannedResource<Partial<Access>>): Problem[] {
  const { sshKeyIds = [], startupScriptId, instanceGroupId } = plan.inputs;
  const hasNoKeys = Array.isArray(sshKeyIds) && sshKeyIds.length === 0;
  if (plan.isNew && hasNoKeys && startupScriptId === undefined && instanceGroupId === undefined)
    plan.warn({
      path: 'sshKeyIds',
      reason: `is empty: nobody will be able to log in to this machine${leftOutRemedy(plan.call)}`,
    });
  return [];
}
