// What a program wants taken over (`adoptId`) and is not what it says: everything that differs is told, at preview or
// at the latest by the create.
import { Laptop } from './cloud';

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
  let laptop: Laptop;

  beforeEach(async () => {
    laptop = await Laptop.start({ balance: 1_000_000 });
  });

  afterEach(async () => {
    await laptop.stop();
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
    'is left alone when it differs, and every difference is told: %s',
    async (kind, exists, other, told) => {
      const sshKeyIds =
        kind === 'cluster' ? { sshKeyIds: [(await laptop.up('sshKey', 'k', { key: KEY })).id] } : {};
      const theirs = await laptop.up(kind, 'theirs', { ...exists, ...sshKeyIds });
      laptop.newProcess();
      const mine = laptop.resource(kind, 'mine', { ...exists, ...sshKeyIds, ...other, adoptId: theirs.id });
      const problems = await mine.problems();
      const all = problems.length > 0 ? problems.join('\n') : await mine.create().then(String, messageOf);
      for (const difference of told) expect(all).toMatch(difference);
      expect(all).toMatch(/leave adoptId out/);
      expect(mine.id).toBe('');
      laptop.configure({ 'cloudCompute:planChecks': 'off' });
      laptop.newProcess();
      expect(await mine.create().then(String, messageOf)).toMatch(/leave adoptId out/);
      expect(mine.id).toBe('');
      // It is what it was, and nothing was made in its place.
      expect(await theirs.refresh()).toBe(true);
      expect(await theirs.diff()).toMatchObject({ changes: false });
    },
  );
});
