import { InProcessStack } from './inProcessStack';

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
