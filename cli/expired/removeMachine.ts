// Carries out the end of one machine: deletes it, or hibernates it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CloudComputeClient } from '../../api/client';
import type { CallOptions } from '../../api/options';
import { printable } from '../../api/printable';
import type { InstanceActionRequest, Volume } from '../../api/schema';
import type { Machine, VolumesAtEnd } from '../../core/expired';
import { judge, volumesAtEnd } from '../../core/expired';
import type { Expiry } from '../../core/expiryTag';
import { RemovalError } from '../../core/orphans/removeOrphan';
import { isGoing, unlessGone } from '../../core/statuses';
import { errorText, isExpected } from '../errorText';

/** What became of a machine that was due. */
export interface Outcome extends VolumesAtEnd {
  readonly machine: Machine;
  readonly result:
    | 'deleted'
    | 'hibernated'
    /** Somebody else deletes it, or has deleted it. */
    | 'gone'
    /** It is not due any more: its end was changed or removed. */
    | 'extended'
    | 'failed'
    /** The command was stopped meanwhile. */
    | 'stopped';
  /** Why it failed. */
  readonly reason?: string;
}

const NO_VOLUMES: VolumesAtEnd = { trashed: [], staying: [] };
const POLL_MS = 1_000;
/** How long a machine may take to shut down before that is forced, and how long after that, in ms of the cloud's time. */
const GRACEFUL_MS = 3 * 60_000;

/**
 * Carries out the end of a machine if it is still due. The machine and its operating-system volume are read again right
 * before: it may have been extended, or the volume adopted.
 */
export async function removeMachine(
  client: CloudComputeClient,
  listed: Machine,
  volumes: readonly Volume[],
  signal?: AbortSignal,
): Promise<Outcome> {
  const options: CallOptions = { signal, finishesWrites: true };
  const removal = new Removal(client, listed, volumes, options);
  try {
    return { machine: listed, ...(await removal.run()) };
  } catch (error) {
    if (signal?.aborted) return { machine: listed, result: 'stopped', ...NO_VOLUMES };
    if (!isExpected(error)) throw error;
    const isSuccess = await isGoneNow(client, listed, options);
    return isSuccess
      ? { machine: listed, result: 'gone', trashed: [], staying: removal.known.staying }
      : { machine: listed, result: 'failed', reason: errorText(error), ...NO_VOLUMES };
  }
}

/** Whether a request was refused because the machine is being deleted already. If that cannot be read, it is not known. */
async function isGoneNow(
  client: CloudComputeClient,
  machine: Machine,
  options: CallOptions,
): Promise<boolean> {
  try {
    const now = await read(client, machine, options);
    return now === undefined || isGoing(now.object);
  } catch (error) {
    // The first error is the one to report.
    if (!isExpected(error) && !options.signal?.aborted) throw error;
    return false;
  }
}

/** The machine as it is now; undefined if it is gone. */
async function read(
  client: CloudComputeClient,
  { collection, object: { id } }: Machine,
  options: CallOptions,
): Promise<Machine | undefined> {
  if (collection === 'clusters') {
    const object = await unlessGone(client.clusters.get(id, options));
    return object && { collection, object };
  }
  const object = await unlessGone(client.instances.get(id, options));
  return object && { collection, object };
}

type Ending = Omit<Outcome, 'machine'>;
const GONE: Ending = { result: 'gone', ...NO_VOLUMES };
const EXTENDED: Ending = { result: 'extended', ...NO_VOLUMES };

class Removal {
  /** The volumes of the machine, once it was read. */
  known = NO_VOLUMES;

  constructor(
    private readonly client: CloudComputeClient,
    private readonly listed: Machine,
    private readonly volumes: readonly Volume[],
    private readonly options: CallOptions,
  ) {}

  async run(): Promise<Ending> {
    const found = await this.readDue();
    if ('result' in found) return found;
    const { machine, expiry } = found;
    this.known = volumesAtEnd(machine, expiry, await this.withOsVolume(machine));
    return expiry.onExpiry === 'hibernate'
      ? this.hibernate(machine, this.known)
      : this.delete(machine, expiry, this.known);
  }

  /** The volumes, with the operating-system volume as it is now. */
  private async withOsVolume({ object }: Machine): Promise<readonly Volume[]> {
    const id = 'os_volume_id' in object ? object.os_volume_id : null;
    if (id === null) return this.volumes;
    const found = await unlessGone(this.client.volumes.get(id, this.options));
    const others = this.volumes.filter((one) => one.id !== id);
    return found && !('deleted_at' in found) ? [...others, found] : others;
  }

  /** The machine if it is due, or why there is nothing to do. */
  private async readDue(): Promise<{ readonly machine: Machine; readonly expiry: Expiry } | Ending> {
    const machine = await read(this.client, this.listed, this.options);
    if (!machine || isGoing(machine.object)) return GONE;
    const { standing, expiry } = judge(machine, this.client.cloudTime());
    if (standing !== 'due' || !expiry) return EXTENDED;
    return { machine, expiry };
  }

  private async delete(machine: Machine, expiry: Expiry, volumes: VolumesAtEnd): Promise<Ending> {
    if (machine.collection === 'clusters') {
      await unlessGone(this.client.clusters.discontinue([machine.object.id], this.options));
      return { result: 'deleted', ...volumes };
    }
    // Where no volume is known to be the operating-system volume, the cloud decides: it moves that one to the trash.
    const isUnknown =
      !expiry.keepsOsVolume && machine.object.os_volume_id === null && volumes.trashed.length === 0;
    await this.perform({
      action: 'delete',
      ...(!isUnknown && { volume_ids: volumes.trashed.map(({ id }) => id) }),
      delete_permanently: false,
    });
    return { result: 'deleted', ...volumes };
  }

  /** Only a machine that is shut down can hibernate. */
  private async hibernate({ object: { status } }: Machine, volumes: VolumesAtEnd): Promise<Ending> {
    if (status !== 'offline') {
      await this.perform({ action: 'shutdown' });
      const ending = (await this.waitUntilOff()) ?? (await this.forceOff());
      if (ending !== 'off') return ending;
    }
    await this.perform({ action: 'hibernate' });
    return { result: 'hibernated', ...volumes };
  }

  private async forceOff(): Promise<Ending | 'off'> {
    // A machine that was extended meanwhile shuts down all the same, and is started again after that.
    if (!('result' in (await this.readDue()))) await this.perform({ action: 'force_shutdown' });
    const ending = await this.waitUntilOff();
    if (ending === undefined) throw new RemovalError('It does not shut down.');
    return ending;
  }

  /** @returns undefined if it is still on after the time, and an ending if it must not hibernate any more. */
  private async waitUntilOff(): Promise<Ending | 'off' | undefined> {
    const until = this.client.cloudTime() + GRACEFUL_MS;
    for (;;) {
      const now = await read(this.client, this.listed, this.options);
      if (!now || isGoing(now.object)) return GONE;
      if (now.object.status === 'offline') {
        if (judge(now, this.client.cloudTime()).standing === 'due') return 'off';
        // It was extended meanwhile, and was shut down only for its end.
        await this.perform({ action: 'start' });
        return EXTENDED;
      }
      if (this.client.cloudTime() >= until) return undefined;
      await sleep(POLL_MS, undefined, { signal: this.options.signal });
    }
  }

  private async perform(action: Omit<InstanceActionRequest, 'id'>): Promise<void> {
    const request = this.client.instances.perform({ ...action, id: this.listed.object.id }, this.options);
    const failed = (await unlessGone(request))?.find(({ status }) => status === 'error');
    if (failed)
      throw new RemovalError(
        `The cloud refused the action ${action.action}: ${printable(failed.error ?? 'no reason given')}.`,
      );
  }
}
