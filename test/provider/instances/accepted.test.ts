// A machine of a fleet is only accepted when its create returns. After it was ready, it is treated like any other
// machine.
import { InProcessStack } from '../support/inProcessStack';

const MACHINE = {
  instanceType: '1V100.6V',
  image: 'ubuntu-24.04',
  locationCode: 'FIN-01',
  awaitReady: false,
};
const CLUSTER = {
  ...{ clusterType: '16H100', image: 'ubuntu-24.04-cuda-12.8-cluster', locationCode: 'FIN-01' },
  ...{ sshKeyIds: [], awaitReady: false },
};

describe('a machine that was accepted without a wait', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const pass = () => {
    stack.emulator.clock.advance(3_600_000);
    stack.newProcess();
  };
  const showError = (operation: string) => {
    stack.emulator.control.faults.add({
      ...{ kind: 'rewrite', operation, set: { status: 'error' }, times: 'always' },
    });
    stack.newProcess();
  };

  it.each([
    ['instance', 'GET /v1/instances**', MACHINE],
    ['cluster', 'GET /v1/clusters**', CLUSTER],
  ] as const)(
    'is not replaced if it was ready before it shows an error: %s',
    async (kind, operation, args) => {
      const machine = await stack.up(kind, 'trainer', args);
      pass();
      showError(operation);
      expect(await machine.diff()).toMatchObject({ changes: false, replaces: [] });
    },
  );

  it('is replaced if it never became ready', async () => {
    stack.emulator.clock.freeze();
    const machine = await stack.up('instance', 'trainer', MACHINE);
    showError('GET /v1/instances**');
    expect((await machine.diff()).replaces).not.toEqual([]);
  });

  it('is recorded as ready by a refresh', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    expect(machine.outputs).toMatchObject({ __accepted: true });
    pass();
    await machine.refresh();
    expect(machine.outputs).not.toHaveProperty('__accepted');
  });

  it('is not replaced because of a failed update of the running machine', async () => {
    const args = { ...MACHINE, awaitReady: true };
    const machine = await stack.up('instance', 'trainer', args);
    stack.emulator.control.faults.add({ kind: 'status', status: 403, action: 'shutdown' });
    const wanted = { ...args, tags: { team: 'ml' }, powerState: 'offline' };
    await expect(machine.update(wanted)).rejects.toThrow('403');
    expect(machine.outputs).toHaveProperty('__unfinished');
    showError('GET /v1/instances**');
    expect(await machine.diff(wanted)).toMatchObject({ changes: true, replaces: [] });
  });
});
