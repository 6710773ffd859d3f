import { status } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

/** The progress lines so far. */
const lines = (): string[] => jest.mocked(status).mock.calls.map(([, line]) => line);

describe('a cluster whose location has no capacity', () => {
  it('waits for the capacity of clusters', async () => {
    jest.mocked(status).mockClear();
    const stack = await InProcessStack.start({ balance: 1_000_000 });
    try {
      const type = '16H100';
      const { catalogue } = stack.cloud;
      const [place] = (await catalogue.clusterAvailability()).filter(({ availabilities }) =>
        availabilities.includes(type),
      );
      const [image] = await catalogue.clusterImages({ clusterType: type });
      const key = await stack.up('sshKey', 'me', {
        key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me',
      });
      const location = place?.location_code ?? '';
      stack.emulator.control.capacity.set({ location, type }, 0);
      const cluster = stack.resource('cluster', 'big', {
        ...{ clusterType: type, image: image?.image_type ?? '', locationCode: location, sshKeyIds: [key.id] },
        waitForCapacity: '2h',
      });
      const waits = () => lines().filter((line) => line.startsWith(`waiting for capacity in ${location}`));
      const grow = stack.until(() => Promise.resolve(waits().length >= 2));
      await Promise.all([
        cluster.create(),
        grow.then(() => {
          stack.emulator.control.capacity.set({ location, type }, 1);
        }),
      ]);
      expect(cluster.outputs).toMatchObject({ status: 'running', location });
    } finally {
      await stack.stop();
    }
  });
});
