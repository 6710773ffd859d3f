// What interrupted runs leave behind, planted as they would have left it: a thing in the cloud that carries a mark.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import type { Unclaimed } from '../../../core/marks';
import { markTag, newMark } from '../../../core/marks';
import { PENDING } from '../../../core/pendingTag';
import { everythingIn } from '../support/lifecycle';
import { TestStack } from '../support/stack';

const machine = (name: string, more = '') => `new cc.Instance('${name}', {
  hostname: '${name}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: '${name}-os', size: 50 }, ${more}
});`;
const TEN_TAGS = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`key-${index}`, 'value']));
const urnOf = (name: string) => `urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Instance::${name}`;

describe('a billed thing is created once', () => {
  jest.setTimeout(180_000);
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let stack: TestStack;

  beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 200 });
    cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
    stack = await TestStack.create({
      url: emulator.url,
      program: machine('first', `tags: ${JSON.stringify(TEN_TAGS)}`),
    });
  });

  afterAll(async () => {
    await stack.dispose();
    cloud.close();
    await emulator.close();
  });

  /** What a run leaves behind that died after its request: a machine with a volume of its own and one that was given. */
  const plant = async (
    name: string,
    { unclaimed = 'drop', by = '' }: { unclaimed?: Unclaimed; by?: string } = {},
  ): Promise<string> => {
    const given = await cloud.volumes.create({
      name: 'given',
      size: 10,
      type: 'NVMe',
      location_code: 'FIN-01',
    });
    emulator.clock.advance(10_000);
    const owner = by || (await stack.owner());
    const mark = newMark({ owner, urn: urnOf(name) }, { unclaimed, given: [await cloud.volumes.get(given)] });
    return cloud.instances.deploy({
      ...{ hostname: name, description: name, image: 'ubuntu-24.04', location_code: 'FIN-01' },
      ...{ instance_type: 'CPU.4V.16G', os_volume: { name: `${name}-os`, size: 50 } },
      volumes: [{ name: `${name}-data`, size: 10, type: 'NVMe' }],
      existing_volumes: [given],
      tags: [markTag(mark)],
    });
  };

  const names = async () => {
    const [machines, volumes] = await Promise.all([cloud.instances.list(), cloud.volumes.list()]);
    return [...machines.map(({ hostname }) => hostname), ...volumes.map(({ name }) => name)].sort();
  };

  it('also when the reply to the request is lost, and ends with all its ten tags and no mark', async () => {
    emulator.control.faults.add({ operation: 'deployInstance', kind: 'reset', when: 'after' });
    await stack.up();
    expect(emulator.control.requests.counts()['deployInstance']).toBe(1);
    const [found, ...others] = await cloud.instances.list();
    expect(others).toEqual([]);
    expect(found?.tags.map(({ key }) => key).sort()).toEqual(Object.keys(TEN_TAGS).sort());
    expect((await stack.resource('Instance')).id).toBe(found?.id);
  });

  it('is removed with what was made with it, and nothing else, when its resource left the program', async () => {
    await plant('left');
    const kept = await plant('kept', { unclaimed: 'keep' });
    const foreign = await plant('left', { by: 'abcdefabcdef' });
    const { output } = await stack.up();
    expect(output).toContain('Removed the instance left');
    expect(output).toContain(
      `The instance kept (${kept}) was left behind by an interrupted run and is billed`,
    );
    expect(await names()).toEqual(
      [
        ...['first', 'first-os', 'given', 'given', 'given', 'kept', 'kept-os', 'kept-data'],
        ...['left', 'left-os', 'left-data'],
      ].sort(),
    );
    expect((await cloud.instances.get(foreign)).status).toBe('running');
    for (const id of [kept, foreign]) await removeWithVolumes(id);
  });

  it('is taken over by the next create of the same resource, if it is what the program would order', async () => {
    const given = await plant('second');
    const [volumeId] = (await cloud.volumes.list()).filter(
      ({ name, instance_id: holder }) => name === 'given' && holder === given,
    );
    await stack.program(
      machine('first', `tags: ${JSON.stringify(TEN_TAGS)}`) +
        machine(
          'second',
          `volumes: [{ name: 'second-data', size: 10, type: 'NVMe' }], existingVolumes: ['${volumeId?.id ?? ''}']`,
        ),
    );
    const { output } = await stack.up();
    expect(output).toContain(`Took over the instance ${given}`);
    expect((await cloud.instances.get(given)).tags.some(({ key }) => key === PENDING)).toBe(false);
    expect((await stack.preview()).changes).toEqual({ same: 2 });
  });

  it('goes with destroy', async () => {
    await plant('third');
    await stack.destroy();
    const left = (await everythingIn(cloud)) as { name?: string }[];
    expect(new Set(left.map(({ name }) => name))).toEqual(new Set(['given']));
  });

  async function removeWithVolumes(id: string): Promise<void> {
    const { volume_ids: volumeIds, os_volume_id: os } = await cloud.instances.get(id);
    const volumes = (await cloud.volumes.list()).filter(({ name }) => name === 'given').map((one) => one.id);
    await cloud.instances.perform({
      ...{ action: 'delete', id, delete_permanently: true },
      volume_ids: [...volumeIds, ...(os ? [os] : [])].filter((one) => !volumes.includes(one)),
    });
  }
});
