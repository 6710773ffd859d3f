// Whatever stop `up` needs is asked for at preview.
import { verbsOf } from '../../../provider/engine/verbs';
import { instance, volume } from '../../../provider/resources';
import type { CallContext } from '../../../provider/run/call';
import { currentRun } from '../../../provider/run/run';
import { UNKNOWN } from '../../../provider/schema/unknown';
import { InProcessStack, OWNER } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const MACHINE = { instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' };
const DISK = { size: 100, type: 'NVMe', locationCode: 'FIN-01' };
const SHARED = { ...DISK, type: 'NVMe_Shared' };

describe('a preview', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(() => stack.stop());

  it('asks for allowShutdown of a running machine to adopt that gets a volume', async () => {
    const adoptId = await stack.cloud.instances.deploy({
      ...{ hostname: 'theirs', description: 'theirs', image: MACHINE.image },
      ...{ instance_type: MACHINE.instanceType, location_code: MACHINE.locationCode },
    });
    await stack.until(async () => (await stack.cloud.instances.get(adoptId)).status === 'running');
    const data = await stack.up('volume', 'data', DISK);
    const problems = (more: object) => {
      stack.newProcess();
      return stack
        .resource('instance', 'theirs', { ...MACHINE, adoptId, __preview: true, ...more })
        .problems();
    };
    const asked = [expect.stringContaining('is running, and has to be shut down to attach')];
    expect(await problems({ existingVolumes: [data.id] })).toEqual(asked);
    expect(await problems({ existingVolumes: [UNKNOWN] })).toEqual(asked);
    expect(await problems({ existingVolumes: [data.id], allowShutdown: true })).toEqual([]);
    expect(await problems({ existingVolumes: [data.id], powerState: 'offline' })).toEqual([]);
    expect(await problems({ existingVolumes: [] })).toEqual([]);
    await stack.power(adoptId, 'shutdown');
    expect(await problems({ existingVolumes: [data.id] })).toEqual([]);
    await stack.cloud.volumes.perform({ action: 'attach', id: data.id, instance_id: adoptId });
    await stack.power(adoptId, 'start');
    expect(await problems({ existingVolumes: [data.id] })).toEqual([]);
    // A Volume of the program adopts the volume that the machine has already.
    stack.newProcess();
    await stack.resource('volume', 'theirs', { ...DISK, adoptId: data.id, __preview: true }).problems();
    const both = { ...MACHINE, adoptId, __preview: true, existingVolumes: [UNKNOWN] };
    expect(await stack.resource('instance', 'theirs', both).problems()).toEqual([]);
  });

  it('asks for allowShutdown if the script is that of a new group', async () => {
    const shared = await stack.up('volume', 'share', SHARED);
    stack.newProcess();
    const template = { image: 'ubuntu-24.04', startupScriptId: UNKNOWN };
    const group = { instanceType: 'CPU.4V.16G', locationCode: 'FIN-01', template, __preview: true };
    await stack.resource('instanceGroup', 'group', group).problems();
    const member = { instanceGroupId: UNKNOWN, existingVolumes: [shared.id], __preview: true };
    expect(await stack.resource('instance', 'one', member).problems()).toEqual([]);
    expect(await stack.resource('instance', 'two', member).problems()).toEqual([
      expect.stringContaining('other machines use the shared volume'),
      expect.stringContaining('the startup script of "one"'),
    ]);
  });

  describe('of a native plugin, whose program cannot tell which new volume a machine names,', () => {
    const context = (type: string, name: string): CallContext => ({
      urn: `urn:pulumi:dev::test::cloud-compute:index:${type}::${name}`,
      ...{ owner: OWNER, keep: false, replaceOn: [], isPreview: undefined, isGet: false, recorded: {} },
    });
    const newVolume = (name: string, args: object) =>
      verbsOf(volume).check(currentRun(), context('Volume', name), undefined, args);
    const newMachine = async (name: string, volumes: number, more: object = {}) => {
      const args = { ...MACHINE, existingVolumes: Array.from({ length: volumes }, () => UNKNOWN), ...more };
      const { problems } = await verbsOf(instance).check(
        currentRun(),
        context('Instance', name),
        undefined,
        args,
      );
      return problems.map(({ reason }) => reason);
    };
    const scripted = { startupScriptId: UNKNOWN };

    it('asks each machine if all of them must share the only shared one', async () => {
      await newVolume('share', SHARED);
      expect(await newMachine('one', 1, scripted)).toEqual([]);
      expect(await newMachine('two', 1, { ...scripted, allowShutdown: true })).toEqual([
        expect.stringContaining('the new shared volume "share", which "one" uses too'),
      ]);
      expect(await newMachine('three', 1, scripted)).toEqual([
        expect.stringContaining('other machines use the new shared volume "share" too'),
      ]);
    });

    it('also beside a volume for each machine', async () => {
      for (const name of ['a', 'b']) await newVolume(name, DISK);
      await newVolume('share', SHARED);
      expect(await newMachine('one', 2, scripted)).toEqual([]);
      expect(await newMachine('two', 2, scripted)).toHaveLength(2);
    });

    it('asks nothing if each machine may have a volume of its own', async () => {
      await newVolume('a', DISK);
      await newVolume('share', SHARED);
      expect(await newMachine('one', 1, scripted)).toEqual([]);
      expect(await newMachine('two', 1, scripted)).toEqual([]);
    });

    it('asks nothing of machines of which each has a shared volume of its own', async () => {
      for (const name of ['a', 'b']) await newVolume(name, SHARED);
      expect(await newMachine('one', 1, scripted)).toEqual([]);
      expect(await newMachine('two', 1, scripted)).toEqual([]);
    });
  });
});
