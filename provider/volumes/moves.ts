// The API refuses to attach or detach a volume while an earlier request for it is under way. So the requests for one
// volume are sent in turn, each for all machines that wait by then.
import { attachedTo } from '../../api/services/volumes';
import type { Volume } from '../../api/index';
import type { Call } from '../run/call';
import { isGoing } from '../../core/statuses';
import { waitFor } from '../lifecycle/waiting/waitFor';
import { asError } from '../polling/waiter';
import { isRequestRefusal } from '../polling/bulkDelete';
import { RefusedError } from '../run/errors';
import type { Collection } from '../polling/collection';
import { until } from '../polling/statusRule';

/** A volume cannot be attached or detached. */
export class AttachmentError extends RefusedError {
  override readonly name = 'AttachmentError';
}

interface Move {
  readonly call: Call;
  readonly action: 'attach' | 'detach';
  readonly instanceId: string;
  readonly finish: (error?: Error) => void;
}

/** The moves of one volume that wait for their turn. */
interface Queue {
  readonly waiting: Move[];
  isWorking: boolean;
}

/** How long to wait for further machines before a request is sent, in ms. */
const WINDOW_MS = 10;

/** Attaches a volume to a machine, or detaches it, and returns when that is done. The machine is shut down. */
export function moveInTurn(
  call: Call,
  volumeId: string,
  instanceId: string,
  action: Move['action'],
): Promise<void> {
  const queue = call.run.once(`moves of ${volumeId}`, (): Queue => ({ waiting: [], isWorking: false }));
  return new Promise((resolve, reject) => {
    const finish = (error?: Error) => {
      if (error === undefined) resolve();
      else reject(error);
    };
    queue.waiting.push({ call, action, instanceId, finish });
    if (!queue.isWorking) void work(volumeId, queue);
  });
}

async function work(volumeId: string, queue: Queue): Promise<void> {
  queue.isWorking = true;
  for (;;) {
    const [first] = queue.waiting;
    if (first === undefined) break;
    const { action, call } = first;
    await call.run.clock.sleep(WINDOW_MS, call.signal).catch(() => undefined);
    const moves = queue.waiting.filter((move) => move.action === action);
    queue.waiting.splice(0, Infinity, ...queue.waiting.filter((move) => move.action !== action));
    await perform(volumeId, moves);
  }
  queue.isWorking = false;
}

/** Sends one request. If the cloud refuses it, a single machine may be the reason, so each gets its own request. */
async function perform(volumeId: string, moves: readonly Move[]): Promise<void> {
  try {
    const gone = await send(volumeId, moves);
    for (const { finish, instanceId } of moves)
      finish(gone(instanceId) ? new AttachmentError(becauseGone(volumeId, instanceId)) : undefined);
  } catch (error) {
    if (isRequestRefusal(error) && moves.length > 1)
      for (const move of moves) await perform(volumeId, [move]);
    else for (const { finish } of moves) finish(asError(error));
  }
}

const becauseGone = (volumeId: string, instanceId: string): string =>
  `The volume ${volumeId} cannot be attached to the instance ${instanceId}, which is gone.`;

/** Sends one request for all, and returns whether a machine was gone before its volume was attached. */
async function send(volumeId: string, moves: readonly Move[]): Promise<(instanceId: string) => boolean> {
  const [first] = moves;
  if (!first) return () => false;
  const { action, call } = first;
  const { client, volumes } = call.run;
  const ids = moves.map(({ instanceId }) => instanceId);
  const deadline = Math.max(...moves.map((move) => move.call.deadline));
  const wait = (isReached: (volume: Volume) => boolean) =>
    waitFor(
      call,
      volumes,
      volumeId,
      `${action}ing`,
      (now) => {
        if (!now || isGoing(now))
          return {
            state: 'failed',
            error: new AttachmentError(
              `The volume ${volumeId} is ${now?.status ?? 'gone'}: nothing can ${action} it ${action === 'attach' ? 'to' : 'from'} the instance ${ids.join(', ')} any more.`,
            ),
          };
        return !isMoving(now) && isReached(now)
          ? { state: 'done', value: now }
          : { state: 'waiting', status: now.status };
      },
      { deadline },
    );
  const before = await volumes.read(volumeId);
  if (before && isMoving(before)) await wait(() => true);
  await client.volumes.perform(
    {
      action,
      id: volumeId,
      ...(ids.length > 1 ? { instance_ids: ids } : { instance_id: first.instanceId }),
    },
    { ...call.requests, deadline },
  );
  volumes.invalidate();
  const isDone = (now: Volume, id: string) => attachedTo(now).includes(id) === (action === 'attach');
  // A machine that is gone detaches its volumes by itself.
  const machines = action === 'attach' ? ids : [];
  const needed = watchNeeded(call, call.run.instances, machines, deadline);
  try {
    const found = await wait((now) => ids.every((id) => needed.isGone(id) || isDone(now, id)));
    return (id) => needed.isGone(id) && !(found && isDone(found, id));
  } finally {
    needed.stop();
  }
}

/** Whether the volume is on its way to or from a machine. */
export const isMoving = ({ status }: Volume): boolean => status === 'attaching' || status === 'detaching';

/** What a wait for another object needs: without it, that wait would last until its deadline. */
export interface Needed {
  isGone(id: string): boolean;
  /** Ends the watch. */
  stop(): void;
}

/** Watches objects while a wait for another one needs them. */
export function watchNeeded<T extends { readonly status: string }>(
  { signal }: Call,
  collection: Collection<T>,
  ids: readonly string[],
  deadline: number,
): Needed {
  const gone = new Set<string>();
  const stopped = new AbortController();
  const watch = async (id: string): Promise<void> => {
    await collection.wait(id, until<T>(isGoing), {
      deadline,
      signal: AbortSignal.any([signal, stopped.signal]),
      kind: 'being needed',
    });
    gone.add(id);
  };
  // A watch that fails only means that the wait lasts longer.
  for (const id of ids) watch(id).catch(() => undefined);
  return {
    isGone: (id) => gone.has(id),
    stop: () => {
      stopped.abort(new Error('nothing needs it any more'));
    },
  };
}
