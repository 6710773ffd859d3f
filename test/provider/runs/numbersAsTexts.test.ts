// Some deployments of the API send numbers as texts.
import type { Relay } from '../../relay';
import { relayTo } from '../../relay';
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const PLACE = { locationCode: 'FIN-01' };
const CLUSTER_IMAGE = 'ubuntu-24.04-cuda-12.8-cluster';
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGzZdYGn0eVL4q6Qhn4NQDYM/9S1u142tFWt0A6k40+a me';
/** Fields that the contract declares as texts in the types of machines. */
const TYPES = /^\/v1\/(instance-types|cluster-types|instances\/types)$/;

describe('a cloud whose numbers are texts', () => {
  let stack: InProcessStack;
  let relay: Relay;
  let isOdd = false;

  beforeEach(async () => {
    stack = await InProcessStack.start({ balance: 1_000_000 });
    relay = await relayTo(stack.emulator.url, async ({ path }, pass) => {
      const answer = await pass();
      if (!isOdd || TYPES.test(path)) return answer;
      return { ...answer, body: answer.body.replace(/("\w+":)(-?\d+(?:\.\d+)?)(?=[,}])/g, '$1"$2"') };
    });
    stack.configure({ 'cloudCompute:baseUrl': relay.url });
    stack.newProcess();
  });
  afterEach(async () => {
    isOdd = false;
    await stack.stop();
    await relay.close();
  });

  it.each(['instance', 'volume', 'cluster', 'instanceGroup'] as const)(
    'gives the same outputs, and no change: %s',
    async (kind) => {
      const { id } = await stack.up('sshKey', 'me', { key: KEY });
      const places = await stack.cloud.catalogue.clusterAvailability();
      const place = places.find(({ availabilities }) => availabilities.includes('16H100'));
      const machine = { image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', ...PLACE };
      const args = {
        instance: { hostname: 'trainer', ...machine },
        volume: { name: 'disk', size: 10, type: 'NVMe', ...PLACE },
        cluster: {
          ...{ clusterType: '16H100', image: CLUSTER_IMAGE, hostname: 'big', sshKeyIds: [id] },
          locationCode: place?.location_code,
        },
        instanceGroup: {
          name: 'one',
          instanceType: 'CPU.4V.16G',
          template: { image: 'ubuntu-24.04' },
          ...PLACE,
        },
      }[kind];
      const plain = await stack.up(kind, 'one', args);
      isOdd = true;
      const odd = plain.copy();
      await odd.refresh();
      expect(odd.outputs).toEqual(plain.outputs);
      expect(await odd.diff()).toMatchObject({ changes: false });
      const second = await stack.up(kind, 'two', {
        ...args,
        ...(kind === 'instanceGroup' && { name: 'two' }),
      });
      for (const [name, value] of Object.entries(plain.outputs))
        expect(`${name} ${typeof second.outputs[name]}`).toBe(`${name} ${typeof value}`);
    },
  );
});
