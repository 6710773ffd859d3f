// After a killed or failed run, state has other values than the cloud; the next program is another one.
import { PENDING } from '../../../core/pendingTag';
import { InProcessStack } from '../support/inProcessStack';
import { endProcesses, killedRuns, MACHINE, VOLUME } from '../support/killedRuns';

jest.mock('../../../provider/run/progress');

describe('after an interrupted run, another program', () => {
  let stack: InProcessStack;
  const { applyRefreshed, endProcess } = killedRuns(() => stack);

  beforeEach(async () => {
    stack = await InProcessStack.start();
    await stack.useHome();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const refuseGrowth = () => {
    stack.emulator.control.faults.add({
      kind: 'status',
      status: 402,
      times: 1,
      operation: 'performVolumeAction',
      action: 'resize',
    });
  };

  it('may declare the smaller size of a volume whose growth failed at its create', async () => {
    const volume = { name: 'data', size: 20, type: 'NVMe', location_code: 'FIN-01' } as const;
    const id = await stack.cloud.volumes.create(volume);
    await stack.until(async () => (await stack.cloud.volumes.get(id)).status === 'detached');
    refuseGrowth();
    const args = { ...VOLUME, size: 30, adoptId: id };
    const adopted = stack.resource('volume', 'data', args);
    await expect(adopted.create()).rejects.toThrow('402');
    stack.newProcess();
    await adopted.update({ ...args, size: 20 });
    expect(adopted.outputs['size']).toBe(20);
    stack.newProcess();
    expect(await adopted.diff()).toMatchObject({ changes: false });
  });

  it('attaches a volume again that it still declares, after a killed delete that has detached it', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const args = { ...VOLUME, instanceIds: [machine.id], allowShutdown: true };
    const disk = await stack.up('volume', 'disk', args);
    stack.newProcess();
    const refused = { kind: 'status', status: 403, action: 'delete', times: 'always' } as const;
    stack.emulator.control.faults.add({ ...refused, operation: 'performVolumeAction' });
    await expect(disk.copy().delete()).rejects.toThrow('403');
    stack.emulator.control.faults.clear();
    expect((await stack.cloud.volumes.get(disk.id)).status).toBe('detached');
    endProcess();
    await applyRefreshed(disk, args);
    expect((await stack.cloud.volumes.get(disk.id)).status).toBe('attached');
  });

  it('leaves a tag that somebody has added to the result of a killed order', async () => {
    const disk = await stack.up('volume', 'disk', VOLUME);
    await stack.cloud.tags.add('volumes', disk.id, { key: 'cost-centre', value: '12' });
    endProcesses(stack);
    stack.newProcess();
    expect((await stack.up('volume', 'disk', VOLUME)).id).toBe(disk.id);
    const { tags } = await stack.cloud.volumes.get(disk.id);
    expect(tags.map(({ key }) => key).sort()).toEqual(['cost-centre', PENDING, 'team']);
  });

  it('is still refused if the cloud has the larger size', async () => {
    const args = { ...VOLUME, size: 30 };
    stack.emulator.control.faults.add({
      kind: 'stuck',
      status: 'ordered',
      operation: 'createVolume',
      times: 1,
    });
    const disk = stack.resource('volume', 'disk', { ...args, __timeouts: { create: '1m' } });
    await expect(disk.create()).rejects.toThrow(/ordered/);
    stack.newProcess();
    await expect(disk.update({ ...args, size: 20 })).rejects.toThrow(/has 30 GB and cannot become 20 GB/);
  });
});
