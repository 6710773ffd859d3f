// `pulumi destroy` after a kill and an eviction deletes the created volumes, except those that the program keeps.
import * as providers from '../../../provider';
import { InProcessStack, OWNER } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01' },
  ...{ isSpot: true, osVolume: { name: 'os', size: 60 } },
};
const SCRATCH = { name: 'scratch', size: 50, type: 'NVMe' } as const;

jest.mock('../../../provider/run/progress');

describe('a destroy', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(() => stack.stop());

  const namesLeft = async () => {
    await stack.clock.sleep(60_000);
    return (await stack.cloud.volumes.list()).map(({ name }) => name).sort();
  };

  it('moves the volumes of an evicted machine of an interrupted run to the trash', async () => {
    const { id } = await stack.up('instance', 'trainer', { ...MACHINE, volumes: [SCRATCH] });
    stack.emulator.control.evict(id);
    expect(await namesLeft()).toEqual(['os', 'scratch']);
    await stack.deleteOwner();
    expect(await namesLeft()).toEqual([]);
    expect((await stack.cloud.volumes.trash()).map(({ name }) => name).sort()).toEqual(['os', 'scratch']);
  });

  it('keeps an operating-system volume that somebody uses now', async () => {
    const { id } = await stack.up('instance', 'trainer', MACHINE);
    const image = (await stack.cloud.instances.get(id)).os_volume_id ?? '';
    stack.emulator.control.evict(id);
    await stack.clock.sleep(60_000);
    await stack.cloud.instances.deploy({
      ...{ hostname: 'theirs', description: 'theirs', instance_type: 'CPU.4V.16G' },
      ...{ image, location_code: 'FIN-01' },
    });
    await stack.clock.sleep(300_000);
    await stack.deleteOwner();
    expect(await namesLeft()).toEqual(['os']);
  });

  it.each([
    ['deleted', false],
    ['evicted', true],
  ])(
    'keeps the volumes of a machine with keepVolumes that is %s, although a killed run left their pending tags',
    async (_word, evict) => {
      const machine = await stack.up('instance', 'trainer', {
        ...{ ...MACHINE, volumes: [SCRATCH], keepVolumes: true },
      });
      const owner = String(machine.inputs['__owner']);
      if (evict) stack.emulator.control.evict(machine.id);
      stack.newProcess();
      await machine.delete();
      await providers.owner.delete(owner, { owner, stack: 'urn:pulumi:dev::test' });
      expect(await namesLeft()).toEqual(['os', 'scratch']);
    },
  );

  it('keeps the volumes of an evicted machine if keepVolumes was set after its replacement', async () => {
    const args = { ...MACHINE, volumes: [SCRATCH], awaitReady: false };
    // The machine is accepted only, so the tags of its volumes stay.
    const first = await stack.up('instance', 'trainer', args);
    await stack.clock.sleep(600_000);
    stack.emulator.control.evict(first.id);
    await stack.clock.sleep(60_000);
    stack.newProcess();
    await first.diff();
    await first.delete();
    const next = await stack.up('instance', 'trainer', args);
    await stack.clock.sleep(600_000);
    stack.newProcess();
    await next.update({ ...args, keepVolumes: true });
    stack.newProcess();
    await next.delete();
    await providers.owner.delete(OWNER, { owner: OWNER, stack: 'urn:pulumi:dev::test' });
    expect(await namesLeft()).toEqual(['os', 'os', 'scratch', 'scratch']);
  });

  describe('a destroy after a run that saved a machine without waiting for it', () => {
    const args = { ...MACHINE, volumes: [SCRATCH], awaitReady: false };

    /** Orders a machine, removes its tag as the program does when state has its id, and evicts it. */
    const saveAndEvict = async (inputs: Readonly<Record<string, unknown>>) => {
      const { id } = await stack.up('instance', 'trainer', inputs);
      const { tags } = await stack.cloud.instances.get(id);
      // The volume keeps its tag, because state does not list it.
      const tag = tags.find(({ key }) => key === 'pulumi-pending');
      await stack.cloud.tags.remove('instances', id, tag?.id ?? '');
      await stack.clock.sleep(600_000);
      stack.emulator.control.evict(id);
      await stack.clock.sleep(60_000);
      stack.newProcess();
    };

    it('only names its volume: the machine may have been retained', async () => {
      await saveAndEvict(args);
      const warnings = await warnedBy(() => stack.deleteOwner());
      expect(await namesLeft()).toEqual(['os', 'scratch']);
      expect(warnings).toMatch(/scratch.*stays and is billed.*may have been in state/s);
    });

    it('only names its volume also if the machine booted from an existing volume', async () => {
      const before = await stack.up('instance', 'before', { ...MACHINE, keepVolumes: true });
      const image = String(before.outputs['osVolumeId']);
      await before.delete();
      await saveAndEvict({ ...args, image, osVolume: undefined });
      await stack.deleteOwner();
      expect(await namesLeft()).toContain('scratch');
    });

    it('a create that does not see the state, as with --replace, also only names the volume', async () => {
      await saveAndEvict(args);
      const warnings = await warnedBy(() => stack.up('instance', 'trainer', args));
      expect(await namesLeft()).toEqual(['os', 'os', 'scratch', 'scratch']);
      expect(warnings).toMatch(/scratch.*stays and is billed/s);
    });
  });

  it('keeps the volumes that an earlier run kept, although a killed run before it left their pending tags', async () => {
    const machine = await stack.up('instance', 'trainer', {
      ...{ ...MACHINE, volumes: [SCRATCH], keepVolumes: true },
    });
    stack.newProcess();
    await machine.delete();
    await stack.clock.sleep(3_600_000);
    await stack.deleteOwner();
    expect(await namesLeft()).toEqual(['os', 'scratch']);
  });

  it('removes the volume that an interrupted run attached to a machine, although its outputs list it', async () => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, isSpot: false });
    const { type, size } = SCRATCH;
    await stack.up('volume', 'data', {
      ...{ name: 'data', type, size, locationCode: 'FIN-01' },
      ...{ instanceIds: [machine.id], allowShutdown: true },
    });
    await machine.refresh();
    expect(machine.outputs['volumeIds']).toHaveLength(1);
    stack.newProcess();
    await machine.delete();
    await providers.owner.delete(OWNER, { owner: OWNER, stack: 'urn:pulumi:dev::test' });
    expect(await namesLeft()).toEqual([]);
  });
});
