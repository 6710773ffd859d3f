import { InProcessStack } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a';
const ARGS = {
  sshKey: { name: 'me', key: KEY },
  startupScript: { name: 'setup', script: 'echo' },
  instanceGroup: {
    name: 'fleet',
    locationCode: 'FIN-01',
    instanceType: '1V100.6V',
    template: { image: 'ubuntu-24.04', osVolume: { size: 50 } },
  },
};

describe('the diff of a resource that is gone', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  it.each([
    ['sshKey', 'SSH key'],
    ['startupScript', 'startup script'],
    ['instanceGroup', 'instance group'],
  ] as const)('replaces it and says why: %s', async (kind, noun) => {
    const created = await stack.up(kind, 'it', ARGS[kind]);
    const { sshKeys, scripts, instanceGroups } = stack.cloud;
    await { sshKey: sshKeys, startupScript: scripts, instanceGroup: instanceGroups }[kind].delete(created.id);
    await stack.clock.sleep(60_000);
    stack.newProcess();
    const warned = await warnedBy(async () => {
      // Not deleted first, as this test asserted before: then the engine deletes all members of a group whose key is gone.
      expect(await created.diff()).toMatchObject({ changes: true, deleteBeforeReplace: false });
    });
    expect(warned).toBe(`The ${noun} ${created.id} is gone: another takes its place.`);
    const next = await stack.up(kind, 'it', ARGS[kind]);
    expect(next.id).not.toBe(created.id);
    await created.delete();
    expect(await next.refresh()).toBe(true);
  });

  it('a diff is empty while the resource exists', async () => {
    for (const kind of ['sshKey', 'startupScript', 'instanceGroup'] as const) {
      const created = await stack.up(kind, 'it', ARGS[kind]);
      stack.newProcess();
      expect(await created.diff()).toMatchObject({ changes: false });
    }
  });
});
