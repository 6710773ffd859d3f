// A volume of an interrupted run is attached to a machine that stays, so that the cloud refuses to delete it.
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
};
const DISK = { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01', allowShutdown: true };

describe('a volume that an interrupted run attached to a machine in state', () => {
  let stack: InProcessStack;
  let machine: TestResource;
  let orphan: TestResource;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    machine = await stack.up('instance', 'trainer', MACHINE);
    stack.newProcess();
    await machine.diff();
    orphan = await stack.up('volume', 'disk', { ...DISK, instanceIds: [machine.id] });
    stack.newProcess();
    await machine.diff();
  });

  afterEach(() => stack.stop());

  const holdersOf = async (id: string) =>
    (await stack.cloud.volumes.get(id)).instances.map((holder) => holder.id);

  it('is named, and the changed program gets its volume, with one `pulumi up`', async () => {
    let id = '';
    const warned = await warnedBy(async () => {
      ({ id } = await stack.up('volume', 'disk', {
        ...{ ...DISK, type: 'NVMe_Shared', instanceIds: [machine.id] },
      }));
    });
    expect(id).not.toBe(orphan.id);
    expect(warned).toMatch(
      new RegExp(
        `${orphan.id}.* is not removed .*It is attached to the instance trainer \\(${machine.id}\\)`,
      ),
    );
    expect(await holdersOf(id)).toEqual([machine.id]);
    expect(await holdersOf(orphan.id)).toEqual([machine.id]);
  });

  it('is taken over if the program is as before', async () => {
    expect((await stack.up('volume', 'disk', { ...DISK, instanceIds: [machine.id] })).id).toBe(orphan.id);
  });
});
