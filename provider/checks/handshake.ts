import type { Call } from '../call';
import type { Problem } from '../shape';

/** Whether this stack can talk to the cloud at all: configuration, credentials, address. */
// eslint-disable-next-line @typescript-eslint/require-await -- the real one follows
export async function handshake(_call: Call): Promise<Problem[]> {
  return [];
}
