import { Instance, InstancesReady } from 'pulumi-cloud-compute';

const machine = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };

const machines = ['left', 'right'].map((name) => new Instance(name, { ...machine, awaitReady: false }));
const fleet = new InstancesReady('fleet', { instances: machines });

export const addresses = fleet.instances.apply((all) => all.map(({ ip }) => ip));
