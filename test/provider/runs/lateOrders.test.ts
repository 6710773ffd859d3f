// An order is carried out late, or the clocks of cloud and computer differ: what the notes of this computer say decides.
import type { Relay } from '../../relay';
import { relayTo } from '../../relay';
import { warn } from '../../../provider/run/progress';
import { InProcessStack } from '../support/inProcessStack';
import { endProcesses } from '../support/killedRuns';
import { warned } from '../support/warnings';

jest.mock('../../../provider/run/progress');

const HOUR = 3_600_000;
const MACHINE = {
  hostname: 'trainer',
  image: 'ubuntu-24.04',
  instanceType: 'CPU.4V.16G',
  locationCode: 'FIN-01',
};
const KINDS = [
  ['instance', 'instances', MACHINE],
  ['volume', 'volumes', { name: 'disk', size: 10, type: 'NVMe', locationCode: 'FIN-01' }],
] as const;
const LOST = { status: 502, headers: new Headers(), body: '' };

describe('an order whose reply is lost', () => {
  let stack: InProcessStack;
  let relay: Relay;
  /** What happens to the next POST of a billed resource; undefined: it is passed on. */
  let onPost: ((pass: () => Promise<unknown>) => Promise<void>) | undefined;
  let hasDates: boolean;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    [onPost, hasDates] = [undefined, true];
    relay = await relayTo(stack.emulator.url, async ({ method, path }, pass) => {
      const handle = onPost;
      if (handle && method === 'POST' && /instances|volumes/.test(path)) {
        onPost = undefined;
        await handle(pass);
        return LOST;
      }
      const answer = await pass();
      if (!hasDates) answer.headers.set('date', 'unknown');
      return answer;
    });
    stack.configure({ 'cloudCompute:baseUrl': relay.url });
    await stack.useHome();
    jest.mocked(warn).mockClear();
  });
  afterEach(async () => {
    await stack.stop();
    await relay.close();
  });

  const listed = async (collection: 'instances' | 'volumes') =>
    (await stack.cloud[collection].list()).map(({ id }) => id);

  it.each(KINDS)(
    'is named or removed if it is carried out 15 seconds later, and destroy leaves nothing: %s',
    async (kind, collection, args) => {
      let late: Promise<unknown> | undefined;
      onPost = (pass) => {
        late = stack.clock.sleep(15_000).then(pass);
        return Promise.resolve();
      };
      const resource = await stack.up(kind, 'trainer', args);
      await late;
      await stack.clock.sleep(60_000);
      await resource.delete();
      await stack.clock.sleep(HOUR);
      await stack.deleteOwner();
      await stack.clock.sleep(HOUR);
      expect(await listed(collection)).toEqual([]);
    },
  );

  it.each(KINDS)(
    'is found if the cloud sends no time and the clock of the computer is an hour wrong: %s',
    async (kind, collection, args) => {
      hasDates = false;
      stack.emulator.clock.advance(HOUR);
      onPost = async (pass) => {
        await pass();
      };
      const { id } = await stack.up(kind, 'trainer', args);
      expect(await listed(collection)).toEqual([id]);
    },
  );

  it.each(KINDS)(
    'is taken over if the computer slept for an hour and the engine was killed: %s',
    async (kind, collection, args) => {
      onPost = async (pass) => {
        stack.emulator.clock.advance(HOUR);
        await pass();
        stack.loseEngine();
      };
      await expect(stack.up(kind, 'trainer', args)).rejects.toThrow();
      const [made] = await listed(collection);
      endProcesses(stack);
      stack.newProcess();
      const { id } = await stack.up(kind, 'trainer', args);
      expect(id).toBe(made);
      expect(await listed(collection)).toEqual([id]);
    },
  );

  it.each(KINDS)(
    'is only named if neither notes nor the time of the cloud prove whose it is: %s',
    async (kind, collection, args) => {
      hasDates = false;
      stack.environment = {};
      stack.newProcess();
      const { id: made } = await stack.up(kind, 'trainer', args);
      stack.newProcess();
      const { id } = await stack.up(kind, 'trainer', args);
      expect((await listed(collection)).sort()).toEqual([made, id].sort());
      expect(warned()).toMatch(new RegExp(`${made}.*Nothing proves`));
    },
  );
});
