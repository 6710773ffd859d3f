// A volume is deleted in the background: `orphans remove` ends when it is in the trash.
import { HOUR_MS, orphansInACloud } from './orphansInACloud';

const { here, run, stateOf, orderMachine, orderVolume, billed, pass } = orphansInACloud({
  volumeDeleteSeconds: 60,
});

it.each([
  ['a volume', () => orderVolume()],
  ['a machine and its volumes', () => orderMachine()],
])('ends when %s is no longer billed', async (_, order) => {
  const id = await order();
  pass(2 * HOUR_MS);
  expect(await run(['orphans', 'remove', '--state', stateOf(), '--yes', id])).toMatchObject({ code: 0 });
  expect(await billed()).toEqual([]);
  expect((await here.cloud.client.volumes.trash()).length).toBeGreaterThan(0);
});
