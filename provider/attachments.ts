// How volumes are attached to machines and detached from them; the API wants the machine to be off for both.
import type { Volume } from '../api';
import type { Call } from './call';
import { whileOff } from './power';
import { waitFor } from './waiting';

/** A volume cannot be attached or detached. */
export class AttachmentError extends Error {
  override readonly name = 'AttachmentError';
}

/** The instances that hold a volume. */
export const attachedTo = (found: Volume): string[] => [
  ...new Set([...found.instances.map(({ id }) => id), ...(found.instance_id ? [found.instance_id] : [])]),
];

/** Attaches a volume, stopping and starting the machine where that is allowed. */
export function attach(call: Call, found: Volume, instanceId: string, allowed: boolean): Promise<void> {
  return move(call, found, instanceId, allowed, 'attach');
}

/** Detaches a volume, stopping and starting the machine where that is allowed. */
export function detach(call: Call, found: Volume, instanceId: string, allowed: boolean): Promise<void> {
  return move(call, found, instanceId, allowed, 'detach');
}

async function move(
  call: Call,
  found: Volume,
  instanceId: string,
  allowed: boolean,
  action: 'attach' | 'detach',
): Promise<void> {
  const { client, volumes } = call.session;
  const doing = `${action === 'attach' ? 'Attaching' : 'Detaching'} the volume ${found.name} (${found.id})`;
  await whileOff(call, instanceId, allowed, doing, async () => {
    await client.volumes.perform({ action, id: found.id, instance_id: instanceId }, call.requests);
    volumes.wrote();
    await waitFor(call, volumes, found.id, `${action}ing`, (now) => {
      if (!now) return { state: 'failed', error: new AttachmentError(`The volume ${found.id} is gone.`) };
      const holds = attachedTo(now).includes(instanceId);
      const moving = now.status === 'attaching' || now.status === 'detaching';
      return !moving && holds === (action === 'attach')
        ? { state: 'done', value: now }
        : { state: 'waiting', status: now.status };
    });
  });
}
