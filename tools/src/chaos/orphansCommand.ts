// What a user does about orphans: the command of the package lists them, and removes those with the given ids.
import type { Audit } from './cloud/audit';
import type { StackCommands } from './stack/stackCommands';

/** Lists the orphans, with the volumes that belong to them. */
export async function listOrphans(stack: StackCommands): Promise<void> {
  await stack.mustRunCommand(['orphans', '--json', '--state', await stack.exportTo('state.json')]);
}

/** Removes the orphans that a command has named. Returns their ids. */
export async function removeNamed(stack: StackCommands, audit: Audit): Promise<string[]> {
  const named = (await audit.unknownToState()).filter(({ id }) => stack.printed(id));
  const ids = named.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const state = await stack.exportTo('state.json');
  await stack.mustRunCommand(['orphans', 'remove', '--state', state, '--force', '--yes', ...ids]);
  return ids;
}
