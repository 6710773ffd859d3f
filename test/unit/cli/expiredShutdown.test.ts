// `expired --remove` hibernates machines that do not shut down in time: the cloud's clock runs 240 times as fast.
import { credentialsFor, startCommand } from './command';
import { HOUR_MS, expiredInACloud } from './expiredMachines';

const { here, run, order, pass, machines, trash } = expiredInACloud({
  timeScale: 240,
  durations: { shutdownSeconds: 20 * 3600 },
});

it('forces a shutdown that takes too long', async () => {
  const id = await order({ endsIn: HOUR_MS, onExpiry: 'hibernate' });
  pass(2 * HOUR_MS);
  const { code, stdout, stderr } = await run(['--remove', '--yes']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`Hibernated the instance trainer (${id}).`);
  const actions = here.cloud.emulator.control.requests.list().filter(({ method }) => method === 'PUT');
  expect(actions.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(await machines()).toEqual([]);
  expect(await trash()).toEqual([]);
});

it('a signal ends the wait for a shutdown; the next run continues', async () => {
  const id = await order({ endsIn: HOUR_MS, onExpiry: 'hibernate' });
  pass(2 * HOUR_MS);
  const args = ['expired', '--remove', '--yes', '--watch', '10m'];
  const watching = startCommand(args, credentialsFor(here.cloud.emulator.url));
  const shutdowns = () =>
    here.cloud.emulator.control.requests.list().filter(({ method }) => method === 'PUT').length;
  await watching.until('hibernate');
  while (shutdowns() === 0) await here.cloud.client.instances.get(id);
  const { code, stdout, stderr } = await watching.stop('SIGTERM');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(`Not finished: the instance trainer (${id}). Run the command again.`);
  pass(24 * HOUR_MS);
  expect((await run(['--remove', '--yes'])).stdout).toContain(`Hibernated the instance trainer (${id}).`);
});
