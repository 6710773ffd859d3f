import type { Emulator } from 'cloud-compute-emulator';
import type { Door } from '../doors';
import type { CloudComputeClient } from '../../../../api';
import { OperationFailed, TestStack } from '../stacks/stack';
import { startCloud } from '../testCloud';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me@laptop';

/** Tests `get` and data sources, with dynamic resources or the native plugin. */
export function describeGet(door: Door): void {
  jest.setTimeout(180_000);

  describe(`a resource that is managed elsewhere (${door.name})`, () => {
    let emulator: Emulator;
    let cloud: CloudComputeClient;
    let close: () => Promise<void>;
    let stack: TestStack;

    beforeAll(async () => {
      ({ emulator, cloud, close } = await startCloud());
      const keyId = await cloud.sshKeys.create({ name: 'theirs', key: KEY });
      const scriptId = await cloud.scripts.create({ name: 'theirs', script: 'export TOKEN=hush' });
      const volumeId = await cloud.volumes.create({
        name: 'theirs',
        size: 50,
        type: 'NVMe',
        location_code: 'FIN-01',
        tags: [{ key: 'team', value: 'ml' }],
      });
      const group = await cloud.instanceGroups.create({
        name: 'theirs',
        location_code: 'FIN-01',
        instance_type: '1V100.6V',
        template: { image: 'ubuntu-24.04', os_volume: { size: 60 } },
      });
      const instanceId = await cloud.instances.deploy({
        hostname: 'theirs',
        description: 'theirs',
        image: 'ubuntu-24.04',
        instance_type: '1V100.6V',
        location_code: 'FIN-01',
      });
      emulator.clock.advance(600_000);
      stack = await TestStack.create({
        door,
        url: emulator.url,
        program: `
        exports.key = cc.SshKey.get('key', '${keyId}').name;
        exports.script = cc.StartupScript.get('script', '${scriptId}').name;
        exports.volume = cc.Volume.get('volume', '${volumeId}').size;
        exports.group = cc.InstanceGroup.get('group', '${group.id}').name;
        exports.instance = cc.Instance.get('instance', '${instanceId}').status;
        exports.tag = cc.Tag.get('tag', 'volume/${volumeId}/team').value;
        exports.image = cc.getImagesOutput({ instanceType: '1V100.6V' })
          .apply((images) => images.some(({ imageType }) => imageType === 'ubuntu-24.04'));
        exports.type = cc.getInstanceTypes()
          .then((types) => types.find(({ instanceType }) => instanceType === '1V100.6V').gpu.numberOfGpus);
        exports.location = cc.getLocations().then((locations) => locations.map(({ code }) => code).includes('FIN-01'));
        exports.hasCapacity = cc.getInstanceAvailabilityOutput({ locationCode: 'FIN-01' })
          .apply(([{ availabilities }]) => availabilities.includes('1V100.6V'));`,
      });
    });

    afterAll(async () => {
      await stack.dispose();
      await close();
    });

    it('is read by get and by data sources, and not changed by destroy', async () => {
      await stack.up();
      expect(await stack.outputs()).toEqual({
        key: 'theirs',
        script: 'theirs',
        volume: 50,
        group: 'theirs',
        instance: 'running',
        tag: 'ml',
        image: true,
        type: 1,
        location: true,
        hasCapacity: true,
      });
      // The text of a script may be a secret: no program says that it is not.
      expect(await stack.stateText()).not.toContain('TOKEN=hush');
      await stack.destroy();
      expect(await cloud.instances.list()).toHaveLength(1);
      expect((await cloud.volumes.list()).map(({ name }) => name)).toContain('theirs');
    });

    it('gets an error if it does not exist', async () => {
      await stack.program(`cc.Volume.get('nothing', '00000000-0000-4000-8000-000000000000');`);
      const failure = await stack.up().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(OperationFailed);
      expect((failure as OperationFailed).output).toContain('There is no volume with the id');
    });
  });
}
