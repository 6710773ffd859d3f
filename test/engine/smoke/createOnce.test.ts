// The orphans of interrupted runs: things that the provider ordered and whose ids are in no state.
import { PENDING } from '../../../core/pendingTag';
import * as providers from '../../../provider';
import { Run, useRun } from '../../../provider/run/run';
import { TestEnvironment } from '../support/testEnvironment';

const machine = (name: string, more = '') => `new cc.Instance('${name}', {
  hostname: '${name}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: '${name}-os', size: 50 }, ${more}
});`;
const MOST_TAGS = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`key-${index}`, 'value']));
const urnOf = (name: string) => `urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Instance::${name}`;

describe('a billed resource', () => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({
      program: machine('first', `tags: ${JSON.stringify(MOST_TAGS)}`),
    });
  });

  afterAll(async () => {
    await environment.close();
  });

  /**
   * Sends an order like a run that is killed after its order: a machine with a created volume and an attached volume.
   */
  const leaveOrphan = async (name: string, { keep = false, by = '' } = {}): Promise<string> => {
    const attached = await environment.cloud.volumes.create({
      ...{ name: 'given', size: 10, type: 'NVMe', location_code: 'FIN-01' },
    });
    environment.emulator.clock.advance(10_000);
    const config: Record<string, string> = {
      'cloudCompute:baseUrl': environment.emulator.url,
      'cloudCompute:clientId': 'emulator',
      'cloudCompute:clientSecret': 'emulator',
    };
    const run = new Run((key) => config[key], {});
    useRun(run);
    const { inputs } = await providers.instance.check(
      {},
      {
        ...{ hostname: name, image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
        ...{ osVolume: { name: `${name}-os`, size: 50 }, existingVolumes: [attached] },
        volumes: [{ name: `${name}-data`, size: 10, type: 'NVMe' }],
        ...{
          __provider: 'text',
          __urn: urnOf(name),
          __owner: by || (await environment.stack.owner()),
          __keep: keep,
        },
      },
    );
    const { id } = await providers.instance.create(inputs);
    run.client.close();
    useRun(undefined);
    return id;
  };

  it('is created once even if the reply is lost, with all its nine tags and without a pending tag', async () => {
    environment.emulator.control.faults.add({ operation: 'deployInstance', kind: 'reset', when: 'after' });
    await environment.stack.up();
    expect(environment.emulator.control.requests.counts()['deployInstance']).toBe(1);
    const [found, ...others] = await environment.cloud.instances.list();
    expect(others).toEqual([]);
    expect(found?.tags.map(({ key }) => key).sort()).toEqual(Object.keys(MOST_TAGS).sort());
    expect((await environment.stack.resource('Instance')).id).toBe(found?.id);
  });

  it('is named, and stays, if the program no longer declares it', async () => {
    const left = await leaveOrphan('left');
    const kept = await leaveOrphan('kept', { keep: true });
    const { output } = await environment.stack.up();
    expect(output).toContain(`instance left (${left})`);
    expect(output).toContain(`instance kept (${kept})`);
    expect(output).toContain('orphans remove --state state.json');
    for (const id of [left, kept]) {
      expect((await environment.cloud.instances.get(id)).status).toBe('running');
      await removeWithVolumes(id);
    }
  });

  it('is adopted by the next create of the same resource if the order is the same', async () => {
    const orphan = await leaveOrphan('second');
    const [volumeId] = (await environment.cloud.volumes.list()).filter(
      ({ name, instance_id: holder }) => name === 'given' && holder === orphan,
    );
    await environment.stack.program(
      machine('first', `tags: ${JSON.stringify(MOST_TAGS)}`) +
        machine(
          'second',
          `volumes: [{ name: 'second-data', size: 10, type: 'NVMe' }], existingVolumes: ['${volumeId?.id ?? ''}']`,
        ),
    );
    const { output } = await environment.stack.up();
    expect(output).toContain(`Took over the instance ${orphan}`);
    expect((await environment.cloud.instances.get(orphan)).tags.some(({ key }) => key === PENDING)).toBe(
      false,
    );
    expect((await environment.stack.preview()).changes).toEqual({ same: 2 });
  });

  it('is removed by destroy, with the volumes created with it and nothing else', async () => {
    await leaveOrphan('third');
    const foreign = await leaveOrphan('third', { by: 'abcdefabcdef' });
    await environment.stack.destroy();
    const [machines, volumes] = await Promise.all([
      environment.cloud.instances.list(),
      environment.cloud.volumes.list(),
    ]);
    expect(machines.map(({ id }) => id)).toEqual([foreign]);
    const names = volumes.filter(({ instance_id: holder }) => holder !== foreign).map(({ name }) => name);
    expect(new Set(names)).toEqual(new Set(['given']));
  });

  async function removeWithVolumes(id: string): Promise<void> {
    const { volume_ids: volumeIds, os_volume_id: os } = await environment.cloud.instances.get(id);
    const volumes = (await environment.cloud.volumes.list())
      .filter(({ name }) => name === 'given')
      .map((one) => one.id);
    await environment.cloud.instances.perform({
      ...{ action: 'delete', id, delete_permanently: true },
      volume_ids: [...volumeIds, ...(os ? [os] : [])].filter((one) => !volumes.includes(one)),
    });
  }
});
