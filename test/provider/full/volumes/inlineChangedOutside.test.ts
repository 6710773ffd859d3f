// Somebody detaches a volume, starts a machine or shuts it down. State does not show that, and the next update acts on
// what the cloud shows: its preview says so.
import type { Volume } from '../../../../api';
import { InProcessStack } from '../../support/inProcessStack';
import type { TestResource } from '../../support/inProcessStack';
import { warnedBy } from '../../support/warnings';
import { UNKNOWN } from '../../../../core/validation/shape';

jest.mock('../../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', instanceType: 'CPU.4V.16G', image: 'ubuntu-24.04', locationCode: 'FIN-01' },
  allowShutdown: true,
};
const DATA = { name: 'data', size: 10, type: 'NVMe' };
const WITH_DATA = { ...MACHINE, volumes: [DATA] };
const RESTART = 'The machine will be shut down for that and started again.';

describe('an inline volume', () => {
  let stack: InProcessStack;
  let machine: TestResource;
  let id: string;

  beforeEach(async () => {
    stack = await InProcessStack.start();
    machine = await stack.up('instance', 'trainer', WITH_DATA);
    id = (await dataVolumes()).find(({ name }) => name === 'data')?.id ?? '';
    stack.newProcess();
  });
  afterEach(() => stack.stop());

  const dataVolumes = async (): Promise<Volume[]> =>
    (await stack.cloud.volumes.list()).filter(({ is_os_volume: isOs }) => !isOs);
  const statusOf = async () => (await stack.cloud.volumes.get(id)).status;

  /** Somebody detaches it, and the machine runs on. */
  async function detachByHand(meanwhile?: () => Promise<unknown>): Promise<void> {
    await stack.detach(id, machine.id, meanwhile);
    stack.newProcess();
  }

  const withTag = (args: object) => ({ ...args, tags: { team: 'ml' } });

  it('stays attached if existingVolumes named it as well and leaves it out now', async () => {
    await machine.update({ ...WITH_DATA, existingVolumes: [id] });
    const wanted = { ...WITH_DATA, allowShutdown: false, existingVolumes: [] };
    stack.newProcess();
    expect(await warnedBy(() => machine.diff(wanted))).toBe('');
    await machine.update(wanted);
    expect(await statusOf()).toBe('attached');
  });

  describe('an inline volume beside an attached volume', () => {
    it('stays while the next change attaches the other volume again, and the preview says so', async () => {
      const given = await stack.up('volume', 'given', { ...DATA, name: 'given', locationCode: 'FIN-01' });
      const args = { ...WITH_DATA, existingVolumes: [given.id] };
      await machine.update(args);
      id = given.id;
      await detachByHand();
      expect(await warnedBy(() => machine.diff(withTag(args)))).toBe(
        `The volume ${id} is not attached any more: it will be attached again.\n${RESTART}`,
      );
      await machine.update(withTag(args));
      expect(await statusOf()).toBe('attached');
    });
  });

  it.each([
    ['offline', 'start', 'It runs, and powerState is "offline": it will be shut down.'],
    ['running', 'shutdown', 'It is off, and powerState is "running": it will be started.'],
  ] as const)(
    'the next change of a machine that is to be %s undoes a %s, and the preview says so',
    async (powerState, action, sentence) => {
      const args = { ...WITH_DATA, powerState };
      await machine.update(args);
      await stack.power(machine.id, action);
      stack.newProcess();
      expect(await warnedBy(() => machine.diff(withTag(args)))).toBe(sentence);
      await machine.update(withTag(args));
      expect(await stack.cloud.instances.get(machine.id)).toMatchObject({ status: powerState });
    },
  );

  it.each([
    ['a size', [{ ...DATA, size: UNKNOWN }], undefined],
    ['the whole list', UNKNOWN, []],
    ['a volume', [UNKNOWN], []],
  ])(
    'fails no preview that does not know %s and must not shut the machine down',
    async (_, volumes, existingVolumes) => {
      await machine.update({ ...WITH_DATA, existingVolumes: [id] });
      if (existingVolumes === undefined) await detachByHand();
      const wanted = { ...MACHINE, allowShutdown: false, volumes, existingVolumes };
      stack.newProcess();
      expect(await machine.diff(wanted)).toMatchObject({ changes: true, replaces: [] });
    },
  );
});
