// The next create adopts or removes the things of an interrupted order, and changes nothing else.
import type { Tag } from '../../../api';
import { intentLogIn } from '../../../core/orphans/intentLog';
import { PENDING } from '../../../core/pendingTag';
import { warn } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';
import { warned } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const PLACE = { instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' };
const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', ...PLACE, allowShutdown: true },
  ...{ osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }] },
};
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const MINUTE = 60_000;

describe('an interrupted order', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
    jest.mocked(warn).mockClear();
  });

  afterEach(() => stack.stop());

  /** A run that was killed before its state was written; the next process then starts. */
  const interrupted = async (kind: 'instance' | 'volume' | 'cluster', args: Record<string, unknown>) => {
    const { id } = await stack.up(kind, 'trainer', args);
    await stack.clock.sleep(MINUTE);
    stack.newProcess();
    return id;
  };
  const disk = async (name: string, more = {}) => {
    const id = await stack.cloud.volumes.create({
      ...{ name, size: 10, type: 'NVMe', location_code: 'FIN-01' },
      ...more,
    });
    await stack.clock.sleep(MINUTE);
    return id;
  };
  const machines = async () => (await stack.cloud.instances.list()).map(({ id }) => id);
  const volumes = async () => (await stack.cloud.volumes.list()).map(({ name }) => name).sort();
  const trash = async () => {
    await stack.clock.sleep(MINUTE);
    return (await stack.cloud.volumes.trash()).map(({ name }) => name).sort();
  };
  const pendingTagOf = (tags: readonly Tag[]) => {
    const tag = tags.find(({ key }) => key === PENDING);
    if (!tag) throw new Error('There is no pending tag.');
    return tag;
  };

  it.each(['a note on this computer', 'its pending tag'])(
    'is neither adopted nor removed if %s says that state has it, perhaps under another name',
    async (what) => {
      await stack.useHome();
      const id = await interrupted('instance', MACHINE);
      const { tags } = await stack.cloud.instances.get(id);
      const { id: tagId, value } = pendingTagOf(tags);
      if (what === 'its pending tag') {
        await stack.cloud.tags.remove('instances', id, tagId);
        await stack.cloud.tags.add('instances', id, {
          key: PENDING,
          value: value.replace('.drop.', '.saved.'),
        });
      } else intentLogIn(stack.environment).addSaved(id);
      const same = await stack.up('instance', 'trainer', MACHINE);
      stack.newProcess();
      const other = await stack.up('instance', 'other', { ...MACHINE, image: 'ubuntu-22.04' });
      expect(new Set(await machines())).toEqual(new Set([id, same.id, other.id]));
      expect((await stack.cloud.instances.get(id)).status).toBe('running');
    },
  );

  it('is adopted if the program orders the same, and is changed in place', async () => {
    const id = await interrupted('instance', { ...MACHINE, tags: { team: 'ml' } });
    const again = await stack.up('instance', 'trainer', {
      ...MACHINE,
      ...{ tags: { team: 'infra' }, powerState: 'offline', contract: 'PAY_AS_YOU_GO' },
    });
    expect(again.id).toBe(id);
    expect(await machines()).toEqual([id]);
    expect(again.outputs).toMatchObject({ status: 'offline', tags: { team: 'infra' } });
    expect(warned()).toContain(`Took over the instance ${id}`);
  });

  it('is adopted under another automatic name', async () => {
    const { hostname: _, ...unnamed } = MACHINE;
    const id = await interrupted('instance', unnamed);
    expect((await stack.up('instance', 'trainer', unnamed)).id).toBe(id);
  });

  it('is ordered again when it finds no capacity after it was adopted', async () => {
    stack.emulator.control.faults.add({ kind: 'noCapacity', at: 'later', operation: 'deployInstance' });
    const { id } = await stack.up('instance', 'trainer', { ...MACHINE, awaitReady: false });
    stack.newProcess();
    const again = await stack.up('instance', 'trainer', MACHINE);
    expect(warned()).toContain(`Took over the instance ${id}`);
    expect(await machines()).toEqual([again.id]);
    expect(again.id).not.toBe(id);
    expect(await volumes()).toEqual(['scratch', 'trainer-os']);
  });

  it.each([
    ['the contract', { contract: 'LONG_TERM', longTermPeriod: '1_MONTH' }],
    ['the size of the operating-system volume', { osVolume: { name: 'trainer-os', size: 60 } }],
    ['the name', { hostname: 'other' }],
    ['the description', { description: 'other' }],
    ['the location', { locationCode: 'FIN-02' }],
    ['the volumes', { volumes: [] }],
    ['the coupon', { coupon: 'SPRING' }],
  ])('is moved to the trash if the program has changed %s', async (_, change) => {
    const id = await interrupted('instance', MACHINE);
    const again = await stack.up('instance', 'trainer', { ...MACHINE, ...change });
    expect(again.id).not.toBe(id);
    expect(await machines()).toEqual([again.id]);
    expect(await trash()).toEqual(['scratch', 'trainer-os']);
    expect(warned()).toMatch(
      new RegExp(
        `Removed the instance trainer \\(${id}\\).*trainer-os \\(50 GB\\).*restoreVolumeId: ".*" \\(scratch\\)`,
      ),
    );
  });

  it('is replaced if keys, script or group differ', async () => {
    const { id: key } = await stack.up('sshKey', 'me', { key: KEY });
    const { id: script } = await stack.up('startupScript', 'setup', { script: '#!/bin/sh' });
    const { id: group } = await stack.up('instanceGroup', 'pool', {
      ...{ name: 'pool', ...PLACE, description: 'pool' },
      template: { image: 'ubuntu-24.04', osVolume: { size: 50 }, sshKeyIds: [key] },
    });
    const orders = [{}, { sshKeyIds: [key] }, { startupScriptId: script }, { instanceGroupId: group }, {}];
    const seen = new Set<string>();
    for (const change of orders) {
      seen.add(await interrupted('instance', { ...MACHINE, ...change }));
      expect(await machines()).toHaveLength(1);
    }
    expect(seen.size).toBe(orders.length);
  });

  it('is removed without volumes that existed before or that somebody attached since', async () => {
    const attached = await disk('attached');
    const id = await interrupted('instance', { ...MACHINE, existingVolumes: [attached] });
    await stack.cloud.instances.perform({ action: 'force_shutdown', id });
    await stack.clock.sleep(MINUTE);
    await disk('scratch', { instance_ids: [id] });
    const again = await stack.up('instance', 'trainer', { ...MACHINE, hostname: 'other' });
    expect(await machines()).toEqual([again.id]);
    expect(await volumes()).toEqual(['attached', 'scratch', 'scratch', 'trainer-os']);
    expect(await trash()).toEqual(['scratch', 'trainer-os']);
  });

  it('is removed without the existing volume that it boots from', async () => {
    const first = await stack.up('instance', 'base', { ...MACHINE, hostname: 'base' });
    const system = String(first.outputs['osVolumeId']);
    await stack.cloud.instances.perform({ action: 'delete', id: first.id, volume_ids: [] });
    await stack.clock.sleep(MINUTE);
    const { osVolume: _, volumes: __, ...bare } = MACHINE;
    await interrupted('instance', { ...bare, image: system });
    await stack.deleteOwner();
    expect(await machines()).toEqual([]);
    expect((await stack.cloud.volumes.get(system)).status).toBe('detached');
  });

  describe('an order that cannot be compared', () => {
    /** Gives the machine and its volume another pending tag. */
    const retag = async (id: string, change: (value: string) => string) => {
      const things = [
        { collection: 'instances' as const, ...(await stack.cloud.instances.get(id)) },
        ...(await stack.cloud.volumes.list()).map((one) => ({ collection: 'volumes' as const, ...one })),
      ];
      for (const { collection, id: thing, tags } of things) {
        const tag = tags.find(({ key }) => key === PENDING);
        if (!tag) continue;
        await stack.cloud.tags.remove(collection, thing, tag.id);
        await stack.cloud.tags.add(collection, thing, { key: PENDING, value: change(tag.value) });
      }
    };
    const createFails = async (id: string) => {
      const { price_per_hour: price } = await stack.cloud.instances.get(id);
      const creating = stack.up('instance', 'trainer', MACHINE);
      await expect(creating).rejects.toThrow(`instance trainer (${id}), ${price} per hour`);
      await expect(creating).rejects.toThrow(`orphans remove --state state.json ${id}`);
      expect(await machines()).toEqual([id]);
    };

    it('stops the create and is only named when another version of the package sent it', async () => {
      const id = await interrupted('instance', MACHINE);
      await retag(id, (value) => value.replace(/^2/, '3'));
      await createFails(id);
      await stack.deleteOwner();
      expect(await machines()).toEqual([id]);
      expect(await volumes()).toEqual(['scratch', 'trainer-os']);
      expect(warned()).toContain(`instance trainer (${id})`);
    });

    it('stops the create, and is deleted with the stack, when its inputs were hashed in another way', async () => {
      const id = await interrupted('instance', MACHINE);
      await retag(id, (value) => value.replace(/\.\d(\w{12})(\.u)?$/, '.9$1$2'));
      await createFails(id);
      await stack.deleteOwner();
      expect(await machines()).toEqual([]);
      expect(await volumes()).toEqual([]);
    });
  });

  it('is not confused with a resource that has a copy of its tag, which is named and kept', async () => {
    await interrupted('instance', MACHINE);
    const [ordered] = await stack.cloud.instances.list();
    const { key, value } = pendingTagOf(ordered?.tags ?? []);
    await stack.clock.sleep(11 * MINUTE);
    // A person has copied all tags of the machine to another machine and a volume.
    const copy = await stack.cloud.instances.deploy({
      ...{ hostname: 'theirs', description: 'theirs', image: 'ubuntu-24.04', location_code: 'FIN-01' },
      ...{ instance_type: 'CPU.4V.16G', tags: [{ key, value }] },
    });
    const theirs = await disk('theirs', { tags: [{ key, value }] });
    const mine = await stack.up('instance', 'trainer', { ...MACHINE, hostname: 'other' });
    expect((await machines()).sort()).toEqual([copy, mine.id].sort());
    expect(warned()).toContain(`instance theirs (${copy})`);
    await stack.deleteOwner();
    expect(await machines()).toEqual([copy]);
    expect((await stack.cloud.volumes.get(theirs)).status).toBe('detached');
  });

  it('is recognised by the clock of the cloud, also if this machine’s clock is wrong', async () => {
    stack.emulator.clock.advance(400 * 24 * 60 * MINUTE);
    const id = await interrupted('instance', MACHINE);
    expect((await stack.up('instance', 'trainer', MACHINE)).id).toBe(id);
  });

  it('is moved to the trash with the stack that ordered it, but not with a copy of the stack', async () => {
    const id = await interrupted('instance', MACHINE);
    await stack.deleteOwner('urn:pulumi:copy::test');
    expect(await machines()).toEqual([id]);
    expect(warned()).toContain(`instance trainer (${id})`);
    await stack.deleteOwner();
    expect(await machines()).toEqual([]);
    expect(await volumes()).toEqual([]);
    expect(await trash()).toEqual(['scratch', 'trainer-os']);
  });

  it('is deleted permanently if its deployment failed', async () => {
    stack.emulator.control.faults.add({ operation: 'deployInstance', kind: 'installationFailed' });
    const { id } = await stack.up('instance', 'trainer', { ...MACHINE, awaitReady: false });
    await stack.clock.sleep(MINUTE);
    expect((await stack.cloud.instances.get(id)).status).toBe('installation_failed');
    await stack.deleteOwner();
    expect(await volumes()).toEqual([]);
    expect(await trash()).toEqual([]);
  });
});
