import type { CallOptions, InstanceAction, InstanceActionResult } from '../../api';
import { InvalidRequestError } from '../../api/errors';
import { unlessGone } from '../../core/statuses';
import type { Call } from '../run/call';
import { DEADLINE_ADVICE } from '../run/call';
import { refusalOf } from '../run/errors';
import type { Run } from '../run/run';
import { BulkDelete } from '../polling/bulkDelete';

/** A deletion with a deadline, in ms on the run's clock. */
interface Timed {
  readonly deadline: number;
}

/** How to delete one machine. */
export interface InstanceDeletion {
  readonly id: string;
  readonly action: Extract<InstanceAction, 'delete' | 'hibernate' | 'delete_stuck'>;
  /** Volumes to delete with it. Without a list the API decides (delete rule 2); absent and `[]` differ. */
  readonly volumeIds?: readonly string[];
  readonly permanently: boolean;
  /**
   * No read shows the machine. Its request must not make a request for existing machines fail: it is sent separately.
   */
  readonly isUnseen?: boolean;
}

/**
 * The engine writes its state before it calls the next delete. With hundreds of resources that takes a tenth of a
 * second, longer on a busy machine. The wait delays only the end of the whole run of deletes.
 */
const BATCHING = { windowMs: 500, maxWindowMs: 30_000 };

export class DeletionError extends Error {
  override readonly name = 'DeletionError';
}

/**
 * Sends deletes that arrive within about half a second as one request, if they agree in everything that the request
 * specifies.
 */
class Deletions {
  private readonly instances: BulkDelete<InstanceDeletion & Timed>;
  private readonly volumes: BulkDelete<{ id: string; permanently: boolean } & Timed>;
  private readonly sshKeys: BulkDelete<{ id: string } & Timed>;
  private readonly scripts: BulkDelete<{ id: string } & Timed>;

  constructor(run: Run) {
    const { clock } = run;
    this.instances = new BulkDelete({
      clock,
      ...BATCHING,
      keyOf: ({ action, permanently, volumeIds, isUnseen = false }) =>
        `${action} ${String(permanently)} ${volumeIds ? 'with' : 'without'} ${String(isUnseen)}`,
      send: async (items) =>
        outcomes(items, await run.client.instances.perform(instanceRequest(items), latestDeadline(items))),
    });
    this.volumes = new BulkDelete({
      clock,
      ...BATCHING,
      keyOf: ({ permanently }) => String(permanently),
      send: async (items) => {
        const [first] = items;
        const id = items.map((item) => item.id);
        await run.client.volumes.perform(
          { action: 'delete', id, is_permanent: first?.permanently ?? false },
          latestDeadline(items),
        );
        return succeeded(items);
      },
    });
    const byIds = (deleteMany: (ids: string[], options: CallOptions) => Promise<unknown>) =>
      new BulkDelete<{ id: string } & Timed>({
        clock,
        ...BATCHING,
        keyOf: () => '',
        send: async (items) => {
          await deleteMany(
            items.map(({ id }) => id),
            latestDeadline(items),
          );
          return succeeded(items);
        },
      });
    this.sshKeys = byIds((ids, options) => run.client.sshKeys.deleteMany(ids, options));
    this.scripts = byIds((ids, options) => run.client.scripts.deleteMany(ids, options));
  }

  /** Deletes a machine. A machine that no longer exists is success. */
  async instance(call: Call, deletion: InstanceDeletion): Promise<void> {
    try {
      await unlessGone(this.instances.add({ ...deletion, deadline: call.deadline }));
    } catch (error) {
      if (!(error instanceof InvalidRequestError && mayBeRefused(deletion))) throw error;
    }
    call.run.instances.invalidate();
    call.run.volumes.invalidate();
  }

  /** Deletes a volume, to the trash or permanently. A volume that no longer exists is success. */
  async volume(call: Call, id: string, permanently: boolean): Promise<void> {
    await unlessGone(this.volumes.add({ id, permanently, deadline: call.deadline }));
    call.run.volumes.invalidate();
  }

  /** Deletes a key. A key that no longer exists is success. */
  async sshKey(call: Call, id: string): Promise<void> {
    await unlessGone(this.sshKeys.add({ id, deadline: call.deadline }));
    call.run.sshKeys.invalidate();
  }

  /** Deletes a script. A script that no longer exists is success. */
  async script(call: Call, id: string): Promise<void> {
    await unlessGone(this.scripts.add({ id, deadline: call.deadline }));
    call.run.scripts.invalidate();
  }
}

/** The deletes of this process. */
export const deletionsOf = (run: Run): Deletions => run.once('bulk deletions', () => new Deletions(run));

/**
 * For a machine that no read shows, the cloud may refuse the request because of its volumes, instead of
 * answering that the machine is gone.
 */
const mayBeRefused = ({ isUnseen = false, action }: InstanceDeletion): boolean =>
  isUnseen && action === 'delete';

/** A shared request gets the latest deadline of its items. */
const latestDeadline = (items: readonly Timed[]): CallOptions => ({
  deadline: Math.max(...items.map(({ deadline }) => deadline)),
  deadlineAdvice: DEADLINE_ADVICE,
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

/** The result per item: undefined is success, and so is "not found". */
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
    return new DeletionError(`The instance ${id} refused the action ${action}: ${refusalOf(result)}.`);
  });
}
