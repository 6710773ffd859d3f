// Inline volumes that state does not show: a killed update has added them, or nobody has waited for their machine. The
// next program is another one.
import type { Volume } from '../../../api';
import { EndOfRun } from '../../../plugin/endOfRun';
import { kindOf } from '../../../plugin/kinds';
import { currentSession } from '../../../provider/session/session';
import { InProcessStack, OWNER } from '../support/inProcessStack';
import type { TestResource } from '../support/inProcessStack';
import { warnedBy } from '../support/warnings';

jest.mock('../../../provider/session/progress');

const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  ...{ allowShutdown: true, deletePermanently: true },
};
const URN = 'urn:pulumi:dev::test::cloud-compute:index:Instance::trainer';
const DATA = { name: 'data', size: 10, type: 'NVMe' } as const;
const ADDED = { name: 'added', size: 20, type: 'NVMe' };

describe('a volume that a killed update has added', () => {
  let stack: InProcessStack;
  let machine: TestResource;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    machine = await stack.up('instance', 'trainer', { ...MACHINE, volumes: [DATA] });
    stack.newProcess();
    await machine.copy().update({ ...MACHINE, volumes: [DATA, ADDED] });
    stack.newProcess();
  });
  afterEach(() => stack.stop());

  const volumes = async (): Promise<Volume[]> =>
    (await stack.cloud.volumes.list()).filter(({ is_os_volume: isOs }) => !isOs);
  const idOf = async (wanted: string) => (await volumes()).find(({ name }) => name === wanted)?.id ?? '';

  it('stays when the machine is deleted if the program has taken it over as an existing volume', async () => {
    const program = { ...MACHINE, volumes: [DATA], existingVolumes: [await idOf('added')] };
    await machine.update(program);
    stack.newProcess();
    await machine.delete();
    expect((await volumes()).map(({ name, status }) => `${name} ${status}`)).toEqual(['added detached']);
  });

  it('is named at the end of a run that takes it out of existingVolumes again, with the native plugin', async () => {
    const id = await idOf('added');
    await machine.update({ ...MACHINE, volumes: [DATA], existingVolumes: [id] });
    stack.newProcess();
    const run = new EndOfRun(currentSession(), OWNER);
    run.inState(kindOf(URN), URN, machine.id, machine.outputs);
    run.recordWrite(URN);
    const inUse = { ...MACHINE, volumes: [DATA], existingVolumes: [] };
    await machine.update(inUse);
    run.willAnswer(kindOf(URN), URN, machine.id, machine.outputs);
    expect(await warnedBy(() => currentSession().phase.finish())).toContain(id);
  });

  it.each([
    ['type', { ...ADDED, type: 'NVMe_Shared' }, 'is of the type NVMe and cannot become NVMe_Shared'],
    ['smaller size', { ...ADDED, size: 15 }, 'has 20 GB and cannot become 15 GB'],
  ])('is refused at preview with another %s under the same name', async (_what, volume, reason) => {
    const program = { ...MACHINE, volumes: [DATA, volume] };
    await expect(machine.diff(program)).rejects.toThrow(reason);
    await expect(machine.update(program)).rejects.toThrow(reason);
    expect(await machine.diff({ ...MACHINE, volumes: [DATA, ADDED] })).toMatchObject({ changes: true });
  });

  it('is named by the preview of a replacement, which deletes it', async () => {
    const replaced = { ...MACHINE, volumes: [DATA], hostname: 'other' };
    expect(await warnedBy(() => machine.diff(replaced))).toMatch(
      /Replacing it deletes data: .*added \(20 GB\)/,
    );
  });
});

describe('a volume of a machine that nobody has waited for', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  const start = async (more: object, passedMs: number) => {
    if (passedMs === 0) stack.emulator.clock.freeze();
    const machine = await stack.up('instance', 'trainer', {
      ...{ ...MACHINE, ...more },
      ...{ awaitReady: false, volumes: [DATA] },
    });
    stack.emulator.clock.advance(passedMs);
    stack.newProcess();
    return machine;
  };
  const withoutVolumes = { ...MACHINE, awaitReady: false, volumes: [] };

  it.each([0, 3_600_000])(
    'is announced as deleted if it leaves the program, after %i ms',
    async (passedMs) => {
      const machine = await start({}, passedMs);
      expect(await warnedBy(() => machine.diff(withoutVolumes))).toContain(
        'data (10 GB) will be detached and deleted with its data',
      );
    },
  );

  it('fails the preview that removes it if the machine must not be shut down', async () => {
    const machine = await start({ allowShutdown: false }, 3_600_000);
    await expect(machine.diff({ ...withoutVolumes, allowShutdown: false })).rejects.toThrow(
      'to be shut down',
    );
  });
});

describe('a larger volume of a machine that is adopted', () => {
  it('is adopted with it', async () => {
    const stack = await InProcessStack.start();
    try {
      const id = await stack.cloud.instances.deploy({
        ...{
          hostname: 'trainer',
          description: 'trainer',
          instance_type: 'CPU.4V.16G',
          image: 'ubuntu-24.04',
        },
        ...{ location_code: 'FIN-01', ssh_key_ids: [], volumes: [{ ...DATA, size: 30 }] },
      });
      await stack.until(async () => (await stack.cloud.instances.get(id)).status === 'running');
      const machine = stack.resource('instance', 'mine', { ...MACHINE, adoptId: id, volumes: [DATA] });
      expect(await machine.problems()).toEqual([]);
      await machine.create();
      expect(machine.outputs['inlineVolumes']).toMatchObject([{ name: 'data' }]);
    } finally {
      await stack.stop();
    }
  });
});
