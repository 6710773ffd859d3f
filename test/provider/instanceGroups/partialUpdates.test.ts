import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

describe('an update that fails half-way', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const refuse = (target: object, status = 402) => {
    stack.emulator.control.faults.add({ kind: 'status', status, times: 1, ...target });
  };

  it('stores the change of a group although the next read fails', async () => {
    const template = { image: 'ubuntu-24.04', osVolume: { size: 60 } };
    const args = { name: 'servers', instanceType: '1V100.6V', locationCode: 'FIN-01', template };
    const group = await stack.up('instanceGroup', 'servers', args);
    refuse({ operation: 'GET /v1/instance-groups/*', skip: 1 }, 403);
    await expect(group.update({ ...args, name: 'workers' })).rejects.toThrow('403');
    expect(group.outputs).toMatchObject({ name: 'workers' });
    expect(await group.diff({ ...args, name: 'workers' })).toMatchObject({ changes: true, replaces: [] });
  });
});
