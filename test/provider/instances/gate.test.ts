import { InProcessStack } from '../support/inProcessStack';

jest.mock('../../../provider/run/progress');

const MACHINE = {
  ...{ hostname: 'trainer', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01' },
  osVolume: { size: 50 },
};

let stack: InProcessStack;
beforeEach(async () => {
  stack = await InProcessStack.start();
});
afterEach(() => stack.stop());

describe('a gate', () => {
  it('keeps the outputs of a machine that is gone', async () => {
    const machine = await stack.up('instance', 'trainer', MACHINE);
    const gate = await stack.up('ready', 'gate', { instanceIds: [machine.id] });
    const shown = gate.outputs['instances'] as { hostname: string }[];
    expect(shown.map(({ hostname }) => hostname)).toEqual(['trainer']);
    await machine.delete();
    stack.emulator.clock.advance(30 * 24 * 3_600_000);
    expect(await gate.refresh()).toBe(true);
    expect(gate.outputs['instances']).toEqual(shown);
  });

  it('names each machine that failed, after all others are ready', async () => {
    stack.fault('deployInstance', { kind: 'installationFailed', times: 1 });
    const bad = await stack.up('instance', 'bad', { ...MACHINE, hostname: 'bad', awaitReady: false });
    const good = await stack.up('instance', 'good', { ...MACHINE, hostname: 'good', awaitReady: false });
    await expect(stack.up('ready', 'gate', { instanceIds: [bad.id, good.id] })).rejects.toThrow(
      /^1 of 2 instances are not ready\. Run `pulumi up` again: it replaces failed instances, and waits for the others\. The instance bad .*installed/,
    );
    expect((await stack.cloud.instances.get(good.id)).status).toBe('running');
  });
});
