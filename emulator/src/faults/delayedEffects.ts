import { CloudError } from '../model/errors';
import { callerField, internal } from '../model/events';
import { objectOf, rowOf, text } from '../model/rows';
import { livingFields } from '../model/time/timelines';
import { endpoints } from '../contract/document';
import type { World } from '../model/world';
import type { Caller } from '../model/events';
import type { Living } from '../model/time/timelines';
import type { Pending } from '../http/operations';

/** A request whose connection is closed and whose effect is still pending. */
interface DelayedRequest extends Living<'sent' | 'landed'> {
  operationId: string;
  caller: Caller;
  baseUrl: string;
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

const delayedRow = rowOf<DelayedRequest>({
  operationId: text,
  caller: callerField,
  baseUrl: text,
  path: objectOf({}),
  query: objectOf({}),
  body: {},
  ...livingFields(['sent', 'landed']),
});

/** Effects that follow after the connection was closed, by the cloud's clock. They are part of the cloud's state. */
export class DelayedEffects {
  private readonly table: Map<string, DelayedRequest>;

  constructor(
    private readonly world: World,
    land: (pending: Pending) => void,
  ) {
    // Snapshots contain this name.
    this.table = world.store.table<DelayedRequest>('lateRequests', { row: delayedRow });
    world.timelines.follow(this.table, (delayed, phase) => {
      if (phase.status !== 'landed') return;
      this.table.delete(delayed.id);
      const endpoint = endpoints.find(({ operation }) => operation.operationId === delayed.operationId);
      if (endpoint === undefined) return;
      try {
        const { caller, baseUrl, path, query, body } = delayed;
        land({ endpoint, caller, baseUrl, path, query, body });
      } catch (error) {
        // The connection is closed, so the error cannot be sent.
        if (!(error instanceof CloudError)) throw error;
      }
    });
  }

  send({ endpoint, caller, baseUrl, path, query, body }: Pending, milliseconds: number): void {
    const delayed: DelayedRequest = {
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
    this.table.set(delayed.id, delayed);
    this.world.timelines.plan<'sent' | 'landed'>(delayed, internal('late_effect'), [
      { status: 'sent' },
      { status: 'landed', after: milliseconds / 1000 },
    ]);
  }
}
