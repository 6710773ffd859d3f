// The cloud refuses or ignores an action, or the machine is gone meanwhile: the error contains the reason.
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  osVolume: { size: 50 },
};
const VOLUME = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };

let stack: InProcessStack;
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

describe('the shutdown of a machine', () => {
  it('is forced if the machine does not shut down by itself, and a message says so', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    stack.fault('performInstanceAction', { kind: 'stuck', status: 'running', times: 1 });
    await machine.update({ ...MACHINE, powerState: 'offline' });
    expect(machine.outputs['status']).toBe('offline');
  });

  it('fails if the machine was deleted meanwhile', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const update = expect(machine.update({ ...MACHINE, powerState: 'offline' })).rejects.toThrow(
      new RegExp(`${machine.id}.*(is gone|cannot become offline)|gone`),
    );
    await stack.until(async () => (await stack.cloud.instances.get(machine.id)).status !== 'running');
    await stack.cloud.instances.perform({ id: machine.id, action: 'discontinue' });
    await update;
  });

  it('is not undone if the machine was deleted meanwhile: the volume that needed it is deleted', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const attached = { ...VOLUME, instanceIds: [machine.id], allowShutdown: true };
    const volume = await stack.up('volume', 'data', attached);
    stack.fault('performVolumeAction', { kind: 'delay', milliseconds: 500, when: 'after', times: 1 });
    const isDetached = async () =>
      (await stack.cloud.volumes.list()).every(({ id, status }) => id !== volume.id || status === 'detached');
    const deleted = volume.delete();
    await stack.until(isDetached);
    await machine.delete();
    await deleted;
    expect((await stack.cloud.volumes.list()).map(({ id }) => id)).not.toContain(volume.id);
  });

  it('is not needed to delete a volume if the same run deletes its machine', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: [volume.id] });
    // Without existingVolumes, the volume stays attached, and neither resource depends on the other.
    await machine.update(MACHINE);
    const deleted = volume.delete();
    await stack.until(async () => (await stack.cloud.volumes.get(volume.id)).status === 'attached');
    await machine.delete();
    await deleted;
    expect((await stack.cloud.volumes.list()).map(({ id }) => id)).not.toContain(volume.id);
  });

  it('is refused for the delete of a volume if nobody deletes its machine', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    await stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: [volume.id] });
    await expect(volume.delete()).rejects.toThrow(
      /^Detaching the volume data \(\S+\) needs the instance trainer \(\S+\) to be shut down/,
    );
  });

  it('names the reason of the cloud if it refuses the action', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    stack.fault('performInstanceAction', {
      kind: 'status',
      status: 400,
      message: 'The instance is under maintenance.',
      times: 1,
    });
    await expect(machine.update({ ...MACHINE, powerState: 'offline' })).rejects.toThrow(
      /The instance is under maintenance/,
    );
    await machine.update({ ...MACHINE, powerState: 'offline' });
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('offline');
  });

  it('names the reason also if the cloud accepts the request and refuses the action', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const error = 'The instance is under maintenance.';
    stack.fault('performInstanceAction', {
      kind: 'rewrite',
      set: { status: 'error', statusCode: 400, error },
    });
    await expect(machine.update({ ...MACHINE, powerState: 'offline' })).rejects.toThrow(
      new RegExp(`The instance ${machine.id} refused the action shutdown: ${error}$`),
    );
  });
});

describe('machines that are deleted', () => {
  it('stay in state with the reason of the cloud if it refuses each of them', async () => {
    const machines = await Promise.all(
      ['one', 'other'].map((hostname) => stack.up('instance', hostname, { ...MACHINE, hostname })),
    );
    const error = 'The instance is locked.';
    stack.fault('performInstanceAction', {
      kind: 'rewrite',
      set: { status: 'error', statusCode: 400, error },
    });
    const results = await Promise.allSettled(machines.map((machine) => machine.delete()));
    expect(results.map((result) => result.status === 'rejected' && (result.reason as Error).message)).toEqual(
      machines.map(({ id }) => `The instance ${id} refused the action delete: ${error}`),
    );
  });

  it('are not deleted a second time while they are being deleted', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await stack.cloud.instances.perform({ id: machine.id, action: 'delete' });
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('deleting');
    stack.newProcess();
    stack.emulator.control.requests.reset();
    await machine.delete();
    expect(stack.emulator.control.requests.counts()).not.toHaveProperty('performInstanceAction');
    expect(await stack.cloud.instances.list()).toEqual([]);
  });
});

describe('a machine that cannot be installed', () => {
  it('is removed, and the error says that it is not billed any more', async () => {
    stack.fault('deployInstance', { kind: 'installationFailed', times: 1 });
    await expect(stack.up('instance', 'trainer', MACHINE)).rejects.toThrow(
      /could not be installed .* The instance was removed, and nothing of it is billed any more\.$/s,
    );
    expect(await stack.cloud.instances.list()).toEqual([]);
    expect(await stack.cloud.volumes.list()).toEqual([]);
  });

  it('is reported as such although its journal cannot be read', async () => {
    stack.fault('deployInstance', { kind: 'installationFailed', times: 1 });
    stack.fault('GET /v1/journal**', { kind: 'status', status: 403, message: 'No access.', times: 'always' });
    await expect(stack.up('instance', 'trainer', MACHINE)).rejects.toThrow(
      /could not be installed .*, after .*\. Its journal could not be read: .*403/s,
    );
  });
});

describe('what the cloud refuses for a quota', () => {
  it('says which new resources are missing, and how to make room', async () => {
    await stack.up('volume', 'old', VOLUME);
    stack.newProcess();
    await stack.up('volume', 'first', VOLUME);
    const [second, third] = ['second', 'third'].map((name) => stack.resource('volume', name, VOLUME));
    await second?.problems();
    await third?.problems();
    const message = 'The storage quota of the project is used up.';
    stack.fault('createVolume', { kind: 'status', status: 403, message, times: 1 });
    await expect(second?.create()).rejects.toThrow(
      /storage quota .*Not created yet: second, third\. .*pulumi destroy --target/s,
    );
    stack.fault('createVolume', { kind: 'status', status: 403, message: 'Not in this state.', times: 1 });
    await expect(third?.create()).rejects.not.toThrow('--target');
  });
});

describe('a volume that is deleted while its create waits for it', () => {
  it('is reported as gone, and the next up creates another', async () => {
    stack.fault('createVolume', { kind: 'stuck', status: 'ordered', times: 1 });
    const volume = stack.resource('volume', 'data', VOLUME);
    const create = expect(volume.create()).rejects.toThrow(
      /^The volume (data \(\S+\) is delet(ed|ing)|\S+ is gone)/,
    );
    await stack.until(async () => (await stack.cloud.volumes.list()).length > 0);
    const [{ id } = { id: '' }] = await stack.cloud.volumes.list();
    await stack.cloud.volumes.delete(id);
    await create;
    stack.newProcess();
    const again = await stack.up('volume', 'data', VOLUME);
    expect(again.id).not.toBe(id);
    expect(again.outputs['status']).toBe('detached');
  });
});

describe('an order with existing volumes', () => {
  it('names the machine that holds a volume, and what to do', async () => {
    const data = await stack.up('volume', 'data', VOLUME);
    const holder = await stack.cloud.instances.deploy({
      ...{ hostname: 'holder', description: '', image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G' },
      ...{ location_code: 'FIN-01', existing_volumes: [data.id] },
    });
    const machine = stack.resource('instance', 'trainer', { ...MACHINE, existingVolumes: [data.id] });
    // The preview saw the volume before it was attached.
    stack.fault('listVolumes', { kind: 'lag', seconds: 3600, times: 1 });
    await expect(machine.create()).rejects.toThrow(
      new RegExp(`data \\(${data.id}\\) is attached to holder \\(${holder}\\)`),
    );
    expect((await stack.cloud.instances.list()).map(({ id }) => id)).toEqual([holder]);
  });

  it('says what to do if the machine that it replaces holds a volume, because the program creates first', async () => {
    const volume = await stack.up('volume', 'data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' });
    const args = { ...MACHINE, existingVolumes: [volume.id] };
    const old = await stack.up('instance', 'trainer', { ...args, hostname: 'one' });
    await old.diff({ ...args, hostname: 'two' });
    await expect(stack.up('instance', 'trainer', { ...args, hostname: 'two' })).rejects.toThrow(
      /attached to one \(.*which this machine replaces: leave out deleteBeforeReplace/s,
    );
  });

  it('keeps the answer of the cloud if no volume is the reason', async () => {
    const data = await stack.up('volume', 'data', VOLUME);
    stack.fault('deployInstance', {
      kind: 'status',
      status: 400,
      message: 'The image is not available.',
      times: 1,
    });
    await expect(stack.up('instance', 'trainer', { ...MACHINE, existingVolumes: [data.id] })).rejects.toThrow(
      /The image is not available/,
    );
    expect(await stack.cloud.instances.list()).toEqual([]);
  });
});

describe('a gate', () => {
  it('keeps the outputs of a machine that is gone', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const gate = await stack.up('ready', 'gate', { instanceIds: [machine.id] });
    const shown = gate.outputs['instances'] as { hostname: string }[];
    expect(shown.map(({ hostname }) => hostname)).toEqual(['trainer']);
    await machine.delete();
    stack.emulator.clock.advance(30 * 24 * 3_600_000);
    expect(await gate.refresh()).toBe(true);
    expect(gate.outputs['instances']).toEqual(shown);
  });

  it('names each machine that failed, after all others are ready', async () => {
    stack.fault('deployInstance', { kind: 'installationFailed', times: 1 });
    const bad = await stack.up('instance', 'bad', { ...MACHINE, hostname: 'bad', awaitReady: false });
    const good = await stack.up('instance', 'good', { ...MACHINE, hostname: 'good', awaitReady: false });
    await expect(stack.up('ready', 'gate', { instanceIds: [bad.id, good.id] })).rejects.toThrow(
      /^1 of 2 instances are not ready\. Run `pulumi up` again: it replaces failed instances, and waits for the others\. The instance bad .*installed/,
    );
    expect((await stack.cloud.instances.get(good.id)).status).toBe('running');
  });
});
