import { rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Removes what a killed engine may leave: a lock, and an empty file beside its checkpoint.
 *
 * @param folder the folder of the program, which holds the state.
 * @param run runs a command of the Pulumi CLI.
 */
export async function clearLock(
  folder: string,
  { project, stack }: { readonly project: string; readonly stack: string },
  run: (args: readonly string[]) => Promise<{ readonly output: string }>,
): Promise<void> {
  const cancel = ['cancel', '--yes', stack, '--color=never'];
  const { output } = await run(cancel);
  if (!output.includes('failed to load checkpoint')) return;
  // The checkpoint itself is written whole or not at all; the file beside it is not needed.
  await rm(path.join(folder, 'state', '.pulumi', 'stacks', project, `${stack}.json.attrs`));
  await run(cancel);
}
