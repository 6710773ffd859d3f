import type { ResourceName } from './plan';

/** Volumes that no stack manages, and that have to survive all of it. */
export interface Base {
  /** Attached to the machine. */
  readonly given: string;
  /** What the copy is made of. */
  readonly source: string;
}

/** The program, in one of its editions: each makes some resources change in place and others anew. */
export function programText(
  resources: readonly ResourceName[],
  edition: number,
  { given, source }: Base,
): string {
  const texts: Readonly<Record<ResourceName, string>> = {
    trainer: `new cc.Instance('trainer', {
      hostname: 'trainer', image: 'ubuntu-24.04', locationCode: 'FIN-01',
      instanceType: '${edition === 2 ? 'CPU.8V.32G' : 'CPU.4V.16G'}',
      osVolume: { name: 'trainer-os', size: 50 }, volumes: [{ name: 'trainer-data', size: 10, type: 'NVMe' }],
      existingVolumes: ['${given}'], tags: { edition: '${edition}' },
    });`,
    data: `new cc.Volume('data', {
      name: '${edition === 1 ? 'data-renamed' : 'data'}', type: '${edition === 2 ? 'NVMe_Shared' : 'NVMe'}',
      locationCode: 'FIN-01', size: 10,
    });`,
    copy: `new cc.Volume('copy', {
      name: '${edition === 1 ? 'copy-renamed' : 'copy'}', type: 'NVMe', locationCode: 'FIN-01', size: 10,
      sourceVolumeId: '${source}',
    });`,
    cluster: `new cc.Cluster('cluster', {
      hostname: '${edition === 1 ? 'cluster-renamed' : 'cluster'}', clusterType: '16H100', image: clusterImage,
      locationCode: 'FIN-01', sshKeyIds: [key.id], sharedVolume: { name: 'cluster-shared', size: 20 },
      deleteSharedVolumes: true, deletePermanently: true,
    });`,
    fleet: `new cc.Fleet('fleet', { count: ${edition === 1 ? 3 : 2}, instance: {
      hostname: 'fleet', image: '${edition === 2 ? 'ubuntu-22.04' : 'ubuntu-24.04'}', locationCode: 'FIN-02',
      instanceType: 'CPU.4V.16G', osVolume: { size: 50 },
    } });`,
  };
  return `const cc = require('pulumi-cloud-compute');
const clusterImage = 'ubuntu-22.04-cuda-12.4-cluster';
const key = new cc.SshKey('key', { key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a' });
${resources.map((name) => texts[name]).join('\n')}
`;
}
