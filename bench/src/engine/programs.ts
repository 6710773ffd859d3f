// The programs that the benches run: plain JavaScript, as a user would write it.

const HEAD = `const cc = require('pulumi-cloud-compute');\n`;

/**
 * A machine without a GPU: it is provisioned quickly, so the provider's own time matters most. There is capacity for
 * hundreds.
 */
const MACHINE = `image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', osVolume: { size: 50 }`;

/** N machines; `more` are further arguments. */
export const machines = (n: number, more = ''): string =>
  `${HEAD}for (let i = 0; i < ${n}; i++) new cc.Instance(\`machine-\${i}\`, { ${MACHINE}, ${more} });\n`;

/** N machines with an operating-system volume and a data volume each, which are removed with the machine. */
export const machinesWithVolumes = (n: number): string =>
  machines(n, `volumes: [{ name: \`data-\${i}\`, size: 100, type: 'NVMe' }]`);

/** A fleet of N machines: each create returns when its machine is accepted, and one resource waits for all. */
export const fleet = (n: number): string =>
  `${HEAD}exports.addresses = new cc.Fleet('fleet', { count: ${n}, instance: { ${MACHINE} } }).addresses;\n`;

/** N resources without work: gates that wait for no machine. */
export const idle = (n: number): string =>
  `${HEAD}for (let i = 0; i < ${n}; i++) new cc.InstancesReady(\`empty-\${i}\`, { instances: [] });\n`;

/** How many of each kind there are among n mixed resources. The API allows a project 100 scripts. */
export function mixture(n: number) {
  const scripts = Math.min(Math.floor(n * 0.2), 100);
  const clusters = Math.min(Math.floor(n * 0.02), 9);
  const [volumes, keys, groups, tags] = [0.25, 0.15, 0.04, 0.05].map((share) => Math.floor(n * share)) as [
    number,
    number,
    number,
    number,
  ];
  const instances = n - scripts - clusters - volumes - keys - groups - tags;
  return { instances, volumes, keys, scripts, groups, tags, clusters };
}

/** N resources of all kinds, with all checks. */
export function mixed(n: number): string {
  const { instances, volumes, keys, scripts, groups, tags, clusters } = mixture(n);
  return `${HEAD}const { createHash } = require('node:crypto');
const times = (n, make) => Array.from({ length: n }, (_, i) => make(i));
const blob = (...parts) => Buffer.concat(parts.flatMap((part) => [Buffer.from([0, 0, 0, part.length]), part]));
const publicKey = (i) =>
  'ssh-ed25519 ' + blob(Buffer.from('ssh-ed25519'), createHash('sha256').update(String(i)).digest()).toString('base64');
const keys = times(${keys}, (i) => new cc.SshKey(\`key-\${i}\`, { key: publicKey(i) }));
const scripts = times(${scripts}, (i) => new cc.StartupScript(\`script-\${i}\`, { script: \`#!/bin/sh\\necho \${i}\\n\` }));
const sshKeyIds = keys.slice(0, 1).map(({ id }) => id);
const machines = times(${instances}, (i) => new cc.Instance(\`machine-\${i}\`, {
  ${MACHINE}, sshKeyIds, startupScriptId: scripts[0]?.id, tags: { team: 'research' },
}));
const volumes = times(${volumes}, (i) =>
  new cc.Volume(\`volume-\${i}\`, { size: 100, type: 'NVMe', locationCode: 'FIN-01', tags: { team: 'research' } }));
times(${groups}, (i) => new cc.InstanceGroup(\`group-\${i}\`, {
  locationCode: 'FIN-01', instanceType: 'CPU.4V.16G', template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
}));
times(${tags}, (i) => new cc.Tag(\`tag-\${i}\`, i % 2
  ? { resourceType: 'volume', resourceId: volumes[i % volumes.length].id, key: \`number-\${i}\` }
  : { resourceType: 'instance', resourceId: machines[i % machines.length].id, key: \`number-\${i}\` }));
times(${clusters}, (i) => new cc.Cluster(\`cluster-\${i}\`, {
  clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: \`FIN-0\${1 + (i % 3)}\`, sshKeyIds,
}));
`;
}

/** The same program with the resources of another module. */
export const withModule = (program: string, module: string): string =>
  program.replace("require('pulumi-cloud-compute')", `require(${JSON.stringify(module)})`);

/** The same program with classic dynamic resources; the files of `sameShape` are beside it. */
export const ofSameShape = (program: string): string => withModule(program, './sameShape');

/** N classic dynamic resources without work; `empty.js` of `bench/peer` is beside the program. */
export const classicIdle = (n: number): string =>
  `const { Empty } = require('./empty');
for (let i = 0; i < ${n}; i++) new Empty(\`empty-\${i}\`);\n`;

/** N machines by the naive provider; `naiveInstance.js` of `bench/peer` is beside the program. */
export const naiveMachines = (n: number): string =>
  `const { NaiveInstance } = require('./naiveInstance');
for (let i = 0; i < ${n}; i++) new NaiveInstance(\`machine-\${i}\`, {
  hostname: \`machine-\${i}\`, description: \`machine-\${i}\`, image: 'ubuntu-24.04', instance_type: 'CPU.4V.16G',
  location_code: 'FIN-01', os_volume: { name: \`machine-\${i}-os\`, size: 50 },
});\n`;
