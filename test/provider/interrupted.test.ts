import { Laptop } from './cloud';

describe('a verb whose engine ends', () => {
  let laptop: Laptop;
  beforeEach(async () => {
    laptop = await Laptop.start();
  });
  afterEach(() => laptop.stop());

  it('reports that the run was interrupted and what to do, and reports no defect', async () => {
    const volume = await laptop.up('volume', 'data', { size: 10, type: 'NVMe', locationCode: 'FIN-01' });
    laptop.emulator.control.faults.add({ kind: 'stuck', status: 'deleting', action: 'delete' });
    const deletion = volume.delete();
    await laptop.until(async () => (await laptop.cloud.volumes.get(volume.id)).status === 'deleting');
    laptop.loseEngine();
    await expect(deletion).rejects.toThrow(
      'The run was interrupted: the Pulumi engine is gone. Run `pulumi cancel` and then the command again.',
    );
  });
});
