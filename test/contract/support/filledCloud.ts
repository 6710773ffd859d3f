import type { ContractCloud } from './caller';

/** How many volumes of the filled cloud are in the trash. */
export const inTrash = 12;
const longName = 'a-machine-with-quite-a-long-name-and-a-number-of-its-own-0001';
const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl me@laptop';

/** Puts everything into a cloud that the console can show, with long names and high prices. Returns a spot machine. */
export async function fillCloud(cloud: ContractCloud): Promise<string> {
  const { owner } = cloud;
  for (let number = 0; number < inTrash; number += 1)
    await owner.actOnVolume('delete', await cloud.detachedVolume({ name: `old-${number}` }));
  const tags = [
    { key: 'team', value: 'research-on-models-of-languages-and-of-the-weather' },
    { key: 'pulumi-pending', value: 'x' },
  ];
  const scratch = { name: 'scratch-of-the-training-cluster', size: 1000, location_code: 'FIN-01' };
  const shared = await cloud.detachedVolume({ name: longName, type: 'NVMe_Shared', size: 5000, tags });
  await cloud.runningCluster({ hostname: 'training', shared_volume: scratch });
  await cloud.runningInstance({
    hostname: longName.slice(0, 60),
    instance_type: '8H100.80S.176V',
    image: 'ubuntu-24.04-cuda-12.8-open-docker',
    existing_volumes: [shared],
    tags,
  });
  const spot = await cloud.runningInstance({ hostname: 'worker', is_spot: true, tags });
  await owner.post('/v1/ssh-keys', { name: 'a key with quite a long name of its own', key });
  await owner.post('/v1/scripts', { name: longName, script: '#!/bin/sh\n' });
  await owner.instance({ hostname: 'ordered' });
  const faults = cloud.emulator.control.faults;
  faults.add({
    kind: 'rewrite',
    set: { amount: 1, note: 'rewritten' },
    operation: 'getBalance',
    times: 'always',
  });
  faults.add({ kind: 'status', status: 503, operation: 'listInstances' });
  await owner.get('/v1/balance');
  await owner.get('/v1/instances');
  await owner.get(`/v1/instances/${spot}?a-long-query=of-a-client-that-asks-for-more-than-the-path`);
  return spot;
}
