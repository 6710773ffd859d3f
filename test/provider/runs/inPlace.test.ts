// Every input that changes in place reaches the cloud: a refresh reads the value of the program.
import type { Input } from '../../../provider/schema/types';
import * as resources from '../../../provider/resources';
import { alteredOutputs } from '../../../provider/schema/derived/changeRules';
import { same } from '../../../provider/schema/derived/same';
import type { TestResource } from '../support/inProcessStack';
import { InProcessStack } from '../support/inProcessStack';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const DISK = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const MACHINE = { image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' };

type Args = Record<string, unknown>;
type Kind = 'volume' | 'instance' | 'cluster' | 'instanceGroup' | 'tag';

/** The inputs of a schema that change in place. */
function inputsInPlace(kind: Kind): string[] {
  const inputs: Readonly<Record<string, Input>> = resources[kind].schema.inputs;
  return Object.keys(inputs).filter((name) =>
    ['in place', 'grow only'].includes(inputs[name]?.onChange ?? ''),
  );
}

describe('an update', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const key = async (name: string) => (await stack.up('sshKey', name, { name, key: KEY })).id;
  const disk = async () => (await stack.up('volume', 'disk', DISK)).id;
  const stopped = async () => (await stack.up('instance', 'other', { ...MACHINE, powerState: 'offline' })).id;

  // A new input that changes in place needs a value that differs from its value at the creation: `changedTo` in its
  // schema, or a value here.
  const made: Record<Kind, () => Promise<readonly [before: Args, changed: Args]>> = {
    volume: async () => [DISK, { instanceIds: [await stopped()], tags: { a: '1' } }],
    instance: async () => [
      {
        ...MACHINE,
        allowShutdown: true,
        osVolume: { name: 'os', size: 50 },
        volumes: [{ name: 'scratch', size: 10, type: 'NVMe' }],
        existingVolumes: [],
      },
      {
        osVolume: { name: 'system', size: 60 },
        volumes: [{ name: 'scratch', size: 10, type: 'NVMe', keep: true }],
        existingVolumes: [await disk()],
        tags: { a: '1' },
        powerState: 'offline',
        waitFor: [{ port: 22 }],
      },
    ],
    cluster: async () => [
      {
        ...{ clusterType: '16H100', image: 'ubuntu-22.04-cuda-12.4-cluster', locationCode: 'FIN-01' },
        ...{ hostname: 'train', sshKeyIds: [await key('cluster')] },
      },
      { tags: { a: '1' }, powerState: 'offline', offlineNodes: ['train-worker-1'], waitFor: [{ port: 22 }] },
    ],
    instanceGroup: async () => [
      {
        ...{ name: 'group', locationCode: 'FIN-01', instanceType: '1V100.6V' },
        template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
      },
      {
        ...{ name: 'renamed', description: 'trains' },
        template: { image: 'ubuntu-24.04', osVolume: { size: 50 }, sshKeyIds: [await key('group')] },
      },
    ],
    tag: async () => [
      { resourceType: 'volume', resourceId: await disk(), key: 'team', value: 'ml' },
      { value: 'infra' },
    ],
  };

  async function changeOf(kind: Kind): Promise<readonly [before: Args, changed: Args]> {
    const inputs: Readonly<Record<string, Input>> = resources[kind].schema.inputs;
    const simple = Object.entries(inputs).flatMap(([name, { changedTo }]) =>
      changedTo === undefined ? [] : [[name, changedTo] as const],
    );
    const [before, changed] = await made[kind]();
    return [before, { ...(Object.fromEntries(simple) as Args), ...changed }];
  }

  it.each(Object.keys(made) as Kind[])('changes every in-place input of this resource: %s', async (kind) => {
    const [before, changed] = await changeOf(kind);
    expect(Object.keys(changed).sort()).toEqual(inputsInPlace(kind).sort());
    const resource = await stack.up(kind, 'it', before);
    stack.newProcess();
    await resource.update({ ...before, ...changed });
    await resource.refresh();
    expect(resource.inputs).toMatchObject(changed);
    expect(await resource.diff()).toMatchObject({ changes: false });
  });

  // A preview of the native plugin shows all other outputs as they are in state: `changesWith` of an output.
  it.each(Object.keys(made) as Kind[])(
    'alters only the outputs that are said to change with each input: %s',
    async (kind) => {
      const { schema } = resources[kind];
      const outputs = Object.keys(schema.outputs);
      for (const name of inputsInPlace(kind)) {
        const [before, changed] = await changeOf(kind);
        const wanted = { ...before, [name]: changed[name] };
        const resource = await stack.up(kind, 'it', before);
        stack.newProcess();
        await resource.refresh();
        const shown = pick(resource.outputs, outputs);
        await resource.update(wanted);
        await resource.refresh();
        const altered = outputs.filter(
          (output) => !same(shown[output], pick(resource.outputs, outputs)[output]),
        );
        const expected = alteredOutputs(schema, { ...shown, ...before }, { ...before, ...wanted });
        expect([name, altered.filter((output) => !expected.includes(output))]).toEqual([name, []]);
        await resource.delete();
      }
    },
  );

  /** The next `up` makes the rest of the changes. A tag that was removed and not added again is replaced. */
  async function expectCompleted(kind: Kind, resource: TestResource, before: Args, changed: Args) {
    const wanted = { ...before, ...changed };
    let completed = resource;
    if ((await resource.diff(wanted)).replaces.length > 0) {
      await resource.delete();
      completed = await stack.up(kind, 'it', wanted);
    } else await resource.update(wanted);
    await completed.refresh();
    expect(completed.inputs).toMatchObject(changed);
    await completed.delete();
  }

  // State must have what took effect: the next update compares with it, and sends only the rest.
  it.each(Object.keys(made) as Kind[])(
    'has in state what took effect, whichever of its requests fails: %s',
    async (kind) => {
      const [before, changed] = await changeOf(kind);
      const names = Object.keys(changed);
      const { faults } = stack.emulator.control;
      let failed = 0;
      /** Fails one request of an update. Returns whether the update sent that request. */
      const failOne = async (method: string, skip: number): Promise<boolean> => {
        const resource = await stack.up(kind, 'it', before);
        stack.newProcess();
        faults.add({ kind: 'status', status: 402, times: 1, operation: `${method} /v1/**`, skip });
        const error = await resource.update({ ...before, ...changed }).catch(String);
        const isSent = faults.list().some(({ struck }) => struck > 0);
        faults.clear();
        const stored = pick(resource.outputs, names);
        await resource.refresh();
        expect([method, skip, error, stored]).toEqual([method, skip, error, pick(resource.outputs, names)]);
        await expectCompleted(kind, resource, before, changed);
        failed += Number(isSent && error !== undefined);
        return isSent;
      };
      for (const method of ['POST', 'PUT', 'DELETE']) {
        let skip = 0;
        while (await failOne(method, skip)) skip += 1;
      }
      expect(failed).toBeGreaterThan(0);
    },
  );
});

const pick = (properties: Args, names: readonly string[]): Args =>
  Object.fromEntries(names.map((name) => [name, properties[name] ?? null]));
