// A killed update has added an inline volume to a machine, or another resource was about to adopt one. State does not
// show that, and the next program is another one.
import type { Volume } from '../../api';
import { InProcessStack } from './inProcessStack';
import type { TestResource } from './inProcessStack';
import { warnedBy } from './warnings';

jest.mock('../../provider/session/progress');

const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  ...{ allowShutdown: true, deletePermanently: true },
};
const DATA = { name: 'data', size: 10, type: 'NVMe' };
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

describe('a volume that another resource was about to adopt in a killed run', () => {
  let stack: InProcessStack;
  let machine: TestResource;
  let adoption: TestResource;
  let id: string;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    machine = await stack.up('instance', 'trainer', { ...MACHINE, volumes: [DATA] });
    id = (await stack.cloud.volumes.list()).find(({ name }) => name === 'data')?.id ?? '';
    stack.newProcess();
    adoption = stack.resource('volume', 'data', { ...DATA, locationCode: 'FIN-01', adoptId: id });
    expect(await adoption.problems()).toEqual([]);
    await machine.update({ ...MACHINE, volumes: [] });
  });
  afterEach(() => stack.stop());

  const existing = async () =>
    (await stack.cloud.volumes.list()).filter(({ name }) => name === 'data').map((volume) => volume.id);

  it.each([false, true])(
    'belongs to the machine again if the program is reverted, tagged: %s',
    async (isTagged) => {
      if (isTagged) await adoption.copy().create();
      stack.newProcess();
      const program = { ...MACHINE, volumes: [DATA] };
      expect(await warnedBy(() => machine.diff(program))).not.toContain('created');
      await machine.update(program);
      expect(await existing()).toEqual([id]);
      expect(machine.outputs['inlineVolumes']).toMatchObject([{ id, name: 'data' }]);
    },
  );

  it('is deleted by the next run of a program without both', async () => {
    stack.newProcess();
    await machine.problems({ ...MACHINE, volumes: [] });
    expect(await warnedBy(() => machine.diff({ ...MACHINE, volumes: [] }))).toContain(
      'data (10 GB) will be detached',
    );
    await machine.update({ ...MACHINE, volumes: [] });
    expect(await existing()).toEqual([]);
  });

  it('makes no difference once it is adopted', async () => {
    await adoption.create();
    stack.newProcess();
    expect(await adoption.diff()).toMatchObject({ changes: false });
    expect(await machine.diff({ ...MACHINE, volumes: [] })).toMatchObject({ changes: false });
    await machine.delete();
    expect(await existing()).toEqual([id]);
  });
});
