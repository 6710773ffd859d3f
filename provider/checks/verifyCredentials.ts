import { CloudComputeError } from '../../api/errors';
import { shownSetting } from '../../core/configuration';
import type { Call } from '../run/call';
import { defaultEnd } from '../run/defaultEnd';
import { defaultTags } from '../run/defaultTags';
import type { Run } from '../run/run';
import type { Problem } from '../../core/validation/shape';
import { catalogueOf } from './catalogue/catalogue';
import { wrongLimit } from './cost/limit';
import { areOff } from './plan';

/** The result of the first contact with the cloud. */
export interface Verification {
  /** Reasons why the cloud cannot be used. */
  readonly problems: readonly Problem[];
  /** Whether the cloud answered, so that further checks can use it. */
  readonly isVerified: boolean;
}

/** The first contact, which the resources of a process share. */
interface SharedVerification {
  readonly result: Promise<Verification>;
  isReported: boolean;
}

/** Checks configuration, address and credentials once per process. Only the first resource reports the problems. */
export async function verifyCredentials(call: Call): Promise<Verification> {
  const shared = startVerification(call.run);
  const { problems, isVerified } = await shared.result;
  const { isReported } = shared;
  shared.isReported = true;
  return { problems: isReported ? [] : problems, isVerified };
}

/** Starts that check, for a resource that does not wait for its result. */
export const startVerification = (run: Run): SharedVerification =>
  run.once('verification', () => {
    const result = verify(run);
    // The resource that waits for the result reports an error.
    result.catch(() => undefined);
    return { result, isReported: false };
  });

async function verify(run: Run): Promise<Verification> {
  if (areOff(run)) return { problems: [...wrongLimit(run), ...defaultEnd(run).problems], isVerified: true };
  const wrong = [...settings(run), ...wrongLimit(run), ...defaultEnd(run).problems];
  try {
    await catalogueOf(run).verify();
    return { problems: wrong, isVerified: true };
  } catch (error) {
    if (!(error instanceof CloudComputeError)) throw error;
    return { problems: [...wrong, { path: '', reason: error.message }], isVerified: false };
  }
}

/** Checks the settings of the checks themselves. */
function settings(run: Run): Problem[] {
  const words = (name: 'planChecks' | 'requireCapacity', allowed: readonly string[]): Problem[] => {
    const value = run.setting(name)?.trim().toLowerCase();
    return value === undefined || value === '' || allowed.includes(value)
      ? []
      : [{ path: shownSetting(name), reason: `must be ${allowed.join(' or ')}` }];
  };
  return [
    ...words('planChecks', ['on', 'off', 'true', 'false']),
    ...words('requireCapacity', ['true', 'false']),
    ...defaultTags(run).problems,
  ];
}
