import { ConflictError } from '../../../api/errors';
import type { Call } from '../../run/call';

export class GroupNameTakenError extends Error {
  override readonly name = 'GroupNameTakenError';
}

/** Runs a request that names a group. If another group has the name, the error identifies that group. */
export async function explainNameConflict<T>(call: Call, name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
    const { instanceGroups } = call.run;
    const other = (await instanceGroups.list({ fresh: true })).find((group) => group.name === name);
    if (!other) throw error;
    throw new GroupNameTakenError(
      `name ${JSON.stringify(name)} is taken by the instance group ${other.id}. Choose another name, omit it to ` +
        `get a generated name, or adopt that group with adoptId: ${JSON.stringify(other.id)}.`,
      { cause: error },
    );
  }
}
