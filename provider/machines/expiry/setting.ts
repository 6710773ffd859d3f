// The setting `maxRunDuration` of the stack: an end for each machine that names none.
import { shownSetting } from '../../../core/configuration';
import { defaultEnd } from '../../run/defaultEnd';
import type { Call } from '../../run/call';
import { isIgnored } from '../../run/call';
import { info } from '../../run/progress';
import { UNKNOWN } from '../../schema/unknown';
import { whyNoEnd } from './preview';

const NAME = 'maxRunDuration';

interface Inputs {
  readonly maxRunDuration?: unknown;
  readonly contract?: unknown;
  readonly adoptId?: unknown;
}

/**
 * The end that the stack gives a machine that names none; empty without one. Says why a machine gets none.
 *
 * @param isVerified whether the cloud can be read.
 */
export async function endOfStack(
  call: Call,
  inputs: Inputs,
  olds: object | undefined,
  isVerified: boolean,
): Promise<{ readonly maxRunDuration?: string }> {
  const { maxRunDuration } = defaultEnd(call.run);
  // An ignored value is that of the last run.
  const keepsOld = olds !== undefined && isIgnored(NAME, call.ignoreChanges);
  if (maxRunDuration === undefined || inputs.maxRunDuration !== undefined || keepsOld) return {};
  const contract = inputs.contract ?? (isVerified ? await contractOfAdopted(call, inputs) : undefined);
  const reason = whyNoEnd(call, typeof contract === 'string' ? contract : undefined);
  if (reason === undefined) return { maxRunDuration };
  if (call.isPreview !== false)
    await info(call.urn, `${shownSetting(NAME)} gives it no end, because of ${reason}.`);
  return {};
}

/** A program that adopts a machine need not declare its contract. */
async function contractOfAdopted({ run, urn }: Call, { adoptId }: Inputs): Promise<string | undefined> {
  if (typeof adoptId !== 'string' || adoptId === UNKNOWN) return undefined;
  const machines = urn.includes('Cluster::') ? run.clusters : run.instances;
  return (await machines.read(adoptId))?.contract;
}
