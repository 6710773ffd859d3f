// The verbs can serve any protocol of the engine: they get the context of a call as an argument, and add no hidden
// values to inputs and outputs.
import { verbsOf } from '../../../provider/engine/verbs';
import { currentRun } from '../../../provider/run/run';
import { instance, volume } from '../../../provider/resources';
import type { CallContext, Recorded } from '../../../provider/run/call';
import { InProcessStack, OWNER } from '../support/inProcessStack';

const verbs = verbsOf(volume);
const DISK = { name: 'data', size: 50, type: 'NVMe', locationCode: 'FIN-01' } as const;

const contextWith = (recorded: Recorded): CallContext => ({
  urn: 'urn:pulumi:dev::test::cloud-compute:index:Volume::data',
  owner: OWNER,
  keep: false,
  replaceOn: [],
  isPreview: false,
  isGet: false,
  recorded,
});

describe('the verbs without the dynamic protocol', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const created = async () => {
    const { inputs, problems } = await verbs.check(currentRun(), contextWith({}), undefined, DISK);
    expect(problems).toEqual([]);
    return verbs.create(currentRun(), contextWith({}), { ...DISK, ...inputs });
  };

  it('add no hidden outputs, and return the values for the state separately', async () => {
    const { outputs, recorded } = await created();
    expect(Object.keys(outputs).filter((name) => name.startsWith('__'))).toEqual([]);
    expect(recorded).toMatchObject({
      account: expect.any(String) as string,
      claim: expect.any(String) as string,
    });
  });

  it('create, update, read and delete with the context as their only source', async () => {
    const { id, outputs, recorded } = await created();
    const wanted = { ...DISK, size: 80 };
    expect(await verbs.diff(currentRun(), contextWith(recorded), id, outputs, wanted)).toMatchObject({
      changes: true,
    });
    const updated = await verbs.update(currentRun(), contextWith(recorded), id, outputs, wanted);
    expect(updated.recorded).toMatchObject({ claim: recorded.claim });
    const read = await verbs.read(currentRun(), contextWith(updated.recorded), id, updated.outputs);
    expect(read).toMatchObject({ inputs: wanted });
    await verbs.delete(currentRun(), contextWith(updated.recorded), id, updated.outputs);
    expect(
      await verbs.read(currentRun(), contextWith(updated.recorded), id, updated.outputs),
    ).toBeUndefined();
  });

  it('fail with the partial state if the timeout of the context is over', async () => {
    const context = { ...contextWith({}), timeout: 1_000 };
    const machine = {
      image: 'ubuntu-24.04',
      instanceType: '1V100.6V',
      locationCode: 'FIN-01',
      hostname: 'data',
    };
    await expect(verbsOf(instance).create(currentRun(), context, machine)).rejects.toMatchObject({
      id: expect.any(String) as string,
      recorded: {
        claim: expect.any(String) as string,
        unfinished: expect.stringContaining('continues to wait for it') as string,
      },
    });
  });
});
