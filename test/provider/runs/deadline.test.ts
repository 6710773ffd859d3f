// The provider does not wait for the requested time if the timeout of the resource ends before.
import { InProcessStack } from '../support/inProcessStack';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const HOUR = 3_600;
const TOO_LONG = /would have to wait 1 h.*left for it.*customTimeouts/s;

describe('a cloud that asks to wait for an hour', () => {
  let stack: InProcessStack;
  let startedAt: number;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    startedAt = stack.clock.now();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const minutes = () => (stack.clock.now() - startedAt) / 60_000;
  const refuse = (operation: string, status: number) => {
    const fault = { operation, kind: 'status', status, retryAfter: HOUR, times: 'always' } as const;
    stack.emulator.control.faults.add(fault);
  };

  it('fails a create at once because of its rate limit, before the deadline of the create', async () => {
    refuse('POST /v1/ssh-keys', 429);
    await expect(stack.up('sshKey', 'me', { key: KEY })).rejects.toThrow(TOO_LONG);
    expect(minutes()).toBeLessThan(6);
    expect(await stack.cloud.sshKeys.list()).toEqual([]);
  });

  it('fails an update at once because of a fault, before the deadline of the update', async () => {
    const disk = await stack.up('volume', 'disk', DISK);
    startedAt = stack.clock.now();
    refuse('PUT /v1/volumes', 503);
    await expect(disk.update({ ...DISK, name: 'archive' })).rejects.toThrow(TOO_LONG);
    expect(minutes()).toBeLessThan(6);
  });

  it('does not delay a refresh, which reads lists', async () => {
    const disk = await stack.up('volume', 'disk', DISK);
    startedAt = stack.clock.now();
    refuse('GET /v1/volumes', 429);
    await expect(disk.refresh()).rejects.toThrow(/would have to wait 1 h/);
    expect(minutes()).toBeLessThan(6);
  });

  it('fails a delete at once, before the deadline of the delete', async () => {
    const key = await stack.up('sshKey', 'me', { key: KEY });
    startedAt = stack.clock.now();
    refuse('DELETE /v1/ssh-keys', 429);
    await expect(key.delete()).rejects.toThrow(TOO_LONG);
    expect(minutes()).toBeLessThan(6);
  });

  it('ends the wait of a queued create at its deadline', async () => {
    const { faults } = stack.emulator.control;
    // Two requests are under way at once: the second learns of the wait of an hour while it is queued.
    refuse('POST /v1/scripts', 429);
    faults.add({ operation: 'POST /v1/ssh-keys', kind: 'status', status: 429, retryAfter: 30, times: 1 });
    const made = [
      stack.up('sshKey', 'me', { key: KEY }),
      stack.up('startupScript', 'setup', { script: '#!/bin/bash' }),
    ];
    const outcomes = await Promise.allSettled(made);
    expect(outcomes.filter(({ status }) => status === 'rejected')).not.toEqual([]);
    expect(minutes()).toBeLessThan(6);
  });
});
