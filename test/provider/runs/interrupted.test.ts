import { InProcessStack } from '../support/inProcessStack';

describe('a verb whose engine ends', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  it('reports that the run was interrupted and what to do, and reports no defect', async () => {
    const volume = await stack.up('volume', 'data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' });
    stack.emulator.control.faults.add({ kind: 'stuck', status: 'deleting', action: 'delete' });
    const deletion = volume.delete();
    await stack.until(async () => (await stack.cloud.volumes.get(volume.id)).status === 'deleting');
    stack.loseEngine();
    await expect(deletion).rejects.toThrow(
      'The run was interrupted: the Pulumi engine is gone. Run `pulumi cancel` and then the command again.',
    );
  });
});
