import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

let stack: InProcessStack;
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

const group = {
  ...{ name: 'workers', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
};

describe('deletedAt of an instance group', () => {
  test('is null while the group exists, and also after a refresh', async () => {
    const workers = await stack.up('instanceGroup', 'workers', group);
    expect(workers.outputs['deletedAt']).toBeNull();
    expect(await workers.refresh()).toBe(true);
    expect(workers.outputs['deletedAt']).toBeNull();
  });

  test('is the time that the cloud shows if it still lists the group after its deletion', async () => {
    const workers = await stack.up('instanceGroup', 'workers', group);
    const deleted_at = '2026-03-02T18:50:05.000Z';
    const fault = { kind: 'rewrite', set: { deleted_at }, times: 'always' } as const;
    stack.emulator.control.faults.add({ ...fault, operation: 'listInstanceGroups' });
    stack.emulator.control.faults.add({ ...fault, operation: 'getInstanceGroup' });
    expect(await workers.refresh()).toBe(true);
    expect(workers.outputs['deletedAt']).toBe(deleted_at);
  });

  test('is not in state after a refresh, because the refresh drops a group that is gone', async () => {
    const workers = await stack.up('instanceGroup', 'workers', group);
    await stack.cloud.instanceGroups.delete(workers.id);
    expect(await workers.refresh()).toBe(false);
  });
});

describe('an instance group', () => {
  const machine = {
    ...{ hostname: 'member', description: '', image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G' },
    location_code: 'FIN-01',
  };

  test('names the other group and adoptId if its name is taken, at its create and at an update', async () => {
    const { id } = await stack.cloud.instanceGroups.create({
      ...{ name: 'taken', description: '', location_code: 'FIN-01', instance_type: 'CPU.4V.16G' },
      template: { image: 'ubuntu-24.04', os_volume: { size: 50 }, ssh_key_ids: [], startup_script_id: null },
    });
    const workers = await stack.up('instanceGroup', 'workers', group);
    // The preview does not see the other group.
    stack.configure({ 'cloudCompute:planChecks': 'off' });
    stack.newProcess();
    const taken = `name "taken" is taken by the instance group ${id}`;
    await expect(workers.update({ ...group, name: 'taken' })).rejects.toThrow(taken);
    await expect(stack.up('instanceGroup', 'more', { ...group, name: 'taken' })).rejects.toThrow(taken);
    expect(await stack.cloud.instanceGroups.list()).toHaveLength(2);
  });

  test('keeps the answer of the cloud to a conflict if no other group has its name', async () => {
    stack.emulator.control.faults.add({
      ...{ operation: 'createInstanceGroup', kind: 'status', status: 409, message: 'Groups are locked.' },
    });
    await expect(stack.up('instanceGroup', 'workers', group)).rejects.toThrow(/Groups are locked/);
    expect(await stack.cloud.instanceGroups.list()).toEqual([]);
  });

  test('gets another description in place, and loses it', async () => {
    const workers = await stack.up('instanceGroup', 'workers', { ...group, description: 'for the night' });
    await workers.update({ ...group, description: 'for the day' });
    expect((await stack.cloud.instanceGroups.get(workers.id)).description).toBe('for the day');
    await workers.update(group);
    expect((await stack.cloud.instanceGroups.get(workers.id)).description ?? '').toBe('');
    expect(await workers.diff()).toMatchObject({ changes: false });
  });

  test('is deleted without an error if somebody has deleted it', async () => {
    const workers = await stack.up('instanceGroup', 'workers', group);
    await stack.cloud.instanceGroups.delete(workers.id);
    await expect(workers.delete()).resolves.toBeUndefined();
  });

  test('says what to do with its members if the cloud refuses to delete it', async () => {
    const workers = await stack.up('instanceGroup', 'workers', group);
    await stack.cloud.instances.deploy({ ...machine, instance_group_id: workers.id });
    stack.emulator.control.faults.add({
      operation: 'deleteInstanceGroup',
      kind: 'status',
      status: 409,
      times: 1,
    });
    await expect(workers.delete()).rejects.toThrow(
      /Remove its members first .* then run `pulumi destroy` again/,
    );
    stack.emulator.control.faults.add({
      operation: 'deleteInstanceGroup',
      kind: 'status',
      status: 403,
      times: 1,
    });
    await expect(workers.delete()).rejects.toThrow(/403/);
    await workers.delete();
  });

  test('warns that its members keep their keys when the template changes', async () => {
    const workers = await stack.up('instanceGroup', 'workers', group);
    const script = await stack.up('startupScript', 'setup', { script: '#!/bin/bash\ntrue\n' });
    const changed = { ...group, template: { ...group.template, startupScriptId: script.id } };
    expect(await warnedBy(() => workers.diff(changed))).toBe('');
    await stack.cloud.instances.deploy({ ...machine, instance_group_id: workers.id });
    stack.newProcess();
    expect(await warnedBy(() => workers.diff(changed))).toMatch(
      /^Existing members \(1\) keep the keys and the script/,
    );
  });
});
