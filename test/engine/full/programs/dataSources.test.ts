// Data sources in a program that creates what they read.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { TestStack } from '../../support/stacks/stack';

jest.setTimeout(120_000);

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIA1nFKrDtvp9MmvraZGJ1rG7ZqdzbS+ryWCl7TQrRBf me@laptop';
const MACHINE = `{ instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' }`;

describe('a data source in a program', () => {
  let emulator: Emulator;
  let stack: TestStack | undefined;

  beforeEach(async () => {
    emulator = await startEmulator({ timeScale: 100 });
  });

  afterEach(async () => {
    await stack?.dispose();
    await emulator.close();
  });

  const outputsOf = async (program: string): Promise<Record<string, unknown>> => {
    stack = await TestStack.create({ url: emulator.url, program });
    // A preview cannot read what does not exist yet.
    await stack.preview();
    await stack.up();
    const outputs = await stack.stack.outputs();
    return Object.fromEntries(Object.entries(outputs).map(([name, { value }]) => [name, value as unknown]));
  };

  it('waits for the resources that its arguments come from, although a preview knows their names', async () => {
    const program = `
      const key = new cc.SshKey('key', { name: 'laptop', key: '${KEY}' });
      const group = new cc.InstanceGroup('group', {
        name: 'workers', locationCode: 'FIN-01', instanceType: 'CPU.4V.16G', template: { image: 'ubuntu-24.04' },
      });
      exports.keyId = cc.getSshKeyOutput({ name: key.name }).id;
      exports.expectedKeyId = key.id;
      exports.groupId = cc.getInstanceGroupOutput(pulumi.output({ name: group.name })).id;
      exports.expectedGroupId = group.id;`;
    const { keyId, expectedKeyId, groupId, expectedGroupId } = await outputsOf(program);
    expect([keyId, groupId]).toEqual([expectedKeyId, expectedGroupId]);
    expect(keyId).toEqual(expect.any(String));
  });

  it('waits for the resources of a component that dependsOn names', async () => {
    const program = `
      class Store extends pulumi.ComponentResource {
        constructor(name) {
          super('lab:index:Store', name);
          const volume = { name: 'child', size: 12, type: 'NVMe', locationCode: 'FIN-01' };
          new cc.Volume(name + '-volume', volume, { parent: this });
          this.registerOutputs();
        }
      }
      const store = new Store('store');
      const fleet = new cc.Fleet('fleet', { count: 2, instance: ${MACHINE} });
      exports.volumes = cc.getVolumesOutput({ status: 'detached' }, { dependsOn: store }).apply((all) => all.length);
      exports.machines = cc.getInstancesOutput({}, { dependsOn: [fleet] }).apply((all) => all.length);`;
    expect(await outputsOf(program)).toEqual({ volumes: 1, machines: 2 });
  });
});
