// A wait for one object ends when another object that it needs is gone, and the error names both.
import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  allowShutdown: true,
};
const DISK = { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01', allowShutdown: true };
const MINUTE = 60_000;

interface Wait {
  /** What it waits for. */
  readonly waitsFor: string;
  /** What it needs. */
  readonly needs: string;
  readonly endsWhen: string;
  /** Begins the wait. @returns the call, what ends it, and the ids that its error names. */
  readonly begin: (stack: InProcessStack) => Promise<{
    call: Promise<unknown>;
    isWaiting: () => Promise<boolean>;
    end: () => Promise<unknown>;
    ids: string[];
  }>;
}

/** Calls that a test does not wait for. */
const running: Promise<unknown>[] = [];

const attaching = async (stack: InProcessStack) => {
  const spot = await stack.up('instance', 'trainer', { ...MACHINE, isSpot: true });
  const data = await stack.up('volume', 'data', DISK);
  stack.newProcess();
  stack.fault('PUT /v1/volumes', { kind: 'stuck', status: 'attaching', action: 'attach', times: 1 });
  const call = data.update({ ...DISK, instanceIds: [spot.id] });
  const isWaiting = async () => (await stack.cloud.volumes.get(data.id)).status === 'attaching';
  return { call, isWaiting, spot, data };
};

const WAITS: readonly Wait[] = [
  {
    waitsFor: 'the attachment of a volume',
    needs: 'its machine',
    endsWhen: 'the machine is evicted',
    begin: async (stack) => {
      const { call, isWaiting, spot, data } = await attaching(stack);
      const end = () => {
        stack.emulator.control.evict(spot.id);
        return Promise.resolve();
      };
      return { call, isWaiting, end, ids: [data.id, spot.id] };
    },
  },
  {
    waitsFor: 'the attachment of a volume',
    needs: 'its machine',
    endsWhen: 'somebody deletes the machine',
    begin: async (stack) => {
      const { call, isWaiting, spot, data } = await attaching(stack);
      const end = () => stack.cloud.instances.perform({ action: 'delete', id: spot.id, volume_ids: [] });
      return { call, isWaiting, end, ids: [data.id, spot.id] };
    },
  },
  {
    waitsFor: 'the attachment of a volume',
    needs: 'the volume',
    endsWhen: 'somebody deletes the volume with the machine',
    begin: async (stack) => {
      const { call, isWaiting, spot, data } = await attaching(stack);
      const end = () =>
        stack.cloud.instances.perform({ action: 'delete', id: spot.id, volume_ids: [data.id] });
      return { call, isWaiting, end, ids: [data.id, spot.id] };
    },
  },
  {
    waitsFor: 'the detachment of a volume from another machine',
    needs: 'the machine that gets it',
    endsWhen: 'somebody deletes that machine',
    begin: async (stack) => {
      const one = await stack.up('instance', 'one', { ...MACHINE, hostname: 'one' });
      const other = await stack.up('instance', 'other', { ...MACHINE, hostname: 'other' });
      const data = await stack.up('volume', 'data', { ...DISK, instanceIds: [one.id] });
      stack.newProcess();
      stack.fault('PUT /v1/volumes', { kind: 'stuck', status: 'detaching', action: 'detach', times: 1 });
      const left = data.copy().update({ ...DISK, instanceIds: [] });
      running.push(left.catch(() => undefined));
      const isWaiting = async () => (await stack.cloud.volumes.get(data.id)).status === 'detaching';
      await stack.until(isWaiting);
      const call = other.update({ ...MACHINE, hostname: 'other', existingVolumes: [data.id] });
      const end = () => stack.cloud.instances.perform({ action: 'delete', id: other.id, volume_ids: [] });
      return { call, isWaiting, end, ids: [other.id] };
    },
  },
];

describe('a wait', () => {
  let stack: InProcessStack;
  beforeEach(async () => {
    stack = await InProcessStack.start();
  });
  afterEach(async () => {
    stack.loseEngine();
    await Promise.all(running.splice(0));
    await stack.stop();
  });

  it.each(WAITS.map((wait) => [wait.waitsFor, wait.needs, wait.endsWhen, wait] as const))(
    'for %s, which needs %s, ends when %s',
    async (_waitsFor, _needs, _endsWhen, { begin }) => {
      const { call, isWaiting, end, ids } = await begin(stack);
      const error = call.then(
        () => 'It succeeded.',
        (reason: unknown) => (reason as Error).message,
      );
      await stack.until(isWaiting);
      const from = stack.clock.now();
      await end();
      const message = await error;
      for (const id of ids) expect(message).toContain(id);
      expect(stack.clock.now() - from).toBeLessThan(10 * MINUTE);
    },
  );
});
