import type { Currency } from '#contract';
import { notFound, unknownId } from './errors';
import { number, oneOf, rowOf } from './rows';
import type { Caller } from './events';
import type { Entity, Store } from './store';

/** The owner of resources. */
export interface Project extends Entity {
  currency: Currency;
  /** The balance in the project's currency, as of the last accrual. */
  balance: number;
  /** The cost so far in the project's currency, as of the last accrual. */
  spent: number;
}

const projectRow = rowOf<Project>({
  balance: number,
  spent: number,
  currency: oneOf(['usd', 'eur']),
});

export class Projects {
  private readonly table: Map<string, Project>;
  private readonly listeners: ((project: Project, ownerId: string) => void)[] = [];

  constructor(
    store: Store,
    private readonly initial: { balance: number; currency: Currency },
  ) {
    this.table = store.table<Project>('projects', { row: projectRow });
  }

  /** The project with this id; a new project if there is none yet. */
  open(id: string, ownerId: string): Project {
    const found = this.table.get(id);
    if (found !== undefined) return found;
    const { balance, currency } = this.initial;
    const project: Project = { id, balance, spent: 0, currency };
    this.table.set(id, project);
    for (const listener of this.listeners) listener(project, ownerId);
    return project;
  }

  /** Adds work to do for a new project; `ownerId` is the member who opened it. */
  onOpen(listener: (project: Project, ownerId: string) => void): void {
    this.listeners.push(listener);
  }

  get(id: string): Project {
    const project = this.table.get(id);
    if (project === undefined) throw notFound(`There is no project "${id}".`);
    return project;
  }

  all(): Iterable<Project> {
    return this.table.values();
  }

  has(id: string): boolean {
    return this.table.has(id);
  }
}

/** A resource of a project. */
export interface Owned extends Entity {
  projectId: string;
}

/** The caller's resource of that id; 404 also for a resource of another project. */
export function owned<T extends Owned>(table: Map<string, T>, caller: Caller, what: string, id: string): T {
  const found = table.get(id);
  if (found?.projectId !== caller.projectId) throw unknownId(what, id);
  return found;
}

/** All rows of the caller's project, in order of creation. */
export const allOwned = <T extends Owned>(
  table: Map<string, T>,
  { projectId }: Pick<Caller, 'projectId'>,
): T[] => [...table.values()].filter((entity) => entity.projectId === projectId);

/** The rows of these ids, each once; 404 names the property of an unknown id. */
export function references<T extends Owned>(
  table: { get: (id: string) => T | undefined },
  caller: Caller,
  what: string,
  property: string,
  ids: readonly string[],
): T[] {
  return [...new Set(ids)].map((id) => {
    const found = table.get(id);
    if (found?.projectId !== caller.projectId) throw unknownId(what, id, property);
    return found;
  });
}
