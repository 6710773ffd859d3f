import { CloudComputeError } from '../../api/errors';
import type { Call } from '../call';
import { defaultTags } from '../defaultTags';
import type { Problem } from '../shape';
import { Catalogue } from './catalogue';
import { areOff } from './plan';

/** Whether this stack can talk to the cloud at all: its configuration, address and credentials. */
export async function handshake(call: Call): Promise<Problem[]> {
  if (areOff(call)) return [];
  return [...settings(call), ...(await greeting(call))];
}

async function greeting(call: Call): Promise<Problem[]> {
  const catalogue = Catalogue.of(call.session);
  try {
    await catalogue.meet();
    return [];
  } catch (error) {
    if (!(error instanceof CloudComputeError)) throw error;
    catalogue.firstRefusal();
    return [{ path: '', reason: error.message }];
  }
}

/** Settings that steer the checks mean something. */
function settings({ session }: Call): Problem[] {
  const words = (name: string, allowed: readonly string[]): Problem[] => {
    const value = session.setting(name)?.trim().toLowerCase();
    return value === undefined || value === '' || allowed.includes(value)
      ? []
      : [{ path: `cloudCompute:${name}`, reason: `must be ${allowed.join(' or ')}` }];
  };
  return [
    ...words('planChecks', ['on', 'off', 'true', 'false']),
    ...words('requireCapacity', ['true', 'false']),
    ...defaultTags(session).problems,
  ];
}
