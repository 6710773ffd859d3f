// A volume in the trash cannot have tags, so a restore that is killed after its request leaves the volume without a
// pending tag.
import type { TagRequest } from '../../../api/schema';
import { PENDING, orderOf, pendingTag, restoreMeaning } from '../../../core/pendingTag';
import { warn } from '../../../provider/run/progress';
import type { Answered, Relay } from '../../relay';
import { relayTo } from '../../relay';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy, warnings } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const DISK = { name: 'archive', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const MINUTE = 60_000;

/** Creates a volume and moves it to the trash. */
async function volumeInTrash({ cloud, clock }: InProcessStack, tags: TagRequest[] = []): Promise<string> {
  const id = await cloud.volumes.create({
    ...{ name: 'archive', size: 10, type: 'NVMe', location_code: 'FIN-01', tags },
  });
  await clock.sleep(MINUTE);
  await cloud.volumes.delete(id);
  await clock.sleep(MINUTE);
  return id;
}

describe('a restore that was killed right after its request', () => {
  let stack: InProcessStack;
  let relay: Relay;
  let id: string;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
    jest.mocked(warn).mockClear();
    let isKilled = false;
    relay = await relayTo(stack.emulator.url, async (request, pass) => {
      const answer = await pass();
      if (request.method === 'PUT' && !isKilled) {
        isKilled = true;
        stack.loseEngine();
      }
      return answer;
    });
    id = await volumeInTrash(stack);
    stack.configure({ 'cloudCompute:baseUrl': relay.url });
    stack.newProcess();
    await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id }).catch(() => undefined);
    await stack.clock.sleep(MINUTE);
    expect(await stack.cloud.volumes.get(id)).toMatchObject({ status: 'detached', tags: [] });
    stack.newProcess();
  });

  afterEach(async () => {
    await stack.stop();
    await relay.close();
  });

  it('is continued by the next create, which tags the volume', async () => {
    const again = await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id });
    expect(again.id).toBe(id);
    const { tags } = (await stack.cloud.volumes.list())[0] ?? { tags: [] };
    expect(tags.map(({ key }) => key)).toEqual([PENDING]);
  });

  it('is named when the stack is destroyed, and the volume stays, because somebody else may have restored it', async () => {
    await stack.deleteOwner();
    expect(warnings()).toContainEqual(
      expect.stringMatching(
        new RegExp(`Restored from the trash by an interrupted run, billed[^]*volume archive \\(${id}\\)`),
      ),
    );
    expect((await stack.cloud.volumes.get(id)).status).toBe('detached');
  });
});

describe('a restore that was killed before its id was in state', () => {
  let stack: InProcessStack;
  let id: string;
  beforeEach(async () => {
    stack = await InProcessStack.start();
    id = await volumeInTrash(stack);
  });
  afterEach(() => stack.stop());

  it('is continued by the same resource under a new name in the program', async () => {
    await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id });
    stack.newProcess();
    const again = await stack.up('volume', 'renamed', { ...DISK, restoreVolumeId: id });
    expect(again.id).toBe(id);
    expect(await stack.cloud.volumes.list()).toHaveLength(1);
  });

  it('is not continued after the cloud refused the restore', async () => {
    const fault = {
      operation: 'performVolumeAction',
      kind: 'status',
      status: 403,
      message: 'Locked.',
    } as const;
    stack.emulator.control.faults.add(fault);
    const volume = stack.resource('volume', 'archive', { ...DISK, restoreVolumeId: id });
    await expect(volume.create()).rejects.toThrow(/Locked/);
    expect(volume.id).toBe('');
    expect((await stack.cloud.volumes.get(id)).status).toBe('deleted');
    await volume.create();
    expect(volume.id).toBe(id);
  });

  it('is continued by the next create if the cloud did not take the pending tag', async () => {
    await stack.useHome();
    const tags = { operation: 'createVolumeTag', kind: 'status', status: 400, message: 'Locked.' } as const;
    stack.emulator.control.faults.add(tags);
    await expect(stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id })).rejects.toThrow(/Locked/);
    stack.newProcess();
    const again = await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id });
    expect(again.id).toBe(id);
    expect((await stack.cloud.volumes.get(id)).tags.map(({ key }) => key)).toEqual([PENDING]);
  });

  it('is continued by a replacement whose old state holds the same volume', async () => {
    const before = await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id });
    stack.newProcess();
    await before.delete();
    await stack.clock.sleep(MINUTE);
    stack.newProcess();
    await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id });
    stack.newProcess();
    await before.diff();
    // With the first change, the provider removes the pending tags of resources in state.
    await stack.up('volume', 'other', DISK);
    await stack.clock.sleep(MINUTE);
    const again = await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id });
    expect(again.id).toBe(id);
  });

  it('keeps the volume out of the trash if the program protects it', async () => {
    await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id, __keep: true });
    stack.newProcess();
    await stack.deleteOwner();
    expect((await stack.cloud.volumes.get(id)).status).toBe('detached');
  });

  it('is named as kept, and not as a copied tag, if the program protects it', async () => {
    await stack.clock.sleep(20 * MINUTE);
    await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id, __keep: true });
    stack.newProcess();
    const warned = await warnedBy(() => stack.deleteOwner());
    expect(warned).toContain('It is kept because of retainOnDelete or protect');
    expect(warned).not.toContain('copied');
  });

  it.each([
    ['another stack', 'feedc0ffee00', 'other'],
    ['a stack of the same name with another state', 'feedc0ffee01', 'dev'],
  ])('is not continued if %s has restored the volume', async (_, owner, stackName) => {
    await stack.cloud.volumes.perform({ action: 'restore', id });
    await stack.clock.sleep(MINUTE);
    const urn = `urn:pulumi:${stackName}::test::pulumi-nodejs:dynamic/cloud-compute:Volume::archive`;
    const order = orderOf({ owner, urn }, { whenOrphaned: 'trash', meaning: restoreMeaning(id) });
    await stack.cloud.tags.add('volumes', id, pendingTag(order, Date.now()));
    stack.newProcess();
    const [problem] = await stack.resource('volume', 'renamed', { ...DISK, restoreVolumeId: id }).problems();
    expect(problem).toContain('is detached, not in the trash: adopt it with adoptId');
  });
});

describe('the restore of a volume that has no place for a pending tag', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });
  afterEach(() => stack.stop());

  it('is no longer noted when the volume is deleted: the restore of somebody else is not continued', async () => {
    const tags = Array.from({ length: 10 }, (_, index) => ({ key: `key-${index}`, value: '' }));
    const id = await volumeInTrash(stack, tags);
    const mine = await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id });
    stack.newProcess();
    await mine.delete();
    await stack.clock.sleep(MINUTE);
    await stack.cloud.volumes.perform({ action: 'restore', id });
    await stack.clock.sleep(MINUTE);
    stack.newProcess();
    const [problem] = await stack.resource('volume', 'again', { ...DISK, restoreVolumeId: id }).problems();
    expect(problem).toContain('is detached, not in the trash: adopt it with adoptId');
  });
});

describe('a restore whose reply was lost', () => {
  let stack: InProcessStack;
  let relay: Relay;
  let id: string;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    id = await volumeInTrash(stack);
  });

  afterEach(async () => {
    await stack.stop();
    await relay.close();
  });

  /** Loses the reply to the first request that restores the volume, and returns the statuses of the other replies. */
  const loseReply = async (restore: (pass: () => Promise<Answered>) => Promise<unknown>) => {
    const statuses: number[] = [];
    let isLost = false;
    relay = await relayTo(stack.emulator.url, async ({ method }, pass) => {
      if (method === 'PUT' && !isLost) {
        isLost = true;
        await restore(pass);
        throw new Error('The reply is lost.');
      }
      const answer = await pass();
      if (method === 'PUT') statuses.push(answer.status);
      return answer;
    });
    stack.configure({ 'cloudCompute:baseUrl': relay.url });
    stack.newProcess();
    return statuses;
  };

  it('is a success, although the cloud refuses the repeated request', async () => {
    const statuses = await loseReply(async (pass) => {
      await pass();
      await stack.clock.sleep(MINUTE);
    });
    const volume = await stack.up('volume', 'archive', { ...DISK, restoreVolumeId: id });
    expect(volume).toMatchObject({ id, outputs: { status: 'detached' } });
    expect(statuses).toEqual([403]);
    const [listed] = await stack.cloud.volumes.list();
    expect(listed?.tags.map(({ key }) => key)).toEqual([PENDING]);
  });

  it('is a failure if the volume is still in the trash', async () => {
    const fault = { kind: 'status', status: 403, message: 'Locked.' } as const;
    stack.emulator.control.faults.add({ ...fault, operation: 'performVolumeAction' });
    const statuses = await loseReply(() => Promise.resolve());
    const volume = stack.resource('volume', 'archive', { ...DISK, restoreVolumeId: id });
    await expect(volume.create()).rejects.toThrow('Locked.');
    expect(statuses).toEqual([403]);
    expect((await stack.cloud.volumes.get(id)).status).toBe('deleted');
  });
});
