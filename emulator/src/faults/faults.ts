import { notFound } from '../model/errors';
import { faultDefinition } from './definition';
import type { Pending } from '../http/operations';
import type { FaultDefinition } from './definition';

/** A fault and the requests that it has applied to so far. */
export interface FaultReport {
  id: string;
  definition: FaultDefinition;
  /** Matching requests. */
  seen: number;
  /** Requests that it applied to. */
  met: number;
}

interface Fault extends FaultReport {
  matches: (pending: Pending, path: string) => boolean;
}

export class Faults {
  private readonly faults = new Map<string, Fault>();
  private counter = 0;

  constructor(definitions: readonly FaultDefinition[] = []) {
    for (const definition of definitions) this.add(definition);
  }

  /** Adds a fault and returns its id; throws for an invalid definition. */
  add(definition: FaultDefinition): string {
    const checked = faultDefinition(definition);
    this.counter += 1;
    const id = `fault-${this.counter}`;
    this.faults.set(id, { id, definition: checked, seen: 0, met: 0, matches: matcher(checked) });
    return id;
  }

  /** Removes one fault, or all; 404 for an unknown id. */
  clear(id?: string): void {
    if (id === undefined) this.faults.clear();
    else if (!this.faults.delete(id)) throw notFound(`There is no fault "${id}".`);
  }

  list(): FaultReport[] {
    return [...this.faults.values()].map(({ id, definition, seen, met }) => ({ id, definition, seen, met }));
  }

  get isEmpty(): boolean {
    return this.faults.size === 0;
  }

  /** Is there a fault of this kind that can still apply to a request? */
  has(kind: FaultDefinition['kind']): boolean {
    return [...this.faults.values()].some(
      (fault) => fault.definition.kind === kind && fault.met < limitOf(fault),
    );
  }

  /** The faults that apply to this request, in the order in which they were added. Each counts it. */
  take(pending: Pending, path: string): FaultDefinition[] {
    return [...this.faults.values()].flatMap((fault) => {
      if (fault.met >= limitOf(fault) || !fault.matches(pending, path)) return [];
      fault.seen += 1;
      if (fault.seen <= (fault.definition.skip ?? 0)) return [];
      fault.met += 1;
      return [fault.definition];
    });
  }
}

function limitOf({ definition: { times = 1 } }: FaultReport): number {
  return times === 'always' ? Infinity : times;
}

function matcher({ kind, operation, action, client }: FaultDefinition): Fault['matches'] {
  const isMeant = operationMatcher(operation);
  return (pending, path) =>
    isMeant(pending, path) &&
    // Reads may show an earlier state; writes always act on the present one.
    (kind !== 'lag' || pending.endpoint.method === 'get') &&
    (action === undefined || (pending.body as { action?: unknown } | undefined)?.action === action) &&
    (client === undefined || pending.caller.clientId === client);
}

function operationMatcher(operation: string | undefined): Fault['matches'] {
  if (operation === undefined) return () => true;
  const [method = '', pattern] = operation.split(' ');
  if (pattern === undefined) return ({ endpoint }) => endpoint.operation.operationId === operation;
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  const expression = new RegExp(
    `^${escaped.replaceAll(/\*\*?/g, (star) => (star === '*' ? '[^/]*' : '.*'))}$`,
  );
  return ({ endpoint }, path) =>
    (method === '*' || endpoint.method.toUpperCase() === method.toUpperCase()) && expression.test(path);
}
