// The size of an operating-system volume may be omitted; the API then chooses the size.
import { info } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };

describe('an operating-system volume without a size', () => {
  let stack: InProcessStack;

  beforeEach(async () => {
    stack = await InProcessStack.start();
  });

  afterEach(async () => {
    await stack.stop();
  });

  const volumeOf = async ({ outputs }: { readonly outputs: Record<string, unknown> }) =>
    stack.cloud.volumes.get(String(outputs['osVolumeId']));
  const priceOf = async (args: object) => {
    jest.mocked(info).mockClear();
    expect(await stack.resource('instance', 'priced', { ...MACHINE, ...args }).problems()).toEqual([]);
    return jest.mocked(info).mock.calls.map(([, message]) => message);
  };

  it('gets the size that the API chooses, and neither a preview nor a refresh finds a change', async () => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, osVolume: { name: 'boot' } });
    expect(await volumeOf(machine)).toMatchObject({ name: 'boot', size: 50 });
    expect(await machine.diff()).toMatchObject({ changes: false });
    await stack.cloud.volumes.perform({ action: 'resize', id: (await volumeOf(machine)).id, size: 70 });
    await machine.refresh();
    expect(machine.inputs['osVolume']).toEqual({ name: 'boot' });
    expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it('grows when the program names a size, and keeps this size when the program omits it again', async () => {
    const machine = await stack.up('instance', 'trainer', { ...MACHINE, osVolume: { name: 'boot' } });
    await machine.update({ ...MACHINE, osVolume: { name: 'boot', size: 80 } });
    expect((await volumeOf(machine)).size).toBe(80);
    await machine.update({ ...MACHINE, osVolume: { name: 'boot' } });
    expect((await volumeOf(machine)).size).toBe(80);
    expect(await machine.diff()).toMatchObject({ changes: false });
  });

  it.each([{}, { osVolume: {} }])(
    'has the price of the default size at preview and in state: %j',
    async (args) => {
      const sized = { osVolume: { size: 50 } };
      expect(await priceOf(args)).toEqual(await priceOf(sized));
      const machine = await stack.up('instance', 'trainer', { ...MACHINE, ...args });
      const other = await stack.up('instance', 'other', { ...MACHINE, ...sized });
      expect(machine.outputs['hourlyCost']).toBe(other.outputs['hourlyCost']);
    },
  );

  it('has the price of the size in the group’s template at preview of a member', async () => {
    const { id: instanceGroupId } = await stack.up('instanceGroup', 'servers', {
      ...{ instanceType: '1V100.6V', locationCode: 'FIN-01' },
      template: { image: 'ubuntu-24.04', osVolume: { size: 60 }, sshKeyIds: [] },
    });
    expect(await priceOf({ instanceGroupId })).toEqual(await priceOf({ osVolume: { size: 60 } }));
  });

  it('is not in the price at preview if the machine boots from an existing volume', async () => {
    const first = await stack.up('instance', 'first', { ...MACHINE, keepVolumes: true });
    await first.delete();
    const { id } = await volumeOf(first);
    expect((await priceOf({ image: id })).join()).not.toContain('volumes');
  });
});
