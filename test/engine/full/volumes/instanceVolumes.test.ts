// The volumes of a machine: created with it or later, attached and detached, grown, kept and deleted.
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestEnvironment } from '../../support/testEnvironment';

interface Parts {
  readonly type?: string;
  readonly volumes?: string;
  readonly given?: string;
  readonly more?: string;
}

const SCRATCH = `{ name: 'scratch', size: 50, type: 'NVMe', tags: { kind: 'cache' } }`;
const MORE = `{ name: 'more', size: 20, type: 'NVMe' }`;

const program = ({
  type = 'CPU.4V.16G',
  volumes = `[${SCRATCH}]`,
  given = '[a.id]',
  more = '',
}: Parts = {}) => `
  const disk = (name) => new cc.Volume(name, { name, size: 10, type: 'NVMe', locationCode: 'FIN-01' });
  const [a, b] = [disk('a'), disk('b')];
  const machine = new cc.Instance('trainer', {
    hostname: 'trainer', image: 'ubuntu-24.04', instanceType: '${type}', locationCode: 'FIN-01',
    osVolume: { name: 'trainer-os', size: 50 }, volumes: ${volumes}, existingVolumes: ${given}, ${more}
  });
  exports.cost = machine.hourlyCost;`;

describe.each(doors)('the volumes of a machine ($name)', (door) => {
  jest.setTimeout(240_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ door, program: program() });
  });

  afterAll(async () => {
    await environment.close();
  });

  /** The volumes of the machine, by name and size. */
  const held = async () => {
    const [machine] = await environment.cloud.instances.list();
    const volumes = await environment.cloud.volumes.list();
    return volumes
      .filter(({ instance_id: holder }) => holder === machine?.id)
      .map(({ name, size }) => `${name} ${String(size)}`)
      .sort();
  };
  const trash = async () => (await environment.cloud.volumes.trash()).map(({ name }) => name).sort();

  it('are created with it or attached to it', async () => {
    await environment.upAndPreview();
    expect(await held()).toEqual(['a 10', 'scratch 50', 'trainer-os 50']);
    const scratch = (await environment.cloud.volumes.list()).find(({ name }) => name === 'scratch');
    expect(door.tagsAfterUp(scratch?.tags ?? [])).toEqual([
      expect.objectContaining({ key: 'kind', value: 'cache' }),
    ]);
  });

  it('change only while the machine is off; otherwise preview refuses, and says which input to set', async () => {
    const output = await environment.refusal(program({ given: '[b.id]' }));
    expect(output).toContain('needs the instance trainer');
    expect(output).toContain('allowShutdown: true');
    expect(await held()).toEqual(['a 10', 'scratch 50', 'trainer-os 50']);
  });

  it('are created, grown, tagged, attached and detached in place, in one stop of the machine', async () => {
    const { id } = await environment.stack.resource('Instance');
    const wanted = program({
      volumes: `[{ name: 'scratch', size: 70, type: 'NVMe', tags: { kind: 'data' } }, ${MORE}]`,
      given: '[b.id]',
      more: 'allowShutdown: true,',
    });
    const before = Number((await environment.stack.outputs())['cost']);
    const { output } = await environment.upAndPreview(wanted);
    expect(output).toContain('more (20 GB) will be created and attached.');
    expect(output).toContain('The machine will be shut down for that and started again.');
    expect(await held()).toEqual(['b 10', 'more 20', 'scratch 70', 'trainer-os 50']);
    const [machine] = await environment.cloud.instances.list();
    expect(machine).toMatchObject({ id, status: 'running' });
    const scratch = (await environment.cloud.volumes.list()).find(({ name }) => name === 'scratch');
    expect(door.tagsAfterUp(scratch?.tags ?? [])).toEqual([
      expect.objectContaining({ key: 'kind', value: 'data' }),
    ]);
    const shutdowns = await environment.cloud.journal.forCompute(id ?? '', { actionCode: 'shutdown' });
    expect(shutdowns).toHaveLength(1);
    expect(Number((await environment.stack.outputs())['cost'])).toBeGreaterThan(before);
  });

  it('are moved to the trash if they leave the program, after a warning', async () => {
    const wanted = program({ volumes: `[${MORE}]`, given: '[b.id]', more: 'allowShutdown: true,' });
    const { output } = await environment.up(wanted);
    expect(output).toContain(
      'scratch (70 GB) will be detached and deleted with its data: it is moved to the trash, from where it can be restored for 96 hours.',
    );
    expect(await held()).toEqual(['b 10', 'more 20', 'trainer-os 50']);
    expect(await trash()).toEqual(['scratch']);
  });

  it('show at refresh if somebody detached them, and the next up attaches them', async () => {
    const [machine] = await environment.cloud.instances.list();
    const more = (await environment.cloud.volumes.list()).find(({ name }) => name === 'more');
    await environment.cloud.instances.perform({ action: 'force_shutdown', id: machine?.id ?? '' });
    environment.emulator.clock.advance(60_000);
    await environment.cloud.volumes.perform({
      action: 'detach',
      id: more?.id ?? '',
      instance_id: machine?.id ?? '',
    });
    environment.emulator.clock.advance(60_000);
    await environment.stack.refresh();
    expect((await environment.stack.preview()).changes).toEqual({ same: 2, update: 1 });
    await environment.up();
    expect(await held()).toEqual(['b 10', 'more 20', 'trainer-os 50']);
    expect(await environment.cloud.instances.list()).toMatchObject([{ id: machine?.id, status: 'running' }]);
  });

  it('are lost when it is replaced, as preview says, unless the same program keeps them', async () => {
    const other = { type: 'CPU.8V.32G', volumes: `[${MORE}]`, given: '[b.id]' };
    expect(await environment.preview(program(other))).toMatch(
      /Replacing it deletes data: the storage trainer-os \(50 GB\), more \(20 GB\) is moved to the trash/,
    );
    const { output } = await environment.up(program({ ...other, more: 'keepVolumes: true,' }));
    expect(output).not.toContain('Replacing it deletes data');
    expect(await held()).toEqual(['b 10', 'more 20', 'trainer-os 50']);
    const detached = (await environment.cloud.volumes.list()).filter(({ status }) => status === 'detached');
    expect(detached.map(({ name }) => name).sort()).toEqual(['a', 'more', 'trainer-os']);
  });

  it('are removed with it or stay, as the program says, and nothing else is left', async () => {
    await environment.up(
      program({
        type: 'CPU.8V.32G',
        volumes: `[${MORE}]`,
        given: '[b.id]',
        more: 'deletePermanently: true,',
      }),
    );
    const own = (await environment.stack.resource('Instance')).outputs['ownVolumeIds'] as string[];
    await environment.stack.destroy();
    expect((await trash()).sort()).toEqual(['a', 'b', 'scratch']);
    for (const id of own)
      expect(await environment.cloud.volumes.get(id)).toMatchObject({ is_permanently_deleted: true });
    const left = (await everythingIn(environment.cloud)) as { name?: string }[];
    expect(left.map(({ name }) => name).sort()).toEqual(['more', 'trainer-os']);
  });
});
