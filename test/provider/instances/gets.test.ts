import * as providers from '../../../provider';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  hostname: 'trainer',
  image: 'ubuntu-24.04',
  instanceType: 'CPU.4V.16G',
  locationCode: 'FIN-01',
};
const VOLUME = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };

describe('a get', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  const get = async (id: string): Promise<Record<string, unknown>> => {
    stack.newProcess();
    const __urn = `urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Any::theirs`;
    const { props = {} } = await providers.instance.read(id, { __urn, __get: true });
    return props;
  };

  it('shows the volumes of an instance, and its cost with the operating-system volume', async () => {
    const data = await stack.up('volume', 'data', VOLUME);
    const machine = await stack.up('instance', 'trainer', {
      ...MACHINE,
      osVolume: { size: 100 },
      existingVolumes: [data.id],
    });
    const found = await get(machine.id);
    expect(found).toMatchObject({ hostname: 'trainer', status: 'running', existingVolumes: [data.id] });
    expect(found['hourlyCost']).toBe(machine.outputs['hourlyCost']);
    expect(found['osVolumeId']).toBe(machine.outputs['osVolumeId']);
  });

  it('names no volumes of an instance without other volumes', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    expect(await get(machine.id)).not.toHaveProperty('existingVolumes');
  });
});
