import { Instance, InstancesReady, OrphanRemoval, getSshKeyOutput } from 'pulumi-cloud-compute-native';

// Removes what an interrupted run has left, at `pulumi destroy`.
const orphans = new OrphanRemoval('orphans');
const key = getSshKeyOutput({ name: 'workstation' }).result.id;

const instances = [0, 1, 2].map(
  (index) =>
    new Instance(
      `workers-${String(index)}`,
      {
        instanceType: '1V100.6V',
        image: 'ubuntu-24.04-cuda-12.8-open-docker',
        locationCode: 'FIN-01',
        sshKeyIds: [key],
        awaitReady: false,
      },
      { dependsOn: [orphans] },
    ),
);
const workers = new InstancesReady('workers', { instanceIds: instances.map(({ id }) => id) });

export const addresses = workers.instances.apply((machines) => machines.map(({ ip }) => ip));
