// Volumes that are shared, adopted, copied, moved to the trash and restored, in a stack with default tags.
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestEnvironment } from '../../support/testEnvironment';

const TEN = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`key-${index}`, 'value']));

interface Parts {
  readonly shared?: string;
  readonly archive?: string;
  readonly data?: string;
}

const program = ({ shared, archive, data }: Parts) => `
  const machine = (name) => new cc.Instance(name, {
    hostname: name, image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
    osVolume: { name: name + '-os', size: 50 }, deletePermanently: true,
  });
  const volume = (name, args) => new cc.Volume(name, { name, type: 'NVMe', locationCode: 'FIN-01', ...args });
  const [one, two] = [machine('one'), machine('two')];
  ${shared === undefined ? '' : `exports.mount = volume('shared', { type: 'NVMe_Shared', size: 30, ${shared} }).mountCommand;`}
  ${archive === undefined ? '' : `volume('archive', { type: 'HDD', size: 200, adoptId: hdd, ${archive} });`}
  ${data === undefined ? '' : `volume('data', { size: 20, ${data} });`}`;

const ATTACHED = {
  shared: 'instanceIds: [one.id, two.id], allowShutdown: true, deletePermanently: true',
  archive: 'instanceIds: [one.id], allowShutdown: true',
};

describe.each(doors)('a volume ($name)', (door) => {
  jest.setTimeout(240_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({
      door,
      emulator: { timeScale: 500 },
      settings: { defaultTags: '{"team":"ml"}' },
      program: program({ ...ATTACHED, data: `tags: { kind: 'results' }` }),
      prepare: (emulator) => {
        const hdd = { project: 'emulator', name: 'old', size: 200, type: 'HDD', location: 'FIN-01' } as const;
        return `const hdd = '${emulator.control.addVolume(hdd)}';`;
      },
    });
  });

  afterAll(async () => {
    await environment.close();
  });

  const named = async (name: string) => {
    const [found, ...others] = (await environment.cloud.volumes.list()).filter(
      (volume) => volume.name === name,
    );
    if (!found || others.length > 0) throw new Error(`There is not one volume ${name}.`);
    return found;
  };
  const holders = async (name: string) =>
    (await named(name)).instances.map(({ hostname }) => hostname).sort();
  const tagsOf = async (name: string) =>
    door
      .tagsAfterUp((await named(name)).tags)
      .map(({ key, value }) => `${key}=${value}`)
      .sort();

  it('is attached to several machines if it is shared; an old HDD volume is renamed and still used', async () => {
    await environment.upAndPreview();
    expect(await holders('shared')).toEqual(['one', 'two']);
    expect(await named('archive')).toMatchObject({ type: 'HDD', status: 'attached' });
    expect(await holders('archive')).toEqual(['one']);
    expect((await environment.stack.outputs())['mount']).toMatch(/mount/);
    // Each machine was stopped for the attachment and runs again.
    const machines = await environment.cloud.instances.list();
    expect(machines.map(({ status }) => status)).toEqual(['running', 'running']);
  });

  it('has the tags of the stack and its own tags, and keeps the tags of others', async () => {
    expect(await tagsOf('data')).toEqual(['kind=results', 'team=ml']);
    expect(await tagsOf('one-os')).toEqual([]);
    const [machine] = await environment.cloud.instances.list();
    expect(door.tagsAfterUp(machine?.tags ?? [])).toEqual([
      expect.objectContaining({ key: 'team', value: 'ml' }),
    ]);
    await environment.cloud.tags.add('volumes', (await named('data')).id, { key: 'billing', value: 'them' });
    expect(
      await environment.refusal(program({ ...ATTACHED, data: `tags: ${JSON.stringify(TEN)}` })),
    ).toContain(`tags has 10 tags, and ${door.namespace}:defaultTags adds 1; a resource has at most 10`);
  });

  it('moves to another location and type as a copy with its data, and is detached in place', async () => {
    const { id } = await named('data');
    const moved = (more: string) =>
      program({
        shared: 'instanceIds: [two.id], allowShutdown: true, deletePermanently: true',
        archive: 'instanceIds: [], allowShutdown: true',
        data: `tags: { kind: 'results' }, type: 'NVMe_Shared', locationCode: 'FIN-02', ${more}`,
      });
    expect(await environment.preview(moved(''))).toContain(
      `The new volume is empty: to take the data over, make it a copy with sourceVolumeId: "${id}".`,
    );
    const { output } = await environment.upAndPreview(moved(`sourceVolumeId: '${id}'`));
    expect(output).not.toContain('deletes data');
    expect(await named('data')).toMatchObject({ type: 'NVMe_Shared', location: 'FIN-02', size: 20 });
    expect(await tagsOf('data')).toEqual(['kind=results', 'team=ml']);
    expect((await environment.cloud.volumes.trash()).map((volume) => volume.id)).toEqual([id]);
    expect(await holders('shared')).toEqual(['two']);
    expect(await named('archive')).toMatchObject({ status: 'detached' });
  });

  it('is restored from the trash by its id, and deleted to the trash or permanently', async () => {
    const [trashed] = await environment.cloud.volumes.trash();
    const shared = (await named('shared')).id;
    await environment.upAndPreview(program({ data: `restoreVolumeId: '${trashed?.id ?? ''}'` }));
    expect(await named('data')).toMatchObject({ id: trashed?.id, status: 'detached', location: 'FIN-01' });
    expect(await environment.cloud.volumes.get(shared)).toMatchObject({ is_permanently_deleted: true });
    await environment.stack.destroy();
    expect(await everythingIn(environment.cloud)).toEqual([]);
    const names = (await environment.cloud.volumes.trash()).map(({ name }) => name);
    expect(names.sort()).toEqual(['archive', 'data', 'data']);
  });
});
