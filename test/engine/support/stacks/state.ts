// The state of a test's stack, read from its file: a command that exports it takes as long as a small deployment.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A resource in state. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
  readonly initErrors?: string[];
}

interface Checkpoint {
  readonly checkpoint: { readonly latest?: { readonly resources?: StateResource[] } };
}

/** The file as it is: secrets are encrypted. */
export const stateText = (folder: string): Promise<string> =>
  readFile(path.join(folder, '.pulumi', 'stacks', 'test', 'dev.json'), 'utf8');

export const resourcesIn = (text: string): StateResource[] =>
  (JSON.parse(text) as Checkpoint).checkpoint.latest?.resources ?? [];
