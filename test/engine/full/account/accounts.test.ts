// The credentials of a stack are replaced by those of another account, or by new credentials of the same project.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../../api';
import { doors } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { OperationFailed, TestStack } from '../../support/stacks/stack';
import type { Outcome } from '../../support/outcome';

jest.setTimeout(300_000);

const ORIGIN = 'created with other credentials or at another address';
const PROGRAM = `
  const key = new cc.SshKey('me', {
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a',
  });
  const machine = new cc.Instance('trainer', {
    instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01', sshKeyIds: [key.id],
    volumes: [{ name: 'scratch', size: 50, type: 'NVMe' }],
  });
  new cc.InstancesReady('gate', { instances: [machine] });`;
const MORE = `${PROGRAM} new cc.Volume('more', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });`;

describe.each(doors)('credentials of another account ($name)', (door) => {
  let emulator: Emulator;
  let owners: CloudComputeClient;
  let otherClient: CloudComputeClient;
  let stack: TestStack;

  const clientOf = (name: string): CloudComputeClient =>
    new CloudComputeClient({ baseUrl: emulator.url, clientId: name, clientSecret: name });

  /** In the environment, so that refresh and destroy use the new credentials too. */
  const become = (name: string, more: Record<string, string> = {}): void => {
    const { workspace } = stack.stack;
    workspace.envVars = {
      ...workspace.envVars,
      CLOUD_COMPUTE_CLIENT_ID: name,
      CLOUD_COMPUTE_CLIENT_SECRET: name,
      CLOUD_COMPUTE_ACCEPT_ACCOUNT: '',
      ...more,
    };
  };

  const failureOf = async (operation: Promise<Outcome>): Promise<string> => {
    const failure: unknown = await operation.catch((error: unknown) => error);
    if (!(failure instanceof OperationFailed)) throw new Error('It did not fail.');
    expect(failure.output).not.toMatch(/^\s+at .*[:(]\d+/m);
    return failure.output;
  };

  const held = async (): Promise<unknown> => ({
    state: (await stack.resources()).map(({ urn, id }) => [urn, id]).sort(),
    owner: await stack.owner(),
    cloud: (await everythingIn(owners)).map((thing) => (thing as { id: string }).id).sort(),
    otherProject: await everythingIn(otherClient),
  });

  beforeAll(async () => {
    emulator = await startEmulator({
      timeScale: 200,
      clients: [
        { id: 'owner', secret: 'owner' },
        { id: 'rotated', secret: 'rotated', project: 'owner' },
        { id: 'other-project', secret: 'other-project' },
      ],
    });
    owners = clientOf('owner');
    otherClient = clientOf('other-project');
    stack = await TestStack.create({
      door,
      url: emulator.url,
      program: PROGRAM,
      clientId: '',
      clientSecret: '',
    });
    become('owner');
    await stack.up();
  });

  afterAll(async () => {
    await stack.dispose();
    owners.close();
    otherClient.close();
    await emulator.close();
  });

  it('lose and duplicate no resource, whichever command uses them', async () => {
    const before = await held();
    become('other-project');
    await stack.program(MORE);
    // Each diff looks for its resource in the other account, and new resources are refused at preview.
    const preview = await failureOf(stack.preview());
    expect(preview).toContain('This stack was created with other credentials');
    expect(preview).toContain('CLOUD_COMPUTE_ACCEPT_ACCOUNT=');
    for (const operation of [
      () => stack.up(),
      () => stack.up({ target: [`urn:pulumi:dev::test::${door.typeOf('Volume')}::more`] }),
      () => stack.refresh(),
      () => stack.destroy(),
    ]) {
      expect(await failureOf(operation())).toContain(ORIGIN);
      expect(await held()).toEqual(before);
    }
  });

  it('are accepted for one up if they belong to the same project, and change nothing there', async () => {
    const before = await held();
    await stack.program(PROGRAM);
    become('rotated', { CLOUD_COMPUTE_ACCEPT_ACCOUNT: 'rotated' });
    expect((await stack.up()).changes).toEqual({ update: 3 });
    become('rotated');
    const { changes, output } = await stack.preview();
    expect(changes).toEqual({ same: 3 });
    expect(output).not.toContain(ORIGIN);
    expect(await held()).toEqual(before);
  });

  it('create nothing, even if nothing is billed and a new resource comes first', async () => {
    const old = `const old = new cc.StartupScript('old', { script: 'true' });`;
    // The diff of the old resource comes only after the create of the new resource.
    const both = `const first = new cc.StartupScript('new', { script: 'true' });
      new cc.StartupScript('old', { script: 'true' }, { dependsOn: [first] });`;
    const scripts = await TestStack.create({
      ...{ door, url: emulator.url, program: old, clientId: 'owner', clientSecret: 'owner' },
    });
    try {
      await scripts.up();
      await scripts.program(both);
      await scripts.configure('clientId', 'other-project');
      await scripts.configure('clientSecret', 'other-project');
      expect(await failureOf(scripts.up())).toContain(ORIGIN);
      expect(await everythingIn(otherClient)).toEqual([]);
      await scripts.configure('clientId', 'owner');
      await scripts.configure('clientSecret', 'owner');
      await scripts.program(old);
      await scripts.up();
      await scripts.destroy();
    } finally {
      await scripts.dispose();
    }
  });

  it('destroy the stack if they belong to the same project, accepted or not', async () => {
    become('owner');
    await stack.destroy();
    expect(await stack.resources()).toEqual([]);
    expect(await everythingIn(owners)).toEqual([]);
  });
});
