import type { InstanceAction, InstanceStatus, OnSpotDiscontinue } from '#contract';
import { machineTypeOf } from '../../model/catalogue';
import { CloudError, invalidRequest } from '../../model/errors';
import { internal, requestedBy } from '../../model/events';
import { references } from '../../model/projects';
import { statusOf } from '../../model/time/timelines';
import { isGone } from '../machines/machines';
import { powerChange } from '../machines/power';
import { checkReceiver, handOver } from '../volumes/actions/transfer';
import { beingClonedTo } from '../volumes/checks';
import { copyUnderWay, isGoing } from '../volumes/volume';
import type { Caller, Cause } from '../../model/events';
import type { Step } from '../../model/time/timelines';
import type { World } from '../../model/world';
import type { PowerAction } from '../machines/power';
import type { Release, Volume } from '../volumes/volume';
import type { InstanceDeploy } from './deploy';
import type { Instance } from './instance';
import type { Instances } from './instances';

export interface InstanceActionRequest {
  action: InstanceAction;
  ids: string[];
  /** An empty list differs from an absent one: see the delete rules at `releaseOf`. */
  volumeIds?: string[] | undefined;
  deletePermanently: boolean;
  onSpotDiscontinue?: OnSpotDiscontinue | undefined;
  projectId?: string | undefined;
}

/** How an action ended for one machine. */
export interface InstanceActionOutcome {
  instanceId: string;
  outcome: 'done' | 'satisfied' | CloudError;
}

/** Statuses that lead to `running` without an action. */
const starting: ReadonlySet<InstanceStatus> = new Set(['provisioning', 'validating']);

export class InstanceActions {
  constructor(
    private readonly world: World,
    private readonly instances: Instances,
    private readonly instanceDeploy: InstanceDeploy,
  ) {}

  /** Acts on each machine separately: a refusal for one does not affect the others. */
  perform(caller: Caller, request: InstanceActionRequest): InstanceActionOutcome[] {
    return [...new Set(request.ids)].map((instanceId) => {
      try {
        const instance = this.instances.get(caller, instanceId);
        return { instanceId, outcome: this.act(caller, request, instance) ? 'done' : 'satisfied' };
      } catch (error) {
        if (error instanceof CloudError) return { instanceId, outcome: error };
        throw error;
      }
    });
  }

  /** Returns whether there was something to do. */
  private act(caller: Caller, request: InstanceActionRequest, instance: Instance): boolean {
    const cause = requestedBy(caller);
    switch (request.action) {
      case 'boot':
      case 'start':
      case 'shutdown':
      case 'force_shutdown':
        return this.power(cause, instance, request.action);
      case 'delete':
      case 'discontinue':
        return this.delete(caller, request, instance);
      case 'delete_stuck':
        return this.deleteStuck(caller, request, instance);
      case 'hibernate':
        return this.hibernate(cause, instance);
      case 'configure_spot':
        return this.configureSpot(cause, instance, request);
      case 'deploy':
        return this.deploy(caller, instance);
      case 'transfer':
        return this.transfer(cause, instance, request);
    }
  }

  private power(cause: Cause, instance: Instance, action: PowerAction): boolean {
    const change = powerChange(action, instance, `Instance ${instance.id}`, this.world.durations);
    if (change === undefined) return false;
    this.instances.record(cause, change.event, instance);
    this.plan(instance, cause, change.steps);
    return true;
  }

  private delete(caller: Caller, request: InstanceActionRequest, instance: Instance): boolean {
    if (isGone(instance) || statusOf(instance) === 'deleting') return false;
    this.discontinue(requestedBy(caller), instance, this.releaseOf(caller, request, instance));
    return true;
  }

  /**
   * For machines that are stuck; others are deleted in the usual way. `delete_permanently` applies only to delete and
   * discontinue (delete rule 4).
   */
  private deleteStuck(caller: Caller, request: InstanceActionRequest, instance: Instance): boolean {
    const status = statusOf(instance);
    if (isGone(instance)) return false;
    if (status !== 'deleting' && status !== 'provisioning' && status !== 'error') {
      throw refusal(instance, 'deleted as stuck, only one in deleting, provisioning or error can');
    }
    const release =
      instance.release ?? this.releaseOf(caller, { ...request, deletePermanently: false }, instance);
    this.discontinue(requestedBy(caller), instance, release);
    return true;
  }

  private hibernate(cause: Cause, instance: Instance): boolean {
    const isHibernating = statusOf(instance) === 'deleting' && instance.release?.volumeIds.length === 0;
    if (isGone(instance) || isHibernating) return false;
    if (statusOf(instance) !== 'offline') throw refusal(instance, 'hibernated. Shut it down first');
    this.discontinue(cause, instance, { volumeIds: [], permanently: false });
    return true;
  }

  private discontinue(cause: Cause, instance: Instance, release: Release): void {
    instance.release = release;
    this.instances.beginDeletion(cause, instance);
    this.plan(instance, cause, [
      { status: 'deleting', event: 'deleting' },
      { status: 'discontinued', after: this.world.durations.instanceDeleteSeconds, event: 'delete:complete' },
    ]);
  }

  /** What happens to the volumes at an eviction. */
  private configureSpot(
    cause: Cause,
    instance: Instance,
    { onSpotDiscontinue }: InstanceActionRequest,
  ): boolean {
    if (!instance.isSpot || isGone(instance))
      throw refusal(instance, 'configured: it is not a live spot instance');
    if (onSpotDiscontinue === undefined) {
      throw invalidRequest('on_spot_discontinue: configure_spot has to say what happens to the volumes.');
    }
    for (const volume of this.instances.volumes.attachedTo(instance))
      volume.onSpotDiscontinue = onSpotDiscontinue;
    this.instances.record(cause, 'configure_spot', instance);
    return true;
  }

  private deploy(caller: Caller, instance: Instance): boolean {
    const status = statusOf(instance);
    if (status === 'running' || starting.has(status)) return false;
    if (status !== 'ordered' && status !== 'new') throw refusal(instance, 'deployed');
    this.instanceDeploy.provision(caller, instance, machineTypeOf(instance));
    return true;
  }

  /** Transfers the machine with its volumes to another project. */
  private transfer(cause: Cause, instance: Instance, { projectId }: InstanceActionRequest): boolean {
    if (projectId === undefined)
      throw invalidRequest('project_id: a transfer has to say which project gets the instance.');
    if (projectId === instance.projectId) return false;
    const status = statusOf(instance);
    if (status !== 'running' && status !== 'offline') throw refusal(instance, 'transferred');
    const volumes = this.instances.volumes.attachedTo(instance);
    const shared = volumes.find(({ instanceIds }) => instanceIds.length > 1);
    if (shared !== undefined)
      throw refusal(instance, `transferred: other instances share its volume ${shared.id}. Detach it first`);
    for (const volume of volumes) {
      const copy = copyUnderWay(this.instances.volumes.table, volume);
      if (copy !== undefined)
        throw refusal(
          instance,
          `transferred: its volume ${volume.id} is ${beingClonedTo(copy)}, or cancel the clone`,
        );
    }
    checkReceiver(this.world, this.instances.volumes, projectId, volumes, instance.pricePerHour);
    this.instances.record(cause, 'transfer', instance);
    for (const volume of volumes) handOver(volume, projectId);
    Object.assign(instance, {
      projectId,
      groupId: null,
      privateIp: null,
      sshKeyIds: [],
      startupScriptId: null,
    });
    this.instances.record(internal('transfer'), 'transfer', instance);
    return true;
  }

  /**
   * The delete rules: without a list of volume ids, the OS volume is moved to the trash; with a list, those of its
   * volumes that are attached to the machine are deleted.
   */
  private releaseOf(caller: Caller, request: InstanceActionRequest, instance: Instance): Release {
    const { volumeIds, deletePermanently, ids } = request;
    const { table } = this.instances.volumes;
    const osVolumeIds = instance.osVolumeId === null ? [] : [instance.osVolumeId];
    const deleted = references(table, caller, 'volume', 'volume_ids', volumeIds ?? osVolumeIds);
    for (const volume of deleted) this.checkDeletable(volume, ids);
    return {
      volumeIds: deleted.map(({ id }) => id),
      permanently: volumeIds !== undefined && deletePermanently,
    };
  }

  /** A volume that a delete names must be attached to a machine that the delete names, and to no other. */
  private checkDeletable(volume: Volume, ids: readonly string[]): void {
    if (isGoing(volume)) return;
    const copy = copyUnderWay(this.instances.volumes.table, volume);
    if (copy !== undefined) {
      throw invalidRequest(
        `volume_ids: volume ${volume.id} is ${beingClonedTo(copy)}, cancel the clone, or keep the volume.`,
      );
    }
    const others = volume.instanceIds.filter((id) => !ids.includes(id));
    if (others.length === 0 && volume.instanceIds.length > 0) return;
    const where = others.length > 0 ? `attached to instance ${others.join(', ')}` : 'attached to no instance';
    throw invalidRequest(
      `volume_ids: volume ${volume.id} is ${where}. A delete can only include volumes of its own instances.`,
    );
  }

  private plan(instance: Instance, cause: Cause, steps: Step<InstanceStatus>[]): void {
    this.world.timelines.plan(instance, cause, steps);
  }
}

const refusal = (instance: Instance, what: string): CloudError =>
  invalidRequest(`Instance ${instance.id} is ${statusOf(instance)} and cannot be ${what}.`);
