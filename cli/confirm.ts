import { createInterface } from 'node:readline/promises';

/** Whether the command can ask: on a terminal, unless its output is JSON. */
export const canAsk = (json: boolean): boolean => !json && process.stdin.isTTY;

/** Asks a question; only yes means yes. */
export async function confirm(question: string): Promise<boolean> {
  const dialogue = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await dialogue.question(`${question} [y/N] `)).trim());
  } catch (error) {
    // Ctrl-C and Ctrl-D mean no.
    if ((error as NodeJS.ErrnoException).code !== 'ABORT_ERR') throw error;
    process.stdout.write('\n');
    return false;
  } finally {
    dialogue.close();
  }
}
