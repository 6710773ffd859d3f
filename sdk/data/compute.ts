import type * as schema from '../../api/schema';
import { idShapes } from './one';
import { listOf, text } from '../../core/validation/shape';
import { dataSource } from '../dataSource';
import type { Camelized } from '../words';
import { camelize } from '../words';
import type { NoArgs } from './catalogue';
import { withoutMarks } from './tags';

/**
 * An instance as the cloud shows it. Without the token of its Jupyter server, which is a secret: `Instance.get`
 * has it as one.
 */
export type GetInstanceResult = Camelized<Omit<schema.Instance, 'jupyter_token'>>;

const instanceResult = ({ jupyter_token: _, ...instance }: schema.Instance): GetInstanceResult =>
  camelize(withoutMarks(instance));

/** Which instances; all conditions have to hold. */
export interface GetInstancesArgs {
  /** Only those in this state. Default: all but discontinued ones. */
  status?: schema.InstanceStatus;
  /** Only those that carry all these tags: `key` with any value, `key=value` with exactly this one. */
  tags?: string[];
}

/**
 * The instances of the project (GET /v1/instances).
 *
 * @example
 * const team = await getInstances({ status: 'running', tags: ['team=ml'] });
 */
export const getInstances = dataSource<GetInstancesArgs, GetInstanceResult[]>({
  name: 'getInstances',
  shape: 'list',
  args: { status: text(), tags: listOf(text()) },
  ask: async (api, args) => (await api.instances.list(args)).map(instanceResult),
});

/** `getInstances` as an output. */
export const getInstancesOutput = getInstances.output;

/** Which instance. */
export interface GetInstanceArgs {
  /** Its id. */
  id: string;
}

/** One instance (GET /v1/instances/{instance_id}). One that does not exist is an error. */
export const getInstance = dataSource<GetInstanceArgs, GetInstanceResult>({
  name: 'getInstance',
  shape: 'object',
  args: idShapes,
  ask: async (api, { id }) => instanceResult(await api.instances.get(id)),
});

/** `getInstance` as an output. */
export const getInstanceOutput = getInstance.output;

/** A cluster as the cloud shows it. */
export type GetClusterResult = Camelized<schema.Cluster>;

/** The clusters of the project (GET /v1/clusters). */
export const getClusters = dataSource<NoArgs, GetClusterResult[]>({
  name: 'getClusters',
  shape: 'list',
  args: {},
  ask: async (api) => (await api.clusters.list()).map((cluster) => camelize(withoutMarks(cluster))),
});

/** `getClusters` as an output. */
export const getClustersOutput = getClusters.output;

/** Which cluster. */
export interface GetClusterArgs {
  /** Its id. */
  id: string;
}

/** One cluster (GET /v1/clusters/{id}). One that does not exist is an error. */
export const getCluster = dataSource<GetClusterArgs, GetClusterResult>({
  name: 'getCluster',
  shape: 'object',
  args: idShapes,
  ask: async (api, { id }) => camelize(withoutMarks(await api.clusters.get(id))),
});

/** `getCluster` as an output. */
export const getClusterOutput = getCluster.output;
