import { CloudError } from '../model/errors';
import { internal } from '../model/events';
import { endpoints } from '../contract/document';
import type { World } from '../model/world';
import type { Caller } from '../model/events';
import type { Living } from '../model/time/timelines';
import type { Pending } from '../http/operations';

/** A request whose connection is gone and whose effect is still to come. */
interface LateRequest extends Living<'sent' | 'landed'> {
  operationId: string;
  caller: Caller;
  baseUrl: string;
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

/** Effects that land after their connection dropped, by the cloud's clock. They are part of what the cloud holds. */
export class LateEffects {
  private readonly table: Map<string, LateRequest>;

  constructor(
    private readonly world: World,
    land: (pending: Pending) => void,
  ) {
    this.table = world.store.table<LateRequest>('lateRequests');
    world.timelines.follow(this.table, (late, phase) => {
      if (phase.status !== 'landed') return;
      this.table.delete(late.id);
      const endpoint = endpoints.find(({ operation }) => operation.operationId === late.operationId);
      if (endpoint === undefined) return;
      try {
        const { caller, baseUrl, path, query, body } = late;
        land({ endpoint, caller, baseUrl, path, query, body });
      } catch (error) {
        // The sender is gone: a refusal has nobody to tell.
        if (!(error instanceof CloudError)) throw error;
      }
    });
  }

  send({ endpoint, caller, baseUrl, path, query, body }: Pending, milliseconds: number): void {
    const late: LateRequest = {
      id: this.world.identifiers.uuid(),
      operationId: endpoint.operation.operationId,
      caller,
      baseUrl,
      path,
      query,
      body,
      phases: [],
      entered: 0,
    };
    this.table.set(late.id, late);
    this.world.timelines.plan<'sent' | 'landed'>(late, internal('late_effect'), [
      { status: 'sent' },
      { status: 'landed', after: milliseconds / 1000 },
    ]);
  }
}
