import type { CallOptions, InstanceAction, InstanceActionResult } from '../../api';
import { InvalidRequestError } from '../../api/errors';
import { unlessGone } from '../../core/statuses';
import type { Call } from '../session/call';
import { perSession } from '../session/perSession';
import type { Session } from '../session/session';
import { BulkDelete } from '../polling/bulkDelete';

/** Something that is to be gone by then, in ms on the session's clock. */
interface Timed {
  readonly deadline: number;
}

/** How one machine is to go. */
export interface InstanceDeletion {
  readonly id: string;
  readonly action: Extract<InstanceAction, 'delete' | 'hibernate' | 'delete_stuck'>;
  /** Volumes to delete with it; left out: what the API does then (delete rule 2). Absent and `[]` differ. */
  readonly volumeIds?: readonly string[];
  readonly permanently: boolean;
  /** No look shows it. Its request must not spoil those for what is there: it goes out with its like. */
  readonly isUnseen?: boolean;
}

/**
 * The engine writes its state before it hands over the next delete: with hundreds of resources that takes it a
 * tenth of a second, and more on a busy machine. Waiting for the next one delays nothing but the end of the row: the
 * engine goes on handing over meanwhile, and is done when the last one is gone.
 */
const PATIENCE = { windowMs: 500, maxWindowMs: 30_000 };

/** One item of a bulk action was refused. */
export class DeletionError extends Error {
  override readonly name = 'DeletionError';
}

/**
 * Deletes that arrive within half a second or so of each other go out as one request, and only if they agree in
 * all that the request says of the whole.
 */
class Deletions {
  private readonly instances: BulkDelete<InstanceDeletion & Timed>;
  private readonly volumes: BulkDelete<{ id: string; permanently: boolean } & Timed>;
  private readonly sshKeys: BulkDelete<{ id: string } & Timed>;
  private readonly scripts: BulkDelete<{ id: string } & Timed>;

  constructor(session: Session) {
    const { clock } = session;
    this.instances = new BulkDelete({
      clock,
      ...PATIENCE,
      keyOf: ({ action, permanently, volumeIds, isUnseen = false }) =>
        `${action} ${String(permanently)} ${volumeIds ? 'with' : 'without'} ${String(isUnseen)}`,
      send: async (items) =>
        outcomes(items, await session.client.instances.perform(instanceRequest(items), together(items))),
    });
    this.volumes = new BulkDelete({
      clock,
      ...PATIENCE,
      keyOf: ({ permanently }) => String(permanently),
      send: async (items) => {
        const [first] = items;
        const id = items.map((item) => item.id);
        await session.client.volumes.perform(
          { action: 'delete', id, is_permanent: first?.permanently ?? false },
          together(items),
        );
        return succeeded(items);
      },
    });
    this.sshKeys = new BulkDelete({
      clock,
      ...PATIENCE,
      keyOf: () => '',
      send: async (items) => {
        await session.client.sshKeys.deleteMany(
          items.map(({ id }) => id),
          together(items),
        );
        return succeeded(items);
      },
    });
    this.scripts = new BulkDelete({
      clock,
      ...PATIENCE,
      keyOf: () => '',
      send: async (items) => {
        await session.client.scripts.deleteMany(
          items.map(({ id }) => id),
          together(items),
        );
        return succeeded(items);
      },
    });
  }

  /** Deletes a machine; that it is gone already is success. */
  async instance(call: Call, deletion: InstanceDeletion): Promise<void> {
    try {
      await unlessGone(this.instances.add({ ...deletion, deadline: call.deadline }));
    } catch (error) {
      if (!(error instanceof InvalidRequestError && mayBeRefused(deletion))) throw error;
    }
    call.session.instances.invalidate();
    call.session.volumes.invalidate();
  }

  /** Deletes a volume, to the trash or for good; that it is gone already is success. */
  async volume(call: Call, id: string, permanently: boolean): Promise<void> {
    await unlessGone(this.volumes.add({ id, permanently, deadline: call.deadline }));
    call.session.volumes.invalidate();
  }

  /** Deletes a key; that it is gone already is success. */
  async sshKey(call: Call, id: string): Promise<void> {
    await unlessGone(this.sshKeys.add({ id, deadline: call.deadline }));
    call.session.sshKeys.invalidate();
  }

  /** Deletes a script; that it is gone already is success. */
  async script(call: Call, id: string): Promise<void> {
    await unlessGone(this.scripts.add({ id, deadline: call.deadline }));
    call.session.scripts.invalidate();
  }
}

/** The deletes of this process. */
export const deletionsOf = perSession((session) => new Deletions(session));

/** Of what no look shows, the cloud may find fault with the volumes before it sees that there is no such machine. */
const mayBeRefused = ({ isUnseen = false, action }: InstanceDeletion): boolean =>
  isUnseen && action === 'delete';

/** What goes out in one request has the time of the one that has the most. */
const together = (items: readonly Timed[]): CallOptions => ({
  deadline: Math.max(...items.map(({ deadline }) => deadline)),
});

const succeeded = (items: readonly unknown[]): undefined[] => items.map(() => undefined);

function instanceRequest(items: readonly InstanceDeletion[]) {
  const [first] = items;
  const volumes = items.flatMap(({ volumeIds }) => volumeIds ?? []);
  return {
    action: first?.action ?? ('delete' as const),
    id: items.map(({ id }) => id),
    ...(first?.volumeIds && { volume_ids: volumes, delete_permanently: first.permanently }),
  };
}

/** What became of each: undefined is success, and so is "not found". */
function outcomes(
  items: readonly InstanceDeletion[],
  results: readonly InstanceActionResult[],
): (Error | undefined)[] {
  const byId = new Map(results.map((result) => [result.instanceId, result]));
  return items.map((item) => {
    const { id, action } = item;
    const result = byId.get(id);
    if (result?.status !== 'error' || result.statusCode === 404) return undefined;
    if (result.statusCode === 400 && mayBeRefused(item)) return undefined;
    return new DeletionError(
      `The instance ${id} did not take the action ${action}: ${result.error ?? 'no reason given'}.`,
    );
  });
}
