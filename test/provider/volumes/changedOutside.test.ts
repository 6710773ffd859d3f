import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const SPOT = {
  instanceType: '1V100.6V',
  image: 'ubuntu-24.04',
  locationCode: 'FIN-01',
  isSpot: true,
  osVolume: { name: 'os', size: 60 },
};

const VOLUME = { name: 'data', size: 50, type: 'NVMe' };

describe('a change outside of the program', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('is undone in exactly the changed property', async () => {
    const args = { size: 50, type: 'NVMe', locationCode: 'FIN-01', name: 'data', tags: { team: 'ml' } };
    const disk = await stack.up('volume', 'data', args);
    await stack.cloud.volumes.perform({ action: 'rename', id: disk.id, name: 'theirs' });
    await stack.cloud.volumes.perform({ action: 'resize', id: disk.id, size: 70 });
    stack.emulator.clock.advance(60_000);
    await disk.refresh();
    expect(disk.inputs).toMatchObject({ name: 'theirs', size: 70, tags: { team: 'ml' } });
    await disk.update({ ...args, size: 70 });
    expect(await stack.cloud.volumes.get(disk.id)).toMatchObject({ name: 'data', size: 70 });
  });

  it('does not fail a refresh if the program cannot undo it, and the next preview says what to do', async () => {
    const machine = await stack.up('instance', 'trainer', { ...SPOT, volumes: [VOLUME] });
    const disk = await stack.up('volume', 'disk', { ...VOLUME, locationCode: 'FIN-01' });
    for (const { id, size } of await stack.cloud.volumes.list())
      await stack.cloud.volumes.perform({ action: 'resize', id, size: size + 10 });
    stack.emulator.clock.advance(60_000);
    expect(await machine.refresh()).toBe(true);
    expect(await disk.refresh()).toBe(true);
    expect(machine.inputs).toMatchObject({ osVolume: { size: 70 }, volumes: [VOLUME] });
    await expect(disk.diff()).rejects.toThrow('it has 60 GB and cannot become 50 GB. Set 60 or more');
    await expect(machine.diff()).rejects.toThrow('it has 70 GB and cannot become 60 GB');
  });
});
