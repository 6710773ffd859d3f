import * as providers from '../../../provider';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const VOLUME = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };

describe('the get of a volume', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  const get = async (id: string): Promise<Record<string, unknown>> => {
    stack.newProcess();
    const __urn = `urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Any::theirs`;
    const { props = {} } = await providers.volume.read(id, { __urn, __get: true });
    return props;
  };

  it('says how to restore a volume in the trash', async () => {
    const { id } = await stack.up('volume', 'data', VOLUME);
    await stack.cloud.volumes.delete(id);
    await expect(get(id)).rejects.toThrow(`The volume data (${id}) is being deleted: choose another one.`);
    await stack.until(async () => (await stack.cloud.volumes.get(id)).status === 'deleted');
    await expect(get(id)).rejects.toThrow(
      new RegExp(
        `The volume data \\(${id}\\) has been in the trash since .*; a Volume with restoreVolumeId restores it`,
      ),
    );
    await stack.cloud.volumes.delete(id, { isPermanent: true });
    await stack.until(async () => {
      const volume = await stack.cloud.volumes.get(id);
      return 'deleted_at' in volume && volume.is_permanently_deleted;
    });
    await expect(get(id)).rejects.toThrow(`The volume data (${id}) was permanently deleted at`);
  });
});
