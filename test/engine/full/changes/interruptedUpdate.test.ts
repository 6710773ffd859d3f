// An update is killed under the real engine, and the program is then as before: through both doors.
import { PENDING } from '../../../../core/pendingTag';
import { InterruptibleStack } from '../../support/stacks/interruptibleStack';
import { pluginTest } from '../../support/stacks/pluginTest';

jest.setTimeout(300_000);

const volume = (tags: string) =>
  `new cc.Volume('data', { name: 'data', size: 10, type: 'NVMe', locationCode: 'FIN-01', tags: ${tags} });`;
const BEFORE = volume(`{ team: 'ml' }`);
const WARNING =
  'The last update of data was interrupted; it may hold parts that the state does not show. Run `pulumi up --refresh`.';

const test = pluginTest({});

type Stack = Pick<InterruptibleStack, 'program' | 'up' | 'destroy' | 'interruptUp'>;

/** The tags of the program: with the plugin, the next run removes the pending tag. */
async function keysOfTags(): Promise<string[]> {
  const [found] = await test.cloud.volumes.list();
  const keys = (found?.tags ?? []).map(({ key }) => key);
  return keys.filter((key) => key !== PENDING).sort();
}

async function killAndEdit(stack: Stack): Promise<void> {
  await stack.up();
  expect(await keysOfTags()).toEqual(['team']);
  const held = test.emulator.control.faults.add({
    ...{ kind: 'delay', operation: 'createVolumeTag', when: 'after', milliseconds: 3_000, times: 1 },
  });
  await stack.program(volume(`{ team: 'ml', stage: 'prod' }`));
  const hasArrived = () =>
    test.emulator.control.faults.list().some(({ id, struck }) => id === held && struck > 0);
  await stack.interruptUp('kill both', hasArrived);
  expect(await keysOfTags()).toEqual(['stage', 'team']);
  await stack.program(BEFORE);
  for (const output of [await stack.up(), await stack.up()]) expect(output).toContain(WARNING);
  expect(await keysOfTags()).toEqual(['stage', 'team']);
  expect(await stack.up('--refresh')).not.toContain('was interrupted');
  expect(await keysOfTags()).toEqual(['team']);
  expect(await stack.up()).not.toContain('was interrupted');
  await stack.destroy();
  expect(await test.cloud.volumes.list()).toEqual([]);
}

it('dynamic: is warned of until a refresh, which mends it', async () => {
  const stack = await InterruptibleStack.create(test.emulator.url, BEFORE);
  try {
    await killAndEdit(stack);
  } finally {
    await stack.dispose();
  }
});

it('native: is warned of until a refresh, which mends it', async () => {
  await killAndEdit(await test.deploy(BEFORE));
});
