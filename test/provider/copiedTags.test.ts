// Somebody has copied all tags of a thing of this stack to a machine of his own, which is older.
import { PENDING } from '../../core/pendingTag';
import { Laptop } from './cloud';

jest.mock('../../provider/session/progress');

const DISK = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const HOUR = 3_600_000;

describe('an orphan whose pending tag somebody copied to another machine', () => {
  let laptop: Laptop;
  let machine: string;
  let orphan: string;

  beforeEach(async () => {
    laptop = await Laptop.start();
    machine = await laptop.cloud.instances.deploy({
      ...{ hostname: 'somebodys', description: 'trains', image: 'ubuntu-24.04' },
      ...{ instance_type: 'CPU.4V.16G', location_code: 'FIN-01' },
    });
    await laptop.clock.sleep(HOUR);
    // The engine was killed before it saved the volume.
    orphan = (await laptop.up('volume', 'data', DISK)).id;
    const { tags } = await laptop.cloud.volumes.get(orphan);
    const { key, value } = tags.find((tag) => tag.key === PENDING) ?? { key: '', value: '' };
    await laptop.cloud.tags.add('instances', machine, { key, value });
    laptop.newProcess();
  });

  afterEach(() => laptop.stop());

  it('is deleted with the stack, and the other machine keeps its storage', async () => {
    const { os_volume_id: osVolume } = await laptop.cloud.instances.get(machine);
    await laptop.deleteOwner();
    await laptop.clock.sleep(HOUR);
    expect((await laptop.cloud.volumes.list()).map(({ id }) => id)).toEqual([osVolume]);
    expect((await laptop.cloud.instances.get(machine)).status).toBe('running');
  });
});
