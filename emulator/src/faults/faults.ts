import { notFound } from '../model/errors';
import { faultDefinition, faultDefinitions } from './definition';
import { planChangeOf } from './faultPlan';
import { pathMatcher } from './pattern';
import type { FaultPlan } from '../model/time/timelines';
import type { Pending } from '../http/operations';
import type { FaultDefinition } from './definition';

/** A fault and the number of requests that it was applied to. */
export interface FaultReport {
  id: string;
  definition: FaultDefinition;
  /** Requests that match the fault. */
  seen: number;
  /** Requests that it was applied to. */
  struck: number;
}

interface Fault extends FaultReport {
  matches: (pending: Pending, path: string) => boolean;
}

/** The faults of one request. */
export interface RequestFaults {
  /** The faults that change the request or its reply, in the order in which they were added. */
  effects: FaultDefinition[];
  /** Changes the plans that the request makes. A fault of this kind counts as applied when it changes a plan. */
  plan: FaultPlan | undefined;
}

export class Faults {
  private readonly faults = new Map<string, Fault>();
  private counter = 0;

  constructor(definitions: readonly FaultDefinition[] = []) {
    for (const checked of faultDefinitions(definitions)) this.put(checked);
  }

  /** Adds a fault and returns its id; throws for an invalid definition. */
  add(definition: FaultDefinition): string {
    return this.put(faultDefinition(definition));
  }

  private put(definition: FaultDefinition): string {
    this.counter += 1;
    const id = `fault-${this.counter}`;
    this.faults.set(id, { id, definition, seen: 0, struck: 0, matches: matcher(definition) });
    return id;
  }

  /** Removes one fault, or all; 404 for an unknown id. */
  clear(id?: string): void {
    if (id === undefined) this.faults.clear();
    else if (!this.faults.delete(id)) throw notFound(`There is no fault "${id}".`);
  }

  list(): FaultReport[] {
    return [...this.faults.values()].map(({ id, definition, seen, struck }) => ({
      id,
      definition,
      seen,
      struck,
    }));
  }

  get isEmpty(): boolean {
    return this.faults.size === 0;
  }

  /** Whether a fault of this kind can still apply to a request. */
  has(kind: FaultDefinition['kind']): boolean {
    return [...this.faults.values()].some(
      (fault) => fault.definition.kind === kind && fault.struck < limitOf(fault),
    );
  }

  /** The faults of this request. Each of them counts the request. */
  take(pending: Pending, path: string): RequestFaults {
    const effects: FaultDefinition[] = [];
    const changes: FaultPlan[] = [];
    for (const fault of this.faults.values()) {
      if (fault.struck >= limitOf(fault) || !fault.matches(pending, path)) continue;
      const change = planChangeOf(fault.definition);
      if (change !== undefined) changes.push(strikingOnce(fault, change));
      else if (applies(fault)) effects.push(fault.definition);
    }
    const plan: FaultPlan = (steps, resource) =>
      changes.reduce((planned, change) => change(planned, resource), steps);
    return { effects, plan: changes.length === 0 ? undefined : plan };
  }
}

/** Counts a matching request, and returns whether the fault applies to it. */
function applies(fault: Fault): boolean {
  fault.seen += 1;
  if (fault.seen <= (fault.definition.skip ?? 0)) return false;
  fault.struck += 1;
  return true;
}

/** The same change of plans, which counts the request once, at the first plan that it changes. */
function strikingOnce(fault: Fault, change: FaultPlan): FaultPlan {
  let isApplied: boolean | undefined;
  return (steps, resource) => {
    const changed = change(steps, resource);
    if (changed === steps) return steps;
    isApplied ??= applies(fault);
    return isApplied ? changed : steps;
  };
}

function limitOf({ definition: { times = 1 } }: FaultReport): number {
  return times === 'always' ? Infinity : times;
}

function matcher(definition: FaultDefinition): Fault['matches'] {
  const { operation, action, client } = definition;
  const isMeant = operation === undefined ? isAboutIt(definition) : operationMatcher(operation);
  return (pending, path) =>
    isMeant(pending, path) &&
    // Reads may show an earlier state; writes always act on the present one.
    (definition.kind !== 'lag' || pending.endpoint.method === 'get') &&
    (action === undefined || (pending.body as { action?: unknown } | undefined)?.action === action) &&
    (client === undefined || pending.caller.clientId === client);
}

const deploys: ReadonlySet<string> = new Set(['deployInstance', 'deployCluster']);

/** A fault without an operation applies to the requests that its kind is about. */
function isAboutIt({ kind }: FaultDefinition): Fault['matches'] {
  switch (kind) {
    case 'noCapacity':
      return ({ endpoint }) => deploys.has(endpoint.operation.operationId);
    case 'late':
      return ({ endpoint }) => endpoint.method !== 'get' && !endpoint.isOpen;
    case 'revokeToken':
      return ({ endpoint }) => !endpoint.isOpen;
    default:
      return () => true;
  }
}

function operationMatcher(operation: string): Fault['matches'] {
  const [method = '', pattern] = operation.split(' ');
  if (pattern === undefined) return ({ endpoint }) => endpoint.operation.operationId === operation;
  const isPath = pathMatcher(pattern);
  return ({ endpoint }, path) =>
    (method === '*' || endpoint.method.toUpperCase() === method.toUpperCase()) && isPath(path);
}
