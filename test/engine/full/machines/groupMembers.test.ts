// What a change of a group, or of a key that its template names, does to the members of the group.
import { doors } from '../../support/doors';
import { OperationFailed } from '../../support/stacks/stack';
import { TestEnvironment } from '../../support/testEnvironment';

const program = (image = 'ubuntu-24.04') => `
  const key = new cc.SshKey('me', {
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me',
  });
  const group = new cc.InstanceGroup('workers', {
    instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', template: { image: '${image}', sshKeyIds: [key.id] },
  });
  new cc.Instance('worker', { hostname: 'worker', instanceGroupId: group.id });
  new cc.Instance('spot', { hostname: 'spot', instanceGroupId: group.id, isSpot: true });`;

describe.each(doors)('the members of a group ($name)', (door) => {
  jest.setTimeout(180_000);
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({ door, program: program() });
    await environment.stack.up();
  });

  afterAll(() => environment.close());

  it('stay if somebody has deleted a key of the template', async () => {
    const { cloud, stack } = environment;
    const [key] = await cloud.sshKeys.list();
    const before = (await cloud.instances.list()).map(({ id }) => id);
    await cloud.sshKeys.delete(key?.id ?? '');
    const { changes } = await stack.up();
    expect(changes).toMatchObject({ replace: 1, update: 1 });
    expect((await cloud.instances.list()).map(({ id }) => id)).toEqual(before);
    expect((await stack.preview()).changes).not.toHaveProperty('update');
  });

  it('are not replaced with their group if adoptId still names them', async () => {
    const { cloud, stack } = environment;
    const member = (await cloud.instances.list()).find(({ hostname }) => hostname === 'worker');
    const adopting = (image?: string) =>
      program(image).replace(`hostname: 'worker',`, `hostname: 'worker', adoptId: '${member?.id ?? ''}',`);
    await stack.program(adopting());
    await stack.up();
    await stack.program(adopting('ubuntu-22.04'));
    await expect(stack.preview()).rejects.toThrow('apply this change first: `pulumi up --target');
    await expect(stack.up()).rejects.toThrow(OperationFailed);
    expect(await cloud.instances.get(member?.id ?? '')).toMatchObject({ status: 'running' });
    // The advice of the message.
    await stack.program(program('ubuntu-22.04'));
    const urn = (await stack.resources()).find((one) => one.id === member?.id)?.urn ?? '';
    expect((await stack.up({ target: [urn] })).changes).not.toHaveProperty('replace');
  });

  it('are replaced with their group, and the preview names the data that is deleted', async () => {
    const { output } = await environment.stack.preview();
    expect(output).toMatch(
      /Replacing it deletes data: the storage worker-os \(50 GB\) is moved to the trash/,
    );
  });

  it('need a target of their own if their group is replaced with --target', async () => {
    const { stack } = environment;
    const [group] = (await stack.resources()).filter(({ urn }) => urn.includes('InstanceGroup'));
    const target = { target: [group?.urn ?? ''] };
    expect((await stack.preview()).output).toContain('A run with --target must name this resource too.');
    const failure = await stack.up(target).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OperationFailed);
    expect((failure as OperationFailed).output).toMatch(
      /its instanceGroupId in state names a resource that this run has replaced, .* add --target 'urn:.*::worker'/,
    );
    const { changes } = await stack.up();
    expect(changes).not.toHaveProperty('delete');
    expect((await environment.cloud.instances.list()).map(({ hostname }) => hostname).sort()).toEqual([
      'spot',
      'worker',
    ]);
  });

  it('keep the volumes of an eviction if they are replaced with their group', async () => {
    const { cloud, emulator, stack } = environment;
    const spot = (await cloud.instances.list()).find(({ hostname }) => hostname === 'spot');
    emulator.control.evict(spot?.id ?? '');
    const { output } = await stack.up();
    expect(output).toMatch(/The volume .*spot.* of an evicted machine is kept/);
    expect((await cloud.volumes.get(spot?.os_volume_id ?? '')).status).toBe('detached');
  });
});
