// What is done to a cluster, as a specification: what is read, what state and program say, and the plan that follows.
import type { Cluster, Volume } from '../../../../../api';
import type { ClusterInputs } from '../../../../../provider/resources/cluster';
import type { ObservedCluster } from '../../../../../provider/resources/cluster/plan';
import { planCluster } from '../../../../../provider/resources/cluster/plan';
import type { PlanRequest } from '../../../../../provider/schema/plan';
import { UNKNOWN } from '../../../../../provider/schema/unknown';
import { planLines } from '../planLines';

/** The cluster of all rows: declared, in state and in the cloud. A row says only what differs. */
const DECLARED = { hostname: 'training', clusterType: '16H100' } as ClusterInputs;
const FOUND = {
  ...{ id: 'c', hostname: 'training', status: 'running', tags: [] },
  worker_nodes: ['training-1', 'training-2'].map((hostname) => ({
    ...{ id: hostname, hostname, status: 'running' as const, public_ip: null, private_ip: null },
  })),
} as Partial<Cluster>;

interface Row {
  /** Default: a change in place. */
  readonly of?: PlanRequest['of'];
  readonly keep?: boolean;
  /** Null: it is gone. */
  readonly found?: Partial<Cluster> | null;
  readonly observed?: Omit<ObservedCluster, 'found'>;
  readonly state?: Partial<ClusterInputs>;
  readonly inputs?: Partial<ClusterInputs>;
  readonly plan: readonly string[];
}

const NODES =
  'warning: Replacing it deletes the storage of its nodes permanently; only shared volumes outlive a cluster.';

test.each<[string, Row]>([
  ['stays as it is', { plan: [] }],
  [
    'gets its tags',
    { inputs: { tags: { team: 'ml' } }, plan: ['step: changing its tags; then tags = {"team":"ml"}'] },
  ],
  [
    'shuts nodes down, which stay billed',
    {
      inputs: { offlineNodes: ['training-2'] },
      plan: [
        'warning: training-2 will be shut down, and stays billed.',
        'step: (no word); then powerState = nothing, offlineNodes = ["training-2"]',
      ],
    },
  ],
  [
    'starts the nodes that have left offlineNodes',
    {
      state: { offlineNodes: ['training-2'] },
      plan: ['step: (no word); then powerState = nothing, offlineNodes = nothing'],
    },
  ],
  [
    'is refused a node that it does not have',
    {
      inputs: { offlineNodes: ['training-9'] },
      plan: [
        'refuse: offlineNodes names "training-9", which is no node of the cluster training: did you mean "training-1"? (there are training-1, training-2).',
        'warning: training-9 will be shut down, and stays billed.',
        'step: (no word); then powerState = nothing, offlineNodes = ["training-9"]',
      ],
    },
  ],
  ['has no step yet for an unknown node', { inputs: { offlineNodes: [UNKNOWN] }, plan: [] }],
  [
    'that is replaced loses the storage of its nodes, and the volumes that the program removes',
    {
      of: 'replacement',
      observed: { deleted: [{ id: 's', name: 'shared', size: 1000 } as Volume] },
      plan: [
        NODES,
        'warning: Replacing it deletes data: the storage shared (1000 GB) is moved to the trash, from where it can be restored for 96 hours. Leave deleteSharedVolumes out to keep it; it stays billed then.',
      ],
    },
  ],
  ['that is replaced and kept loses nothing', { of: 'replacement', keep: true, plan: [] }],
  [
    'that is gone is replaced',
    {
      of: 'unchanged',
      found: null,
      plan: ['replace: The cluster c is gone: another takes its place.', NODES],
    },
  ],
])('a cluster %s', (_, row) => {
  const { of = 'change', keep = false, found = {}, observed, state, inputs } = row;
  const planned = planCluster(
    { found: found === null ? undefined : ({ ...FOUND, ...found } as Cluster), ...observed },
    { ...DECLARED, ...state },
    { ...DECLARED, ...inputs },
    { id: 'c', of, keep, isDeclared: true, isPlanned: true },
  );
  expect(planLines(planned)).toEqual(row.plan);
});
