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
