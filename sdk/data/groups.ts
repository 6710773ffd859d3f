import type * as schema from '../../api/schema';
import { dataSource } from '../dataSource';
import type { Camelized } from '../words';
import { camelize } from '../words';
import type { NoArgs } from './catalogue';
import type { OneArgs } from './one';
import { one, oneShapes } from './one';

/** An instance group as the cloud shows it, with its members. */
export type GetInstanceGroupResult = Camelized<schema.InstanceGroup>;

/** The live instance groups of the project, oldest first (GET /v1/instance-groups). */
export const getInstanceGroups = dataSource<NoArgs, GetInstanceGroupResult[]>({
  name: 'getInstanceGroups',
  shape: 'list',
  args: {},
  ask: async (api) => camelize(await api.instanceGroups.list()),
});

/** `getInstanceGroups` as an output. */
export const getInstanceGroupsOutput = getInstanceGroups.output;

/** Which instance group: by its id or by its name. */
export type GetInstanceGroupArgs = OneArgs;

/** One instance group (Instance groups). One that does not exist is an error. */
export const getInstanceGroup = dataSource<GetInstanceGroupArgs, GetInstanceGroupResult>({
  name: 'getInstanceGroup',
  shape: 'object',
  args: oneShapes,
  ask: async (api, args) =>
    camelize(
      await one(
        'instance group',
        args,
        (id) => api.instanceGroups.get(id),
        () => api.instanceGroups.list(),
      ),
    ),
});

/** `getInstanceGroup` as an output. */
export const getInstanceGroupOutput = getInstanceGroup.output;
