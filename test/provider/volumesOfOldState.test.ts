// Commit 2af911b stored `ownVolumeIds: []` for a machine that showed no operating-system volume when it was accepted.
// Nothing proves then that its inline volumes were made with it: they are left alone and named, and not made again.
import { warn } from '../../provider/session/progress';
import type { TestResource } from './inProcessStack';
import { InProcessStack } from './inProcessStack';
import { warned } from './warnings';

jest.mock('../../provider/session/progress');

const SCRATCH = { name: 'scratch', size: 50, type: 'NVMe' };
const MACHINE = {
  ...{ hostname: 'worker', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  ...{ osVolume: { name: 'worker-os', size: 50 }, volumes: [SCRATCH], allowShutdown: true },
};

describe('a state of 2af911b without created volumes', () => {
  let stack: InProcessStack;
  let machine: TestResource;
  let scratch: { readonly id: string; readonly base_hourly_cost: number } | undefined;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    machine = await stack.up('instance', 'worker', MACHINE);
    const volumes = await stack.cloud.volumes.list();
    for (const { id, tags } of volumes)
      for (const tag of tags) await stack.cloud.tags.remove('volumes', id, tag.id);
    scratch = volumes.find(({ name }) => name === 'scratch');
    machine.outputs = { ...machine.outputs, ownVolumeIds: [] };
    stack.newProcess();
    jest.mocked(warn).mockClear();
  });

  afterEach(() => stack.stop());

  const left = async () => (await stack.cloud.volumes.list()).map(({ id }) => id);
  const expectNamed = () => {
    const { id = '', base_hourly_cost: price = 0 } = scratch ?? {};
    expect(warned()).toContain(`The volume scratch (${id}, 50 GB)`);
    expect(warned()).toContain(`billed with ${String(price)} usd an hour`);
    expect(warned()).toContain(`adoptId: "${id}"`);
  };

  it('leaves and names the inline volume when the machine is deleted', async () => {
    await machine.delete();
    expect(await left()).toEqual([scratch?.id]);
    expectNamed();
  });

  it('leaves and names it when the machine is deleted after a refresh', async () => {
    await machine.refresh();
    await machine.delete();
    expect(await left()).toEqual([scratch?.id]);
    expectNamed();
  });

  it('names nothing when the machine is to keep its volumes', async () => {
    await machine.update({ ...MACHINE, keepVolumes: true });
    jest.mocked(warn).mockClear();
    await machine.delete();
    expect(await left()).toHaveLength(2);
    expect(warned()).toBe('');
  });

  it('does not create it again by a refresh and an update', async () => {
    await machine.refresh();
    expect(await machine.diff()).toMatchObject({ changes: false });
    await machine.update({ ...MACHINE, tags: { team: 'ml' } });
    expect(await left()).toHaveLength(2);
    expectNamed();
    await machine.delete();
    expect(await left()).toEqual([scratch?.id]);
  });

  it('leaves and names it when it leaves the program', async () => {
    await machine.update({ ...MACHINE, volumes: [] });
    expect(await left()).toHaveLength(2);
    expectNamed();
  });

  it('deletes later volumes of the program with the machine', async () => {
    const more = { name: 'more', size: 10, type: 'NVMe' };
    await machine.update({ ...MACHINE, volumes: [SCRATCH, more] });
    expect(await left()).toHaveLength(3);
    await machine.delete();
    expect(await left()).toEqual([scratch?.id]);
  });
});
