import type { DeployInstanceRequest, InstanceActionRequest } from '#contract';
import { declared } from '../../contract/document';
import { CloudError } from '../../model/errors';
import { ids, optionalIds, present, tag, tags } from '../shared/fields';
import { keptOf } from '../shared/kept';
import { InstanceActions } from './actions';
import type { Answer, Handlers } from '../../contract/handlers';
import type { Caller } from '../../model/events';
import type { World } from '../../model/world';
import type { InstanceDeploy } from './deploy';
import type { DeployRequest } from './deployRequest';
import type { Instances } from './instances';
import type { InstanceResponses } from './responses';

function deployRequest(body: DeployInstanceRequest): DeployRequest {
  const osVolume = present(body.os_volume);
  return {
    ...keptOf('Instance', declared('DeployInstanceRequest', body)),
    image: present(body.image),
    instanceType: present(body.instance_type),
    locationCode: present(body.location_code),
    contract: present(body.contract),
    isSpot: present(body.is_spot),
    longTermPeriod: present(body.long_term_period),
    coupon: present(body.coupon),
    sshKeyIds: optionalIds(body.ssh_key_ids),
    startupScriptId: present(body.startup_script_id),
    groupId: present(body.instance_group_id),
    existingVolumes: body.existing_volumes ?? [],
    osVolume: osVolume && {
      name: present(osVolume.name),
      size: present(osVolume.size),
      onSpotDiscontinue: present(osVolume.on_spot_discontinue),
    },
    volumes: (body.volumes ?? []).map((volume) => ({
      ...keptOf('Volume', declared('NewVolumeRequest', volume)),
      tags: tags(volume.tags),
      onSpotDiscontinue: present(volume.on_spot_discontinue),
    })),
    tags: tags(body.tags),
  };
}

/** A single id gets a single result, several ids get a list of results. */
function act(
  actions: InstanceActions,
  caller: Caller,
  body: InstanceActionRequest,
): Answer<'performInstanceAction'> {
  const outcomes = actions.perform(caller, {
    action: body.action,
    ids: ids(body.id),
    volumeIds: optionalIds(body.volume_ids),
    deletePermanently: body.delete_permanently ?? false,
    onSpotDiscontinue: present(body.on_spot_discontinue),
    projectId: present(body.project_id),
  });
  const [only] = outcomes;
  if (outcomes.length === 1 && only !== undefined) {
    if (only.outcome instanceof CloudError) throw only.outcome;
    if (only.outcome === 'satisfied') return { status: 204 };
  }
  const results = outcomes.map(({ instanceId, outcome }) => {
    if (!(outcome instanceof CloudError))
      return { action: body.action, instanceId, status: 'success' as const };
    const { message, status: statusCode } = outcome;
    return { action: body.action, instanceId, status: 'error' as const, error: message, statusCode };
  });
  return { status: results.every(({ status }) => status === 'success') ? 202 : 207, body: results };
}

export function instanceHandlers(
  world: World,
  instances: Instances,
  deploy: InstanceDeploy,
  responses: InstanceResponses,
): Handlers<
  | 'listInstances'
  | 'deployInstance'
  | 'performInstanceAction'
  | 'performInstanceActionDeprecated'
  | 'getInstance'
  | 'createInstanceTag'
  | 'deleteInstanceTag'
> {
  const actions = new InstanceActions(world, instances, deploy);
  return {
    listInstances({ caller, query }) {
      const found = instances.list(caller, {
        status: query.status,
        id: query.computeId,
        tags: query.tag,
      });
      return { status: 200, body: found.map((one) => responses.of(one)) };
    },
    deployInstance: ({ caller, body }) => ({
      status: 202,
      body: deploy.perform(caller, deployRequest(body)).id,
    }),
    performInstanceAction: ({ caller, body }) => act(actions, caller, body),
    performInstanceActionDeprecated: ({ caller, body }) => act(actions, caller, body),
    getInstance({ caller, path }) {
      const instance = instances.get(caller, path.instance_id);
      return { status: 200, body: responses.of(instance) };
    },
    createInstanceTag: ({ caller, path, body }) => ({
      status: 201,
      body: instances.addTag(caller, path.instance_id, tag(body)),
    }),
    deleteInstanceTag({ caller, path }) {
      instances.removeTag(caller, path.instance_id, path.tagId);
      return { status: 204 };
    },
  };
}
