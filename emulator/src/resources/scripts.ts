import type { StartupScript } from '#contract';
import { forbidden } from '../model/errors';
import { requestedBy } from '../model/events';
import { allOwned, owned, references } from '../model/projects';
import { instant, rowOf, text } from '../model/rows';
import { paged } from './shared/paging';
import { timestamp } from './shared/fields';
import type { Handlers } from '../contract/handlers';
import type { Caller } from '../model/events';
import type { Owned } from '../model/projects';
import type { World } from '../model/world';

export interface Script extends Owned {
  name: string;
  script: string;
  createdAt: number;
}

const scriptRow = rowOf<Script>({ projectId: text, name: text, script: text, createdAt: instant });

export class Scripts {
  readonly table: Map<string, Script>;

  constructor(private readonly world: World) {
    this.table = world.store.table<Script>('scripts', { row: scriptRow, refers: { projectId: 'projects' } });
  }

  /** Newest first, or oldest first. */
  list(caller: Caller, filter: { name?: string | undefined; oldestFirst: boolean }): Script[] {
    const name = filter.name?.toLowerCase() ?? '';
    const found = allOwned(this.table, caller).filter((script) => script.name.toLowerCase().includes(name));
    return filter.oldestFirst ? found : found.reverse();
  }

  get(caller: Caller, id: string): Script {
    return owned(this.table, caller, 'startup script', id);
  }

  create(caller: Caller, { name, script }: { name: string; script: string }): Script {
    const quota = this.world.settings.scriptQuota;
    if (allOwned(this.table, caller).length >= quota) {
      throw forbidden(
        `The project already has ${quota} startup scripts, which is its quota. Delete one first.`,
      );
    }
    const created: Script = {
      id: this.world.identifiers.uuid(),
      projectId: caller.projectId,
      name,
      script,
      createdAt: this.world.now(),
    };
    this.table.set(created.id, created);
    this.record(caller, 'create', created);
    return created;
  }

  /** Deletes all of them or, if one is unknown, none. */
  delete(caller: Caller, property: string, ids: readonly string[]): void {
    for (const script of references(this.table, caller, 'startup script', property, ids)) {
      this.table.delete(script.id);
      this.record(caller, 'delete', script);
    }
  }

  private record(caller: Caller, action: string, { id, name }: Script): void {
    this.world.events.record({
      projectId: caller.projectId,
      action,
      objectType: 'startup_script',
      objectId: id,
      cause: requestedBy(caller),
      data: { name },
    });
  }
}

const toResponse = ({ id, name, script, createdAt }: Script): StartupScript => ({
  id,
  name,
  script,
  created_at: timestamp(createdAt),
});

export const scriptHandlers = (
  scripts: Scripts,
): Handlers<'listScripts' | 'createScript' | 'deleteScripts' | 'getScript' | 'deleteScript'> => ({
  listScripts({ caller, query }) {
    const found = scripts.list(caller, { name: query.name, oldestFirst: query.orderDirection === 'asc' });
    const { items, headers } = paged(found, query);
    return { status: 200, headers, body: items.map(toResponse) };
  },
  createScript: ({ caller, body }) => ({ status: 201, body: scripts.create(caller, body).id }),
  deleteScripts({ caller, body }) {
    scripts.delete(caller, 'scripts', body.scripts);
    return { status: 200 };
  },
  getScript: ({ caller, path }) => ({ status: 200, body: toResponse(scripts.get(caller, path.scriptId)) }),
  deleteScript({ caller, path }) {
    scripts.delete(caller, 'id', [path.scriptId]);
    return { status: 200 };
  },
});
