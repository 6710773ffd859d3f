// Twelve machines on one shared volume under the real engine, as in the guide.
import type { CloudComputeClient } from '../../../../api';
import { InterruptibleStack } from '../../support/stacks/interruptibleStack';
import { everythingIn } from '../../support/lifecycle';
import type { StateResource } from '../../support/stacks/stack';
import type { TestCloud } from '../../support/testCloud';
import { startCloud } from '../../support/testCloud';
import { TestEnvironment } from '../../support/testEnvironment';
import { programOfGuide } from '../../support/texts/typescript';

jest.setTimeout(300_000);

const ofGuide = (file: string) => programOfGuide('docs/guides/shared-volumes.md', file);
const machines = (first = 0, end = 12) =>
  ofGuide('machines.ts').replace('index = 0; index < 12', `index = ${String(first)}; index < ${String(end)}`);
const fleet = (count = 12) => ofGuide('index.ts').replace('count: 12', `count: ${String(count)}`);

interface Deployed {
  readonly cloud: CloudComputeClient;
  readonly stack: { resources(): Promise<StateResource[]> };
}

/** Checks that exactly these machines exist and run, and that the volume is attached once to each. */
async function expectShared({ cloud, stack }: Deployed, names: readonly string[]): Promise<void> {
  const inState = (await stack.resources()).filter(({ type }) => type.endsWith(':Instance'));
  expect(inState.map(({ urn }) => urn.split('::').at(-1)).sort()).toEqual([...names].sort());
  const ids = inState.map(({ id }) => id).sort();
  const instances = await cloud.instances.list();
  expect(instances.map(({ id }) => id).sort()).toEqual(ids);
  expect([...new Set(instances.map(({ status }) => status))]).toEqual(['running']);
  const volumes = (await cloud.volumes.list()).filter(({ is_os_volume: isOs }) => !isOs);
  expect(volumes).toHaveLength(1);
  expect(volumes[0]?.instances.map(({ id }) => id).sort()).toEqual(ids);
}

const workers = (first = 0, end = 12): string[] =>
  Array.from({ length: end - first }, (_, index) => `worker-${String(first + index)}`);

describe('a shared volume of twelve machines', () => {
  let environment: TestEnvironment;
  const attaches = () => environment.emulator.control.requests.counts()['performVolumeAction'] ?? 0;

  afterEach(() => environment.close());

  it('is attached to all of them, also after machines were removed and added', async () => {
    environment = await TestEnvironment.start({ program: machines() });
    await environment.upAndPreview();
    await expectShared(environment, workers());
    // One request for each batch of machines that the engine creates at once.
    expect(attaches()).toBeLessThan(6);
    const outcome = await environment.upAndPreview(machines(1, 13));
    expect(outcome.changes).toEqual({ same: 12, create: 1, delete: 1 });
    await expectShared(environment, workers(1, 13));
    await environment.stack.destroy();
    expect(await everythingIn(environment.cloud)).toEqual([]);
  });

  it('is attached to a fleet by its gate, which sends one request', async () => {
    environment = await TestEnvironment.start({ program: fleet() });
    await environment.upAndPreview();
    await expectShared(environment, workers());
    expect(attaches()).toBe(1);
    await environment.upAndPreview(fleet(13));
    await expectShared(environment, workers(0, 13));
    expect(attaches()).toBe(2);
    await environment.stack.destroy();
    expect(await everythingIn(environment.cloud)).toEqual([]);
  });
});

describe('a shared volume of machines that do not wait', () => {
  it('needs a gate: preview names the machines without a gate', async () => {
    const program = ofGuide('gate.ts');
    const withoutGate = program.replace(/^exports\.ready = new .*$/m, '');
    const environment = await TestEnvironment.start({ program });
    try {
      const warning = 'The shared volume "share" is attached to "worker-b" only by the next `pulumi up`';
      expect(await environment.preview(withoutGate)).toContain(warning);
      expect(await environment.preview(program)).not.toContain('only by the next');
      await environment.upAndPreview();
      await expectShared(environment, ['worker-a', 'worker-b']);
    } finally {
      await environment.close();
    }
  });
});

describe('a shared volume of a run that is killed', () => {
  let world: TestCloud;
  let stack: InterruptibleStack;

  beforeEach(async () => {
    world = await startCloud();
  });

  afterEach(async () => {
    await stack.dispose();
    await world.close();
  });

  it.each([
    ['machines', machines()],
    ['a fleet', fleet()],
  ])('is attached to each of the twelve by the next up: %s', async (_, program) => {
    stack = await InterruptibleStack.create(world.emulator.url, program);
    const { control } = world.emulator;
    const held = control.faults.add({
      ...{ kind: 'delay', operation: 'performVolumeAction', action: 'attach' },
      ...{ when: 'after', milliseconds: 1_500, times: 1 },
    });
    await stack.interruptUp('kill both', () =>
      control.faults.list().some(({ id, struck }) => id === held && struck > 0),
    );
    control.faults.clear();
    await stack.up();
    await expectShared({ cloud: world.cloud, stack }, workers());
    await stack.destroy();
    expect(await everythingIn(world.cloud)).toEqual([]);
  });
});
