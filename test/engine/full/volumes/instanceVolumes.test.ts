// The volumes of a machine: created with it, attached and detached, adopted, kept and deleted.
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestEnvironment } from '../../support/testEnvironment';

interface Parts {
  readonly type?: string;
  readonly volumes?: string;
  readonly given?: string;
  readonly more?: string;
  readonly opts?: string;
}

const SCRATCH = `{ name: 'scratch', size: 50, type: 'NVMe', tags: { kind: 'cache' } }`;
const MORE = `{ name: 'more', size: 20, type: 'NVMe' }`;
const BOTH = `[${SCRATCH}, ${MORE}]`;

const program = ({
  type = 'CPU.4V.16G',
  volumes = BOTH,
  given = '[a.id]',
  more = '',
  opts = '{}',
}: Parts = {}) => `
  const disk = (name) => new cc.Volume(name, { name, size: 10, type: 'NVMe', locationCode: 'FIN-01' });
  const [a, b] = [disk('a'), disk('b')];
  const machine = new cc.Instance('trainer', {
    hostname: 'trainer', image: 'ubuntu-24.04', instanceType: '${type}', locationCode: 'FIN-01',
    osVolume: { name: 'trainer-os', size: 50 }, volumes: ${volumes}, existingVolumes: ${given}, ${more}
  }, ${opts});
  exports.cost = machine.hourlyCost;`;

/** A Volume that adopts the volume `scratch`. */
const adoption = (id: string, size = 50) =>
  `new cc.Volume('scratch', { size: ${String(size)}, type: 'NVMe', locationCode: 'FIN-01', adoptId: '${id}' });`;

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

  const find = async (wanted: string) =>
    (await environment.cloud.volumes.list()).find(({ name }) => name === wanted);

  it('are created with it or attached to it', async () => {
    await environment.upAndPreview();
    expect(await held()).toEqual(['a 10', 'more 20', 'scratch 50', 'trainer-os 50']);
    expect(door.tagsAfterUp((await find('scratch'))?.tags ?? [])).toEqual([
      expect.objectContaining({ key: 'kind', value: 'cache' }),
    ]);
  });

  it('change only while the machine is off; otherwise preview refuses, and says which input to set', async () => {
    const output = await environment.refusal(program({ given: '[b.id]' }));
    expect(output).toContain('needs the instance trainer');
    expect(output).toContain('allowShutdown: true');
    expect(await held()).toEqual(['a 10', 'more 20', 'scratch 50', 'trainer-os 50']);
  });

  it('are neither added, grown nor removed by an update: preview refuses it, and says what to do', async () => {
    const larger = `[{ name: 'scratch', size: 70, type: 'NVMe' }, { name: 'third', size: 10, type: 'NVMe' }]`;
    const output = await environment.refusal(program({ volumes: larger }));
    expect(output).toContain('scratch has 50 GB and cannot become 70 GB here.');
    expect(output).toContain('volumes[1] adds third, but volumes is set when the machine is created.');
    expect(output).toMatch(/volumes cannot lose more \([-0-9a-f]+\), which was created with this machine\./);
    expect(output).toContain('replaceOn: ["volumes"]');
    const replaced = program({ volumes: larger, more: `replaceOn: ['volumes'],` });
    expect(await environment.preview(replaced)).toMatch(
      /Replacing it deletes data: the storage trainer-os \(50 GB\), scratch \(50 GB\), more \(20 GB\)/,
    );
    const grown = { volumes: BOTH.replace('size: 50', 'size: 70') };
    await environment.refusal(program(grown));
    for (const path of ['volumes', 'volumes[0].size'])
      expect(
        await environment.preview(program({ ...grown, opts: `{ replaceOnChanges: ['${path}'] }` })),
      ).toMatch(/1 to replace/);
  });

  it('are attached and detached in place, in one stop of the machine, and their tags are stored', async () => {
    const { id } = await environment.stack.resource('Instance');
    const tagged = `[{ name: 'scratch', size: 50, type: 'NVMe', tags: { kind: 'data' } }, ${MORE}]`;
    const wanted = program({ volumes: tagged, given: '[b.id]', more: 'allowShutdown: true,' });
    const { output } = await environment.upAndPreview(wanted);
    expect(output).toContain(
      'volumes[0].tags cannot change on a machine that exists: stored for the next one.',
    );
    expect(output).toContain('The machine will be shut down for that and started again.');
    expect(await held()).toEqual(['b 10', 'more 20', 'scratch 50', 'trainer-os 50']);
    const [machine] = await environment.cloud.instances.list();
    expect(machine).toMatchObject({ id, status: 'running' });
    const shutdowns = await environment.cloud.journal.forCompute(id ?? '', { actionCode: 'shutdown' });
    expect(shutdowns).toHaveLength(1);
  });

  it('leave `volumes` once a Volume has adopted them, and grow then', async () => {
    const scratch = (await find('scratch'))?.id ?? '';
    const off = { given: '[b.id]', more: 'allowShutdown: true,' };
    const both = program(off) + adoption(scratch);
    const one = (size?: number) => program({ ...off, volumes: `[${MORE}]` }) + adoption(scratch, size);
    expect(await environment.refusal(one())).toContain('`pulumi up` with both');
    await environment.upAndPreview(both);
    await environment.upAndPreview(one());
    await environment.upAndPreview(one(80));
    expect(await held()).toEqual(['b 10', 'more 20', 'scratch 80', 'trainer-os 50']);
  });

  it('are named at refresh if somebody detached them, and no up attaches them', async () => {
    const [machine] = await environment.cloud.instances.list();
    const more = await find('more');
    await environment.cloud.instances.perform({ action: 'force_shutdown', id: machine?.id ?? '' });
    environment.emulator.clock.advance(60_000);
    await environment.cloud.volumes.perform({
      action: 'detach',
      id: more?.id ?? '',
      instance_id: machine?.id ?? '',
    });
    environment.emulator.clock.advance(60_000);
    await environment.cloud.instances.perform({ action: 'start', id: machine?.id ?? '' });
    environment.emulator.clock.advance(60_000);
    const { output } = await environment.stack.refresh();
    expect(output).toMatch(
      new RegExp(`The volume more \\(${more?.id ?? ''}, 20 GB\\) is no longer attached .* It costs`),
    );
    expect((await environment.stack.preview()).changes).toEqual({ same: 4 });
    expect(await held()).toEqual(['b 10', 'scratch 80', 'trainer-os 50']);
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
