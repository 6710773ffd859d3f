// What a command of the engine did, from its events.
import { readFile } from 'node:fs/promises';
import type { OpMap } from '@pulumi/pulumi/automation';
import type { Door } from './doors';
import { dynamic } from './doors';

/** The result of a command: how many resources it changed, without hidden ones, and its output. */
export interface Outcome {
  readonly changes: OpMap;
  readonly output: string;
  /** The progress lines of each resource, by its name in the program, in order. */
  readonly progress: Readonly<Record<string, readonly string[]>>;
}

/** The type of the hidden owner. */
export const OWNER = dynamic.typeOf('Owner');

interface EngineEventLike {
  readonly resourcePreEvent?: { readonly metadata: { readonly op: string; readonly type: string } };
  readonly diagnosticEvent?: {
    readonly urn?: string;
    readonly message: string;
    readonly ephemeral?: boolean;
  };
}

/** The events of a command, in order. */
export async function eventsIn(log: string): Promise<EngineEventLike[]> {
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as EngineEventLike);
}

/** How many resources the command changed, and its progress lines. */
export function outcomeOf(events: readonly EngineEventLike[], { typeOf }: Door): Omit<Outcome, 'output'> {
  const changes: OpMap = {};
  const progress: Record<string, string[]> = {};
  for (const { resourcePreEvent, diagnosticEvent } of events) {
    if (diagnosticEvent?.ephemeral && diagnosticEvent.urn)
      (progress[diagnosticEvent.urn.split('::').at(-1) ?? ''] ??= []).push(diagnosticEvent.message.trim());
    const metadata = resourcePreEvent?.metadata;
    if (!metadata?.type.startsWith(typeOf('')) || metadata.type === OWNER) continue;
    const op = metadata.op as keyof OpMap;
    changes[op] = (changes[op] ?? 0) + 1;
  }
  return { changes, progress };
}
