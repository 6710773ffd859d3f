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
});
