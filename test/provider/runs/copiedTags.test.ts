// Somebody has copied all tags of a resource of this stack to a machine of their own, which is older than the resource.
import { PENDING } from '../../../core/pendingTag';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const DISK = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const HOUR = 3_600_000;

describe('an orphan whose pending tag somebody copied to another machine', () => {
  let stack: InProcessStack;
  let machine: string;
  let orphan: string;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    machine = await stack.cloud.instances.deploy({
      ...{ hostname: 'somebodys', description: 'trains', image: 'ubuntu-24.04' },
      ...{ instance_type: 'CPU.4V.16G', location_code: 'FIN-01' },
    });
    await stack.clock.sleep(HOUR);
    // The engine was killed before it saved the volume.
    orphan = (await stack.up('volume', 'data', DISK)).id;
    const { tags } = await stack.cloud.volumes.get(orphan);
    const { key, value } = tags.find((tag) => tag.key === PENDING) ?? { key: '', value: '' };
    await stack.cloud.tags.add('instances', machine, { key, value });
    stack.newProcess();
  });

  afterEach(() => stack.stop());

  it('is deleted with the stack, and the other machine keeps its storage', async () => {
    const { os_volume_id: osVolume } = await stack.cloud.instances.get(machine);
    await stack.deleteOwner();
    await stack.clock.sleep(HOUR);
    expect((await stack.cloud.volumes.list()).map(({ id }) => id)).toEqual([osVolume]);
    expect((await stack.cloud.instances.get(machine)).status).toBe('running');
  });
});
