import type { Instance as InstanceBody } from '#contract';
import { lasting } from '../../contract/text';
import { exchangeRate, machineTypeOf } from '../../model/catalogue';
import { statusOf } from '../../model/time/timelines';
import { shownOsVolumeId } from '../machines/machines';
import { keptOf } from '../shared/kept';
import { hardware, price, timestamp } from '../shared/fields';
import type { World } from '../../model/world';
import type { Volume } from '../volumes/volume';
import type { Instance } from './instance';
import type { Instances } from './instances';

/** Describes instances as the API does. */
export class InstanceResponses {
  /** A body remains valid until something changes in the cloud: clients poll the same bodies repeatedly. */
  private readonly bodies = new WeakMap<Instance, { changes: number; body: InstanceBody }>();

  constructor(
    private readonly world: World,
    private readonly instances: Instances,
  ) {}

  of(instance: Instance): InstanceBody {
    const { changes } = this.world;
    const known = this.bodies.get(instance);
    if (known?.changes === changes) return known.body;
    const volumes = this.instances.volumes.byInstance().get(instance.id) ?? [];
    const body = lasting(this.newBody(instance, volumes));
    this.bodies.set(instance, { changes, body });
    return body;
  }

  private newBody(instance: Instance, volumes: readonly Volume[]): InstanceBody {
    const osVolume = volumes.find(({ id }) => id === instance.osVolumeId);
    return {
      id: instance.id,
      ...keptOf('Instance', instance),
      status: statusOf(instance),
      created_at: timestamp(instance.createdAt),
      created_by_user_id: instance.createdByUserId,
      ip: instance.ip,
      private_ip: instance.privateIp,
      ...hardware(machineTypeOf(instance)),
      storage: { description: osVolume === undefined ? '' : `${osVolume.size}GB ${osVolume.type}` },
      location: instance.location,
      price_per_hour: price(
        instance.pricePerHour * exchangeRate[this.world.projects.get(instance.projectId).currency],
      ),
      is_spot: instance.isSpot,
      instance_type: instance.type,
      image: instance.image,
      os_name: instance.osName,
      startup_script_id: instance.startupScriptId,
      ssh_key_ids: instance.sshKeyIds,
      os_volume_id: shownOsVolumeId(instance),
      volume_ids: volumes.filter(({ id }) => id !== instance.osVolumeId).map(({ id }) => id),
      jupyter_token: instance.jupyterToken,
      contract: instance.contract,
      pricing: 'FIXED_PRICE',
      tags: instance.tags,
    };
  }
}
