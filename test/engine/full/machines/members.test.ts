// Members of a group, a spot machine, and a machine with a long-term contract, and the changes that replace each of
// them.
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { TestEnvironment } from '../../support/testEnvironment';

const KEYS = [
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a one',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAII8BS0tIwhSPCSKOT/dfp/s1BYhQzIZlmrwbT0/7z5YL other',
];

interface Parts {
  /** The index of the key in the template, and of the key of the machine with the long-term contract. */
  readonly templateKey?: number;
  readonly rentedKey?: number;
  /** The eviction policies of the spot machine: for the volume that it boots from, and for its data volume. */
  readonly policy?: string;
  readonly scratchPolicy?: string;
  readonly groupName?: string;
  /** The name and the content of the spot machine's key and script. */
  readonly edition?: string;
  readonly replaceOn?: string;
}

const program = ({
  templateKey = 0,
  rentedKey = 0,
  policy = 'keep_detached',
  scratchPolicy = 'keep_detached',
  groupName = 'servers',
  edition = 'first',
  replaceOn = '',
}: Parts = {}) => `
  const [one, other] = ${JSON.stringify(KEYS)};
  const keys = [
    new cc.SshKey('key-0', { name: 'key-${edition}', key: one }),
    new cc.SshKey('key-1', { name: 'key-other', key: other }),
  ];
  const script = new cc.StartupScript('setup', { name: 'setup-${edition}', script: '#!/bin/sh\\necho ${edition}' });
  const place = { instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' };
  const group = new cc.InstanceGroup('servers', {
    name: '${groupName}', ...place,
    template: { image: 'ubuntu-24.04', osVolume: { size: 60 }, sshKeyIds: [keys[${templateKey}].id] },
  });
  for (const name of ['one', 'two']) new cc.Instance(name, {
    hostname: name, instanceGroupId: group.id, groupRevision: group.revision,
  });
  new cc.Instance('spot', {
    hostname: 'spot', image: 'ubuntu-24.04', ...place, isSpot: true, sshKeyIds: [keys[0].id], startupScriptId: script.id,
    osVolume: { name: 'spot-os', size: 50, onSpotDiscontinue: '${policy}' },
    volumes: [{ name: 'spot-scratch', size: 10, type: 'NVMe', onSpotDiscontinue: '${scratchPolicy}' }],
  });
  const rented = new cc.Instance('rented', {
    hostname: 'rented', image: 'ubuntu-24.04', ...place, osVolume: { name: 'rented-os', size: 50 },
    contract: 'LONG_TERM', longTermPeriod: '1_MONTH', coupon: 'WELCOME', sshKeyIds: [keys[${rentedKey}].id], ${replaceOn}
  });
  exports.rented = rented.longTerm;
  exports.size = group.size;`;

describe.each(doors)('members of a group and machines with a contract ($name)', (door) => {
  jest.setTimeout(240_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ door, program: program(), emulator: { timeScale: 500 } });
  });

  afterAll(async () => {
    await environment.close();
  });

  const machine = async (name: string) =>
    (await environment.cloud.instances.list()).find(({ hostname }) => hostname === name);

  it('inherit from their group, and show the end and the price of their contract', async () => {
    await environment.upAndPreview();
    for (const name of ['one', 'two'])
      expect(await machine(name)).toMatchObject({ instance_type: 'CPU.4V.16G', location: 'FIN-01' });
    const [group] = await environment.cloud.instanceGroups.list();
    expect(group?.instances.map(({ hostname }) => hostname).sort()).toEqual(['one', 'two']);
    expect(await machine('spot')).toMatchObject({ is_spot: true, contract: 'SPOT' });
    const rented = await machine('rented');
    const disk = await environment.cloud.volumes.get(rented?.os_volume_id ?? '');
    expect((await environment.stack.outputs())['rented']).toMatchObject({
      longTermPeriod: '1_MONTH',
      endDate: 'long_term' in disk ? disk.long_term?.end_date : '',
      currentPeriodPrice: expect.any(Number) as number,
    });
    const { data } = await environment.cloud.audit.list({ objectType: 'coupon' });
    expect(data).toHaveLength(1);
  });

  it('are counted in their group at refresh', async () => {
    await environment.stack.refresh();
    await environment.up();
    expect((await environment.stack.outputs())['size']).toBe(2);
  });

  it('are replaced if the template of their group changes, and keep an old key and script without replaceOn', async () => {
    const [one, rented, spot] = await Promise.all(['one', 'rented', 'spot'].map(machine));
    const { changes, output } = await environment.upAndPreview(
      program({
        ...{ templateKey: 1, rentedKey: 1, edition: 'second' },
        ...{ policy: 'move_to_trash', scratchPolicy: 'delete_permanently' },
      }),
    );
    // Two members, the renamed key and the changed script.
    expect(changes).toMatchObject({ replace: 4, update: 3 });
    expect((await machine('one'))?.id).not.toBe(one?.id);
    expect((await machine('rented'))?.id).toBe(rented?.id);
    expect((await machine('spot'))?.id).toBe(spot?.id);
    expect(output).toContain('sshKeyIds cannot change on a machine that exists: stored for the next one.');
    // One policy for all would destroy the data volume, for which the program declares another one.
    const stored = 'osVolume.onSpotDiscontinue, volumes[0].onSpotDiscontinue, sshKeyIds, startupScriptId';
    expect(output).toContain(`${stored} cannot change on a machine that exists`);
    expect(output).toContain('replaceOn: ["sshKeyIds"]');
    expect(output).toContain('Existing members (2) keep the keys and the script that they were created with');
  });

  it('are replaced for a key with replaceOn, and evicted with the newest policy', async () => {
    const [rented, spot] = await Promise.all(['rented', 'spot'].map(machine));
    const wanted = (scratchPolicy: string) =>
      program({
        ...{ templateKey: 1, edition: 'second', policy: 'delete_permanently', scratchPolicy },
        replaceOn: `replaceOn: ['sshKeyIds']`,
      });
    const { changes } = await environment.up(wanted('delete_permanently'));
    expect(changes).toMatchObject({ replace: 1 });
    expect((await machine('rented'))?.id).not.toBe(rented?.id);
    environment.emulator.control.evict(spot?.id ?? '');
    environment.emulator.clock.advance(600_000);
    expect((await environment.cloud.volumes.list()).map(({ name }) => name)).not.toContain('spot-os');
    expect((await environment.cloud.volumes.trash()).map(({ name }) => name)).not.toContain('spot-scratch');
    await environment.stack.refresh();
    await environment.up(wanted('move_to_trash'));
    expect(await machine('spot')).toMatchObject({ status: 'running' });
  });

  it('get an error if another group has the name, at preview and at the update; destroy removes all', async () => {
    const { id } = await environment.cloud.instanceGroups.create({
      ...{ name: 'theirs', location_code: 'FIN-01', instance_type: 'CPU.4V.16G' },
      template: { image: 'ubuntu-24.04', os_volume: { size: 60 } },
    });
    const theirs = program({
      ...{ templateKey: 1, edition: 'second', groupName: 'theirs' },
      ...{
        policy: 'delete_permanently',
        scratchPolicy: 'move_to_trash',
        replaceOn: `replaceOn: ['sshKeyIds']`,
      },
    });
    expect(await environment.refusal(theirs)).toContain(
      `name is already the name of the instance group ${id}`,
    );
    await environment.stack.configure('planChecks', 'off');
    const printed = `name "theirs" is taken by the instance group ${id}. Choose another name`;
    expect(await environment.failure(theirs)).toContain(printed);
    // A volume that was created with its machine has its own eviction policy.
    environment.emulator.control.evict((await machine('spot'))?.id ?? '');
    environment.emulator.clock.advance(600_000);
    expect((await environment.cloud.volumes.trash()).map(({ name }) => name)).toContain('spot-scratch');
    await environment.stack.destroy();
    expect(await everythingIn(environment.cloud)).toEqual([expect.objectContaining({ id })]);
    expect(await environment.failure(theirs)).toContain(printed);
  });
});
