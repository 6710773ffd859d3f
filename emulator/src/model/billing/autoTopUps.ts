import { internal } from '../events';
import { flag, nullable, number, objectOf, optional, planned, rowOf, text } from '../rows';
import type { Events } from '../events';
import type { Identifiers } from '../identifiers';
import type { Project, Projects } from '../projects';
import type { Entity, Store } from '../store';

/** When the card of a project is charged, and whether the charge succeeds. Amounts are in the project's currency. */
export interface AutoTopUpTerms {
  /** A balance below this is topped up. */
  threshold: number;
  /** The amount of a top-up. */
  amount: number;
  /** Whether the card is refused. Default: false. */
  fails?: boolean;
}

/** The terms of a project and the pending charge. The id is that of the project. */
interface AutoTopUp extends Entity {
  terms: AutoTopUpTerms;
  charge: { id: string; amount: number; dueAt: number } | null;
  /** After a refusal there is no new charge before this instant. */
  notBefore: number;
}

const autoTopUpRow = rowOf<AutoTopUp>({
  terms: objectOf<AutoTopUpTerms>({
    threshold: number,
    amount: { exclusiveMinimum: 0, ...number },
    fails: optional(flag),
  }),
  charge: nullable(objectOf<NonNullable<AutoTopUp['charge']>>({ id: text, amount: number, dueAt: planned })),
  notBefore: planned,
});

const millisecondsPerHour = 3_600_000;
/** How long a charge takes. */
const chargeMilliseconds = 30_000;
/** The pause after a refused charge. */
const pauseMilliseconds = millisecondsPerHour;

/** Tops up balances. Off for every project without terms. */
export class AutoTopUps {
  private readonly table: Map<string, AutoTopUp>;

  constructor(
    store: Store,
    projects: Projects,
    private readonly events: Events,
    private readonly identifiers: Identifiers,
    initial: AutoTopUpTerms | undefined,
  ) {
    this.table = store.table<AutoTopUp>('autoTopUps', { row: autoTopUpRow, refers: { id: 'projects' } });
    projects.onOpen(({ id }) => {
      if (initial !== undefined) this.set(id, initial);
    });
  }

  /** Turns top-ups on with these terms, or off. A pending charge continues when the terms change. */
  set(projectId: string, terms: AutoTopUpTerms | undefined): void {
    const charge = this.table.get(projectId)?.charge ?? null;
    if (terms === undefined) this.table.delete(projectId);
    else this.table.set(projectId, { id: projectId, terms, charge, notBefore: 0 });
  }

  /** Charges a project at a rate an hour from one instant to another. */
  run(project: Project, rate: number, from: number, to: number): void {
    let now = from;
    const burn = (until: number): void => {
      const cost = (rate * (until - now)) / millisecondsPerHour;
      project.balance -= cost;
      project.spent += cost;
      now = until;
    };
    const topUp = this.table.get(project.id);
    while (topUp !== undefined) {
      const next = topUp.charge?.dueAt ?? this.crossing(topUp, project.balance, rate, now);
      if (next > to) break;
      burn(Math.max(now, next));
      if (topUp.charge === null) this.begin(project, topUp, now);
      else this.end(project, topUp, topUp.charge, now);
    }
    burn(to);
  }

  /** The time of the next charge: when the balance falls below the threshold, and not before the pause ends. */
  private crossing({ terms, notBefore }: AutoTopUp, balance: number, rate: number, now: number): number {
    const left = balance - terms.threshold;
    if (left < 0) return Math.max(now, notBefore);
    if (rate <= 0) return Infinity;
    // One millisecond later: at the threshold itself the balance is not yet below it.
    return Math.max(now + (left / rate) * millisecondsPerHour + 1, notBefore);
  }

  private begin(project: Project, topUp: AutoTopUp, at: number): void {
    const { amount } = topUp.terms;
    topUp.charge = { id: this.identifiers.uuid(), amount, dueAt: at + chargeMilliseconds };
    this.record(project, 'create', topUp.charge, at);
  }

  private end(
    project: Project,
    topUp: AutoTopUp,
    charge: NonNullable<AutoTopUp['charge']>,
    at: number,
  ): void {
    const isRefused = topUp.terms.fails === true;
    if (isRefused) topUp.notBefore = at + pauseMilliseconds;
    else project.balance += charge.amount;
    topUp.charge = null;
    this.record(project, isRefused ? 'cancel' : 'complete', charge, at);
  }

  private record(project: Project, action: string, charge: { id: string; amount: number }, at: number): void {
    this.events.record({
      at,
      projectId: project.id,
      action,
      objectType: 'auto_top_up',
      objectId: charge.id,
      cause: internal('auto_top_up'),
      data: { amount: charge.amount, currency: project.currency },
    });
  }
}
