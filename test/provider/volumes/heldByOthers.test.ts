// A volume is attached to a machine that the program does not have, or that is renamed in it: a preview says what
// stops or fails.
import { InProcessStack } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const MACHINE = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const DISK = { size: 100, type: 'NVMe', locationCode: 'FIN-01' };
const SHARED = { ...DISK, type: 'NVMe_Shared' };
const ELSEWHERE = { locationCode: 'FIN-02' };

describe('a preview', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(() => stack.stop());

  /** What a preview of a replacement says, with the messages at the end of the run. */
  const replacing = (
    volume: TestResource,
    args: object,
    others: () => Promise<unknown> = () => Promise.resolve(),
  ) =>
    warnedBy(async () => {
      stack.newProcess();
      await volume.diff({ ...args, __preview: true }).catch(() => undefined);
      await others();
      await stack.endRun();
    });
  const deployed = async (volumes: string[]) => {
    const id = await stack.cloud.instances.deploy({
      ...{ hostname: 'theirs', description: 'theirs', image: MACHINE.image, existing_volumes: volumes },
      ...{ instance_type: MACHINE.instanceType, location_code: MACHINE.locationCode },
    });
    await stack.until(async () => (await stack.cloud.instances.get(id)).status === 'running');
    return id;
  };

  it('says that a replacement fails because a running machine of another stack holds the volume', async () => {
    const volume = await stack.up('volume', 'data', DISK);
    const theirs = await deployed([volume.id]);
    expect(await replacing(volume, { ...DISK, ...ELSEWHERE })).toContain(
      `It is attached to the instance theirs (${theirs}), which is running and which this run does not have. The ` +
        'replacement fails when it deletes the old volume',
    );
    stack.newProcess();
    await expect(volume.delete()).rejects.toThrow('is running');
  });

  it('says that a replacement shuts down a machine of another stack, with allowShutdown', async () => {
    const args = { ...DISK, allowShutdown: true };
    const volume = await stack.up('volume', 'data', args);
    const theirs = await deployed([volume.id]);
    expect(await replacing(volume, { ...args, ...ELSEWHERE })).toContain(
      `It is attached to the instance theirs (${theirs}), which is running and which this run does not have: it is shut ` +
        'down to detach the old volume, and started again.',
    );
    await stack.power(theirs, 'shutdown');
    expect(await replacing(volume, { ...args, ...ELSEWHERE })).not.toContain('is attached to');
  });

  it('says that a replacement fails because a cluster of another stack holds the volume', async () => {
    const args = { ...SHARED, allowShutdown: true };
    const volume = await stack.up('volume', 'share', args);
    const cluster = await stack.up('cluster', 'theirs', {
      ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: 'FIN-01' },
      ...{ sshKeyIds: [], existingVolumes: [volume.id] },
    });
    expect(await replacing(volume, { ...args, ...ELSEWHERE })).toContain('The replacement fails');
    expect(await replacing(volume, { ...args, ...ELSEWHERE }, () => cluster.diff())).not.toContain('fails');
  });

  it('says nothing of a machine of the program, which detaches the volume itself', async () => {
    const volume = await stack.up('volume', 'data', DISK);
    const args = { ...MACHINE, existingVolumes: [volume.id], allowShutdown: true };
    const machine = await stack.up('instance', 'one', args);
    const said = await replacing(volume, { ...DISK, ...ELSEWHERE }, () => machine.diff());
    expect(said).toContain('Replacing it deletes data');
    expect(said).not.toContain('is attached to');
  });

  it.each([
    ['with a host name of its own', { hostname: 'worker' }],
    ['without a host name', {}],
  ])('says that a machine that shares a volume is shut down once if it was renamed: %s', async (_, host) => {
    const volume = await stack.up('volume', 'share', SHARED);
    const args = { ...MACHINE, ...host, existingVolumes: [volume.id] };
    const before = await stack.up('instance', 'before', args);
    const tags = await stack.cloud.instances.get(before.id);
    for (const { id } of tags.tags) await stack.cloud.tags.remove('instances', before.id, id);
    stack.emulator.clock.advance(600_000);
    const said = await warnedBy(async () => {
      stack.newProcess();
      await stack.resource('instance', 'after', { ...args, __preview: true }).problems();
    });
    expect(said).toMatch(/shut down once (it|they) runs?, attached, and started again/);
  });
});
