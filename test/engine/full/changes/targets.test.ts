// A run with --target that leaves out what a target refers to.
import { doors, dynamic } from '../../support/doors';
import { OperationFailed } from '../../support/stacks/stack';
import { TestEnvironment } from '../../support/testEnvironment';

jest.setTimeout(300_000);

const urnOf = (type: string, name: string) => `urn:pulumi:dev::test::${type}::${name}`;

describe.each(doors)('a target that refers to a resource that the run leaves out ($name)', (door) => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start({
      door,
      program: `
        const key = new cc.SshKey('me', {
          key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a',
        });
        const data = new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });
        new cc.Instance('machine', {
          instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01', sshKeyIds: [key.id],
        });
        new cc.Tag('team', { resourceType: 'volume', resourceId: data.id, key: 'team' });`,
    });
  });

  afterAll(() => environment.close());

  it.each([
    ['Instance', 'machine', 'sshKeyIds is empty'],
    ['Tag', 'team', 'resourceId is required'],
  ])('gets an error that says to add that to the targets: %s', async (type, name, says) => {
    const owner = door === dynamic ? [urnOf(dynamic.typeOf('Owner'), 'owner')] : [];
    const failure = await environment.stack
      .up({ target: [urnOf(door.typeOf(type), name), ...owner] })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OperationFailed);
    const { output } = failure as OperationFailed;
    expect(output).toContain(says);
    expect(output).toContain(
      'with --target, a value of a resource that the run leaves out is missing: name that resource as a target too',
    );
    expect(await environment.cloud.instances.list()).toEqual([]);
  });
});
