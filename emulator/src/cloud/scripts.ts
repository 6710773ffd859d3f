import { forbidden } from '../model/errors';
import { requestedBy } from '../model/events';
import { allOwned, owned, references } from '../model/projects';
import type { Cloud } from './cloud';
import type { Caller } from '../model/events';
import type { Owned } from '../model/projects';

export interface Script extends Owned {
  name: string;
  script: string;
  createdAt: number;
}

export class Scripts {
  readonly table: Map<string, Script>;

  constructor(private readonly cloud: Cloud) {
    this.table = cloud.store.table<Script>('scripts');
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
    const quota = this.cloud.settings.scriptQuota;
    if (allOwned(this.table, caller).length >= quota) {
      throw forbidden(
        `The project already has ${quota} startup scripts, which is its quota. Delete one first.`,
      );
    }
    const created: Script = {
      id: this.cloud.identifiers.uuid(),
      projectId: caller.projectId,
      name,
      script,
      createdAt: this.cloud.now(),
    };
    this.table.set(created.id, created);
    this.record(caller, 'create', created);
    return created;
  }

  /** Deletes all of them or, when one is unknown, none. */
  delete(caller: Caller, property: string, ids: readonly string[]): void {
    for (const script of references(this.table, caller, 'startup script', property, ids)) {
      this.table.delete(script.id);
      this.record(caller, 'delete', script);
    }
  }

  private record(caller: Caller, action: string, { id, name }: Script): void {
    this.cloud.events.record({
      projectId: caller.projectId,
      action,
      objectType: 'startup_script',
      objectId: id,
      cause: requestedBy(caller),
      data: { name },
    });
  }
}
