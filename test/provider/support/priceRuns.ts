// Runs whose last message is the price. The tests that use them mock `provider/run/progress`.
import { info } from '../../../provider/run/progress';
import { currentRun } from '../../../provider/run/run';
import type { InProcessStack, TestResource } from './inProcessStack';

export const machine = {
  hostname: 'trainer',
  image: 'ubuntu-24.04',
  instanceType: '1H100.80S.30V',
  locationCode: 'FIN-01',
};
export const cluster = {
  ...{ hostname: 'training', clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster' },
  ...{ locationCode: 'FIN-01', sharedVolume: { name: 'shared', size: 50 } },
};
export const data = { name: 'data', size: 100, type: 'NVMe', locationCode: 'FIN-01' };

/** The runs of a stack, and what they do with its resources. */
export function priceRuns(stackOf: () => InProcessStack) {
  /** Starts a run of the program. Without `--target`, the engine also checks the owner. */
  async function startRun(): Promise<void> {
    stackOf().newProcess();
    await stackOf().resource('owner', 'owner', { stack: 'urn:pulumi:dev::test' }).problems();
  }

  /** The last message of a preview of these resources, each new or with new arguments. */
  async function preview(...checks: (() => Promise<unknown>)[]): Promise<string | undefined> {
    await startRun();
    for (const check of checks) await check();
    return ended();
  }

  /** The last message of the run. */
  async function ended(): Promise<string | undefined> {
    jest.mocked(info).mockClear();
    await currentRun().phase.finish();
    const { calls } = jest.mocked(info).mock;
    expect(calls.length).toBeLessThan(2);
    for (const [urn] of calls) expect(urn).toBe('urn:pulumi:dev::test::pulumi:pulumi:Stack::test-dev');
    return calls[0]?.[1];
  }

  const isNew =
    (kind: 'instance' | 'volume' | 'cluster' | 'instanceGroup', name: string, args: object) => () =>
      stackOf()
        .resource(kind, name, { ...args, __preview: true })
        .problems();
  const changes = (resource: TestResource, args: object, remediated?: object) => () =>
    resource.diff({ ...args, __preview: true }, { ...remediated });

  return { startRun, preview, ended, isNew, changes };
}
