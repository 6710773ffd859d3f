import { CloudComputeError } from '../../api/errors';
import { settingKey } from '../../core/configuration';
import type { Call } from '../session/call';
import { defaultTags } from '../session/defaultTags';
import type { Session } from '../session/session';
import type { Problem } from '../../core/validation/shape';
import { Catalogue } from './catalogue/catalogue';
import { areOff } from './plan';

/** The result of the first contact with the cloud. */
export interface Verification {
  /** Reasons why the cloud cannot be used. */
  readonly problems: readonly Problem[];
  /** Whether the cloud answered, so that further checks can use it. */
  readonly isVerified: boolean;
}

const verifications = new WeakMap<Session, Promise<Verification>>();

/** Checks configuration, address and credentials once per process. Only the first resource reports the problems. */
export async function verifyCredentials(call: Call): Promise<Verification> {
  if (areOff(call)) return { problems: [], isVerified: true };
  const known = verifications.get(call.session);
  if (known) return { problems: [], isVerified: (await known).isVerified };
  const verification = verifyOnce(call);
  verifications.set(call.session, verification);
  return verification;
}

async function verifyOnce(call: Call): Promise<Verification> {
  const catalogue = Catalogue.of(call.session);
  const wrong = settings(call);
  try {
    await catalogue.verify();
    return { problems: wrong, isVerified: true };
  } catch (error) {
    if (!(error instanceof CloudComputeError)) throw error;
    return { problems: [...wrong, { path: '', reason: error.message }], isVerified: false };
  }
}

/** Checks the settings of the checks themselves. */
function settings({ session }: Call): Problem[] {
  const words = (name: string, allowed: readonly string[]): Problem[] => {
    const value = session.setting(name)?.trim().toLowerCase();
    return value === undefined || value === '' || allowed.includes(value)
      ? []
      : [{ path: settingKey(name), reason: `must be ${allowed.join(' or ')}` }];
  };
  return [
    ...words('planChecks', ['on', 'off', 'true', 'false']),
    ...words('requireCapacity', ['true', 'false']),
    ...defaultTags(session).problems,
  ];
}
