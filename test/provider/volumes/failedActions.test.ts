// The cloud refuses a volume, or the volume or its machine is gone meanwhile.
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

describe('the shutdown of the machine of a volume', () => {
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
