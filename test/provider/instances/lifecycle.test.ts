import { InProcessStack } from '../support/inProcessStack';

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };

describe('an instance', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it('is running when it is created, and the next preview is empty', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('running');
    expect(machine.outputs).toMatchObject({ status: 'running', location: 'FIN-01', powerState: 'running' });
    expect(await machine.diff()).toMatchObject({ changes: false, replaces: [] });
  });

  it('is shut down and started in place', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await machine.update({ ...MACHINE, powerState: 'offline' });
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('offline');
    await machine.update(MACHINE);
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('running');
  });

  it('is reported by a refresh as shut down outside, and is started again', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    await stack.cloud.instances.perform({ action: 'force_shutdown', id: machine.id });
    stack.emulator.clock.advance(60_000);
    await machine.refresh();
    expect(machine.inputs).toMatchObject({ powerState: 'offline' });
    expect(await machine.diff()).toMatchObject({ changes: true, replaces: [] });
    await machine.update(MACHINE);
    expect((await stack.cloud.instances.get(machine.id)).status).toBe('running');
  });

  it('stores a new key for the next machine, and is replaced for it only on request', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const { id } = await stack.up('sshKey', 'me', {
      key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me',
    });
    const withKey = { ...MACHINE, sshKeyIds: [id] };
    expect(await machine.diff({ ...withKey, replaceOn: ['sshKeyIds'] })).toMatchObject({
      replaces: ['sshKeyIds'],
    });
    await machine.update(withKey);
    expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it('is shut down by force if a normal shutdown has no effect', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    stack.emulator.control.faults.add({ kind: 'stuck', status: 'running', action: 'shutdown', times: 1 });
    stack.emulator.control.requests.reset();
    await machine.update({ ...MACHINE, powerState: 'offline' });
    expect(machine.outputs).toMatchObject({ status: 'offline' });
    expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: 'offline' });
    // The shutdown is requested once, and then once more by force.
    expect(stack.emulator.control.requests.counts()['performInstanceAction']).toBe(2);
  });

  it('is deleted with delete_stuck if its deletion hangs', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    stack.emulator.control.faults.add({ kind: 'stuck', status: 'deleting', action: 'delete', times: 1 });
    await machine.delete();
    expect(await stack.cloud.instances.list()).toEqual([]);
    expect(await stack.cloud.volumes.list()).toEqual([]);
    // The delete is requested once, and then once more with delete_stuck.
    expect(await stack.cloud.journal.forCompute(machine.id, { actionCode: 'delete' })).toHaveLength(2);
  });

  it('hibernates on delete, and starts again from its operating-system volume', async () => {
    const box = await stack.up('instance', 'box', { ...MACHINE, hibernate: true });
    const osVolumeId = String(box.outputs['osVolumeId']);
    await box.delete();
    expect(await stack.cloud.volumes.get(osVolumeId)).toMatchObject({
      status: 'detached',
      is_os_volume: true,
    });
    const again = await stack.up('instance', 'box', { ...MACHINE, image: osVolumeId });
    expect(again.outputs).toMatchObject({ status: 'running', osVolumeId });
    await again.delete();
    expect(await stack.cloud.volumes.list()).toHaveLength(1);
  });

  it('hibernates on delete also if the reply is lost and the repetition is refused', async () => {
    const box = await stack.up('instance', 'box', { ...MACHINE, hibernate: true });
    const { faults } = stack.emulator.control;
    faults.add({ kind: 'reset', when: 'after', action: 'hibernate', times: 1 });
    faults.add({ kind: 'status', status: 400, action: 'hibernate', skip: 1, times: 1 });
    await box.delete();
    expect(await stack.cloud.instances.list()).toEqual([]);
    expect(await stack.cloud.volumes.list()).toHaveLength(1);
  });

  it('inherits the settings of its group', async () => {
    const group = await stack.up('instanceGroup', 'servers', {
      instanceType: '1V100.6V',
      locationCode: 'FIN-01',
      template: { image: 'ubuntu-24.04', osVolume: { size: 60 } },
    });
    const member = await stack.up('instance', 'server', { instanceGroupId: group.id });
    expect(await stack.cloud.instances.get(member.id)).toMatchObject({
      instance_type: '1V100.6V',
      image: 'ubuntu-24.04',
    });
    await group.refresh();
    expect(group.outputs).toMatchObject({ size: 1, instances: [{ id: member.id }] });
    expect(await member.diff()).toMatchObject({ changes: false });
  });

  it('changes the eviction policy of a spot machine in place', async () => {
    const spot = { ...MACHINE, isSpot: true };
    const machine = await stack.up('instance', 'spot', {
      ...spot,
      osVolume: { size: 60, onSpotDiscontinue: 'keep_detached' },
    });
    await machine.update({ ...spot, osVolume: { size: 60, onSpotDiscontinue: 'delete_permanently' } });
    expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it('shows the end and the price of a long-term contract', async () => {
    const [period] = await stack.cloud.catalogue.longTermPeriods('instances');
    const machine = await stack.up('instance', 'rented', {
      ...MACHINE,
      contract: 'LONG_TERM',
      longTermPeriod: period?.code ?? '',
    });
    expect(machine.outputs['longTerm']).toMatchObject({ longTermPeriod: expect.anything() as unknown });
  });

  it('shows its price including its created volumes', async () => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, osVolume: { size: 100 } });
    const { pricePerHour, hourlyCost, monthlyCost, currency } = machine.outputs;
    const [osVolume] = await stack.cloud.volumes.list();
    expect(hourlyCost).toBeCloseTo(Number(pricePerHour) + (osVolume?.monthly_price ?? 0) / 730, 3);
    expect(monthlyCost).toBeCloseTo(Number(hourlyCost) * 730, 1);
    expect(currency).toBe('usd');
  });

  it('is removed if its status becomes error before it is ready; its disks go to the trash', async () => {
    stack.fault('deployInstance', { kind: 'stuck', status: 'error', times: 1 });
    const machine = stack.resource('instance', 'trainer', { ...MACHINE, osVolume: { name: 'os', size: 50 } });
    await expect(machine.create()).rejects.toThrow(/error/);
    expect(await stack.cloud.instances.list()).toEqual([]);
    expect((await stack.cloud.volumes.trash()).map(({ name }) => name)).toEqual(['os']);
  });

  it('has the default tags of the stack, which its own tags override', async () => {
    stack.configure({ 'cloudCompute:defaultTags': '{"team":"ml","stage":"test"}' });
    const machine = await stack.up('instance', 'my_trainer', {
      ...MACHINE,
      tags: { Stage: 'live' },
      volumes: [{ name: 'scratch', size: 50, type: 'NVMe' }],
    });
    expect(machine.inputs['tags']).toEqual({ team: 'ml', Stage: 'live' });
    expect(machine.inputs['hostname']).toMatch(/^my-trainer-[0-9a-f]{7}$/);
    const scratch = (await stack.cloud.volumes.list()).find(({ name }) => name === 'scratch');
    expect(scratch?.tags.map(({ key, value }) => `${key}=${value}`)).toEqual(
      expect.arrayContaining(['stage=test', 'team=ml']),
    );
    expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it('keeps foreign tags, and does not show its pending tag', async () => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, tags: { team: 'ml' } });
    await stack.cloud.tags.add('instances', machine.id, { key: 'billing', value: 'them' });
    await machine.refresh();
    expect(machine.inputs['tags']).toEqual({ team: 'ml' });
    expect(await machine.diff()).toMatchObject({ changes: false });
    await machine.update({ ...MACHINE, tags: {} });
    const { tags } = await stack.cloud.instances.get(machine.id);
    expect(tags.map(({ key }) => key)).toContain('billing');
    expect(tags.map(({ key }) => key)).not.toContain('team');
  });
});
