// `Instance.get`, like `get` of each class, reads a resource that no program of this stack declares.
import { PENDING } from '../../../core/pendingTag';
import * as providers from '../../../provider';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const VOLUME = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01' };
const NO_ID = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';

describe('a get', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(() => stack.stop());

  const get = async (
    kind: 'cluster' | 'instance' | 'volume',
    id: string,
  ): Promise<Record<string, unknown>> => {
    stack.newProcess();
    const __urn = `urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Any::theirs`;
    const { props = {} } = await providers[kind].read(id, { __urn, __get: true });
    return props;
  };

  it('changes nothing in the cloud, also not the pending tag of an unfinished order', async () => {
    const volume = await stack.up('volume', 'data', VOLUME);
    expect((await stack.cloud.volumes.get(volume.id)).tags.map(({ key }) => key)).toEqual([PENDING]);
    const { requests } = stack.emulator.control;
    requests.reset();
    await get('volume', volume.id);
    // The end of the run, which removes the pending tags of resources in state.
    await stack.stop();
    const sent = requests.list().map(({ operationId }) => operationId);
    expect(sent).toContain('listVolumes');
    expect(sent).not.toContain('deleteVolumeTag');
    stack = await InProcessStack.start();
  });

  it.each(['instance', 'volume', 'cluster'] as const)(
    'fails for an id that no %s has, and the message says so',
    async (kind) => {
      await expect(get(kind, NO_ID)).rejects.toThrow(
        `There is no ${kind} with the id "${NO_ID}" in this project.`,
      );
    },
  );

  it('fails for an empty id, and the message requires an id', async () => {
    await expect(get('instance', '')).rejects.toThrow(
      'Instance.get needs the id of an existing instance; it was given an empty one.',
    );
  });
});
