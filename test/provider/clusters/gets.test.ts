import * as providers from '../../../provider';
import { verbsOf } from '../../../provider/engine/verbs';
import { currentRun } from '../../../provider/run/run';
import { cluster } from '../../../provider/resources';
import type { ClusterInputs } from '../../../provider/resources/cluster';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

describe('a get', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  const get = async (id: string): Promise<Record<string, unknown>> => {
    stack.newProcess();
    const __urn = `urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Any::theirs`;
    const { props = {} } = await providers.cluster.read(id, { __urn, __get: true });
    return props;
  };

  it('a get of a cluster, as `pulumi import` does it, leads to no replacement by a program that declares its volumes', async () => {
    const declared = {
      ...{ hostname: 'big', clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster' },
      ...{ locationCode: 'FIN-01', sshKeyIds: [], description: 'big' },
    };
    const sharedVolume = { name: 'shared', size: 100 };
    const { id } = await stack.up('cluster', 'big', { ...declared, sharedVolume });
    const [shared] = (await stack.cloud.clusters.get(id)).shared_volumes;
    stack.newProcess();
    const verbs = verbsOf(cluster);
    const context = {
      ...{ urn: 'urn:pulumi:dev::test::cloud-compute:index:Cluster::big', owner: '', keep: false },
      ...{ replaceOn: [], isPreview: true, recorded: {} },
    };
    const found = await verbs.read(currentRun(), { ...context, isGet: true }, id, {});
    const diff = (volumes: Partial<ClusterInputs>) =>
      verbs.diff(currentRun(), { ...context, isGet: false }, id, found?.outputs ?? {}, {
        ...({ ...found?.inputs, ...declared } as ClusterInputs),
        ...volumes,
      });
    expect(await diff({ sharedVolume })).toMatchObject({ replaces: [] });
    expect(await diff({ existingVolumes: [shared?.id ?? ''] })).toMatchObject({ replaces: [] });
    expect(await diff({ sharedVolume: { name: 'other', size: 100 } })).toMatchObject({
      replaces: ['sharedVolume'],
    });
  });

  it('shows the nodes of a cluster and their power state', async () => {
    const made = await stack.up('cluster', 'big', {
      ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: 'FIN-01' },
      sshKeyIds: [],
    });
    expect(await get(made.id)).toMatchObject({
      ...{ clusterType: '16H100', status: 'running', powerState: 'running' },
      workerNodes: made.outputs['workerNodes'],
    });
  });
});
