// Adoption (`adoptId`) of a resource that differs from the program: the preview, or at the latest the create, reports
// every difference.
import { UNKNOWN } from '../../../provider/schema/unknown';
import { InProcessStack } from '../support/inProcessStack';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const MACHINE = {
  hostname: 'theirs',
  image: 'ubuntu-24.04',
  instanceType: 'CPU.4V.16G',
  locationCode: 'FIN-01',
};
const GROUP = {
  ...{ name: 'theirs', locationCode: 'FIN-01', instanceType: '1V100.6V' },
  template: { image: 'ubuntu-24.04', osVolume: { size: 60 } },
};
const DISK = { name: 'theirs', size: 50, type: 'NVMe', locationCode: 'FIN-01' };
const CLUSTER = {
  ...{ hostname: 'theirs', clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster' },
  ...{ locationCode: 'FIN-01', sshKeyIds: [] as string[] },
};

const messageOf = (error: unknown): string => (error as Error).message;

describe('a resource to adopt', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await stack.stop();
  });

  it.each([
    ['sshKey', { name: 'theirs', key: KEY }, { name: 'mine' }, [/name/]],
    ['startupScript', { name: 'theirs', script: 'true' }, { script: 'false' }, [/script/]],
    ['volume', DISK, { type: 'NVMe_Shared', locationCode: 'FIN-02' }, [/type/, /locationCode/]],
    [
      'instanceGroup',
      GROUP,
      { instanceType: '1A100.22V', locationCode: 'FIN-02' },
      [/instanceType/, /locationCode/],
    ],
    [
      'instance',
      MACHINE,
      { instanceType: '1V100.6V', locationCode: 'FIN-02', hostname: 'ours' },
      [/instanceType/, /locationCode/, /hostname is "ours", but .* has "theirs"/],
    ],
    [
      'cluster',
      CLUSTER,
      { clusterType: '16B200', locationCode: 'FIN-02', hostname: 'ours' },
      [/clusterType/, /locationCode/, /hostname is "ours", but .* has "theirs"/],
    ],
  ] as const)(
    'is not changed if it differs, and every difference is reported: %s',
    async (kind, exists, other, differences) => {
      const sshKeyIds =
        kind === 'cluster' ? { sshKeyIds: [(await stack.up('sshKey', 'k', { key: KEY })).id] } : {};
      const theirs = await stack.up(kind, 'theirs', { ...exists, ...sshKeyIds });
      stack.newProcess();
      const mine = stack.resource(kind, 'mine', { ...exists, ...sshKeyIds, ...other, adoptId: theirs.id });
      const problems = await mine.problems();
      const all = problems.length > 0 ? problems.join('\n') : await mine.create().then(String, messageOf);
      for (const difference of differences) expect(all).toMatch(difference);
      expect(all).toMatch(/leave adoptId out/);
      expect(mine.id).toBe('');
      stack.configure({ 'cloudCompute:planChecks': 'off' });
      stack.newProcess();
      expect(await mine.create().then(String, messageOf)).toMatch(/leave adoptId out/);
      expect(mine.id).toBe('');
      // The resource is unchanged, and no other resource was created.
      expect(await theirs.refresh()).toBe(true);
      expect(await theirs.diff()).toMatchObject({ changes: false });
    },
  );

  it.each([
    [
      'a machine that is no spot machine',
      'instance',
      MACHINE,
      { isSpot: true },
      'isSpot is true, but ITS has false: MATCH',
    ],
    [
      'a spot machine',
      'instance',
      { ...MACHINE, isSpot: true },
      { isSpot: undefined },
      'isSpot is false, but ITS has true: MATCH',
    ],
    [
      'a larger operating-system volume',
      'instance',
      { ...MACHINE, osVolume: { size: 60 } },
      { osVolume: { size: 20 } },
      'osVolume.size is 20 GB, but ITS has 60 GB and cannot shrink: say 60 or more',
    ],
    [
      'a group of larger machines',
      'instanceGroup',
      GROUP,
      { template: { ...GROUP.template, osVolume: { size: 20 } } },
      'template.osVolume.size is 20 GB, but ITS has 60 GB: MATCH',
    ],
  ] as const)(
    'is refused at preview if a number or a boolean differs: %s',
    async (_, kind, exists, other, problem) => {
      const theirs = await stack.up(kind, 'theirs', exists);
      stack.newProcess();
      const mine = stack.resource(kind, 'mine', { ...exists, ...other, adoptId: theirs.id });
      const which = `the ${kind === 'instance' ? 'instance' : 'instance group'} ${theirs.id} to adopt`;
      const match = 'change the program to match, or leave adoptId out';
      expect(await mine.problems()).toEqual([problem.replace('ITS', which).replace('MATCH', match)]);
      stack.configure({ 'cloudCompute:planChecks': 'off' });
      stack.newProcess();
      expect(await mine.create().then(String, messageOf)).toMatch(/leave adoptId out/);
    },
  );

  it('gets a larger operating-system volume in place if it is an instance', async () => {
    const theirs = await stack.up('instance', 'theirs', { ...MACHINE, osVolume: { size: 60 } });
    stack.newProcess();
    const args = { ...MACHINE, osVolume: { size: 80 }, adoptId: theirs.id };
    const mine = await stack.up('instance', 'mine', args);
    const { os_volume_id: id } = await stack.cloud.instances.get(mine.id);
    expect((await stack.cloud.volumes.get(id ?? '')).size).toBe(80);
    expect(await mine.diff()).toMatchObject({ changes: false });
  });

  it('an instance is refused if it is in no group or in another one, and accepted in its group', async () => {
    const group = await stack.up('instanceGroup', 'g', { ...GROUP, name: 'g' });
    const other = await stack.up('instanceGroup', 'other', { ...GROUP, name: 'other' });
    const machine = {
      hostname: 'theirs',
      instanceType: '1V100.6V',
      image: 'ubuntu-24.04',
      locationCode: 'FIN-01',
    };
    const alone = await stack.up('instance', 'alone', machine);
    const member = await stack.up('instance', 'member', { ...machine, instanceGroupId: group.id });
    stack.newProcess();
    const adopting = (adoptId: string, instanceGroupId: string) =>
      stack.resource('instance', 'mine', { ...machine, instanceGroupId, adoptId });
    const refusal = (id: string, wanted: string, has: string) => [
      `instanceGroupId is "${wanted}", but the instance ${id} to adopt has ${has}: change the program to match, or leave adoptId out`,
    ];
    expect(await adopting(alone.id, group.id).problems()).toEqual(refusal(alone.id, group.id, 'none'));
    expect(await adopting(member.id, other.id).problems()).toEqual(
      refusal(member.id, other.id, `"${group.id}"`),
    );
    stack.configure({ 'cloudCompute:planChecks': 'off' });
    stack.newProcess();
    expect(await adopting(alone.id, group.id).create().then(String, messageOf)).toMatch(
      /instanceGroupId is none, the program says/,
    );
    stack.newProcess();
    const mine = adopting(member.id, group.id);
    await mine.create();
    expect(await mine.diff()).toMatchObject({ changes: false });
  });

  describe('a cluster to adopt', () => {
    let held: string;
    let theirs: string;
    let args: Record<string, unknown>;

    beforeEach(async () => {
      const { id } = await stack.up('sshKey', 'k', { key: KEY });
      const disk = { size: 50, type: 'NVMe_Shared', locationCode: 'FIN-01' };
      held = (await stack.up('volume', 'held', disk)).id;
      args = {
        ...CLUSTER,
        sshKeyIds: [id],
        existingVolumes: [held],
        sharedVolume: { name: 'data', size: 20 },
      };
      theirs = (await stack.up('cluster', 'theirs', args)).id;
      stack.newProcess();
    });

    it('is refused at preview with all volumes and nodes that it does not have', async () => {
      const other = await stack.up('volume', 'other', {
        size: 50,
        type: 'NVMe_Shared',
        locationCode: 'FIN-01',
      });
      const which = `the cluster ${theirs} to adopt`;
      const match = 'change the program to match, or leave adoptId out';
      const mine = stack.resource('cluster', 'mine', {
        ...{ ...args, adoptId: theirs },
        ...{
          existingVolumes: [other.id],
          sharedVolume: { name: 'none', size: 20 },
          offlineNodes: ['nobody'],
        },
      });
      const { shared_volumes: volumes } = await stack.cloud.clusters.get(theirs);
      const ids = JSON.stringify(volumes.map(({ id }) => id));
      expect(await mine.problems()).toEqual([
        `sharedVolume is {"name":"none","size":20}, but ${which} has none: ${match}`,
        `existingVolumes is ["${other.id}"], but ${which} has ${ids}: ${match}`,
        expect.stringMatching(
          /^offlineNodes\[0\] names "nobody", which is no node of the cluster theirs/,
        ) as string,
      ]);
      stack.configure({ 'cloudCompute:planChecks': 'off' });
      stack.newProcess();
      expect(await mine.create().then(String, messageOf)).toMatch(/sharedVolume is none.*existingVolumes is/);
    });

    it('is refused at preview if its shared volume has another size', async () => {
      const sharedVolume = { name: 'data', size: 10 };
      const mine = stack.resource('cluster', 'mine', { ...args, sharedVolume, adoptId: theirs });
      expect(await mine.problems()).toEqual([
        `sharedVolume.size is 10 GB, but the cluster ${theirs} to adopt has 20 GB: change the program to match, or leave adoptId out`,
      ]);
    });

    it('is adopted with the volumes that it has, and values that are not known yet are no difference', async () => {
      const unknown = { existingVolumes: UNKNOWN, sharedVolume: { name: UNKNOWN, size: 20 } };
      expect(
        await stack.resource('cluster', 'mine', { ...args, ...unknown, adoptId: theirs }).problems(),
      ).toEqual([]);
      stack.newProcess();
      const mine = await stack.up('cluster', 'mine', { ...args, adoptId: theirs });
      expect(await mine.refresh()).toBe(true);
      expect(await mine.diff()).toMatchObject({ changes: false });
    });
  });
});
