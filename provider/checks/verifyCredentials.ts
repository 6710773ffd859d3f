import { CloudComputeError } from '../../api/errors';
import { shownSetting } from '../../core/configuration';
import type { Call } from '../session/call';
import { defaultTags } from '../session/defaultTags';
import type { Session } from '../session/session';
import type { Problem } from '../../core/validation/shape';
import { catalogueOf } from './catalogue/catalogue';
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
  const shared = startVerification(call.session);
  const { problems, isVerified } = await shared.result;
  const { isReported } = shared;
  shared.isReported = true;
  return { problems: isReported ? [] : problems, isVerified };
}

/** Starts that check, for a resource that does not wait for its result. */
export const startVerification = (session: Session): SharedVerification =>
  session.once('verification', () => {
    const result = verify(session);
    // The resource that waits for the result reports an error.
    result.catch(() => undefined);
    return { result, isReported: false };
  });

async function verify(session: Session): Promise<Verification> {
  if (areOff(session)) return { problems: [], isVerified: true };
  const wrong = settings(session);
  try {
    await catalogueOf(session).verify();
    return { problems: wrong, isVerified: true };
  } catch (error) {
    if (!(error instanceof CloudComputeError)) throw error;
    return { problems: [...wrong, { path: '', reason: error.message }], isVerified: false };
  }
}

/** Checks the settings of the checks themselves. */
function settings(session: Session): Problem[] {
  const words = (name: 'planChecks' | 'requireCapacity', allowed: readonly string[]): Problem[] => {
    const value = session.setting(name)?.trim().toLowerCase();
    return value === undefined || value === '' || allowed.includes(value)
      ? []
      : [{ path: shownSetting(name), reason: `must be ${allowed.join(' or ')}` }];
  };
  return [
    ...words('planChecks', ['on', 'off', 'true', 'false']),
    ...words('requireCapacity', ['true', 'false']),
    ...defaultTags(session).problems,
  ];
}
