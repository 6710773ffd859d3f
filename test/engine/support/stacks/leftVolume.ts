import type { CloudComputeClient } from '../../../../api';
import { orderOf, pendingTag } from '../../../../core/pendingTag';

/** A volume that an interrupted run of a stack has left. @returns its id. */
export async function leftVolume(cloud: CloudComputeClient, owner: string): Promise<string> {
  const where = { type: 'NVMe', location_code: 'FIN-01' } as const;
  const id = await cloud.volumes.create({ name: 'left', size: 10, ...where });
  const urn = 'urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Volume::left';
  const orderedAt = Date.parse((await cloud.volumes.get(id)).created_at);
  await cloud.tags.add('volumes', id, pendingTag(orderOf({ owner, urn }), orderedAt));
  return id;
}
