// The list of `expired`, by the built command against the emulator.
import { expiryTag } from '../../../core/expiryTag';
import { relayTo } from '../../relay';
import { HOUR_MS, expiredInACloud, inState } from './expiredMachines';

const { here, run, report, order, pending, pass, machines, stateOf } = expiredInACloud();

it('lists the soonest end first, with price, cost so far and time left, and says that the whole project is meant', async () => {
  const late = await order({ hostname: 'late', endsIn: 30 * HOUR_MS });
  const soon = await order({ hostname: 'soon', endsIn: 8 * HOUR_MS, keepsOsVolume: true });
  const over = await order({ hostname: 'over', endsIn: HOUR_MS, onExpiry: 'hibernate' });
  await order({ hostname: 'endless' });
  pass(2 * HOUR_MS);
  const { code, stdout, stderr } = await run();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [scope, headings, ...rows] = stdout.trimEnd().split('\n');
  expect(scope).toMatch(/^Machines of the whole project, .*--state FILE.*, at \d{4}-.*Z:$/);
  expect(headings).toMatch(/^KIND +NAME +ID +PER HOUR +SO FAR +END +LEFT +THEN/);
  expect(rows).toEqual([
    expect.stringMatching(
      new RegExp(
        `^instance +over +${over} +0\\.1381 +0\\.28 +\\d{4}-\\S+Z +over for (59 min|1 h).* hibernate +due$`,
      ),
    ),
    expect.stringMatching(
      new RegExp(`^instance +soon +${soon} .* (5 h 59 min|6 h) +delete, keep its OS volume$`),
    ),
    expect.stringMatching(new RegExp(`^instance +late +${late} .* (27 h 59 min|28 h) +delete$`)),
    '1 of 4 without an end: `maxRunDuration` sets one.',
  ]);
});

it('--json has every machine, and the time that ends are compared with', async () => {
  const id = await order({ endsIn: 8 * HOUR_MS });
  await order({ hostname: 'endless' });
  pass(HOUR_MS);
  const { time, isCloudTime, scope, machines: all } = await report();
  expect({ isCloudTime, scope }).toEqual({ isCloudTime: true, scope: 'project' });
  expect(Math.abs(Date.parse(time) - here.cloud.emulator.clock.now())).toBeLessThan(60_000);
  expect(all).toMatchObject([
    {
      ...{ kind: 'instance', id, name: 'trainer', status: 'running', standing: 'later', onExpiry: 'delete' },
      ...{ keepsOsVolume: false, pricePerHour: 0.1381, isUnfinished: false, hasForeignTag: false },
      ...{ secondsLeft: expect.any(Number) as number, costSoFar: expect.closeTo(0.138, 2) as number },
    },
    { name: 'endless', standing: 'endless', expiresAt: null, secondsLeft: null, onExpiry: null },
  ]);
});

it('names machines whose order is not finished, with and without an end, and machines with a copied tag', async () => {
  await order({ hostname: 'ordered', endsIn: HOUR_MS, tags: [pending()] });
  await order({ hostname: 'tagless', tags: [pending()] });
  await order({ hostname: 'copied', endsIn: HOUR_MS, machineId: '3f2a9c1e-1111-4222-8333-444455556666' });
  await order({ hostname: 'saved', endsIn: HOUR_MS, tags: [pending('saved')] });
  const { stdout } = await run();
  expect(stdout).toMatch(/ordered .* 0\.1381 .*order not finished: run `pulumi up`\n/);
  expect(stdout).toMatch(/tagless .* 0\.1381 .*no end; order not finished: run `pulumi up`\n/);
  expect(stdout).toMatch(/copied .* no end; its tag is a copy or damaged, and counts for nothing\n/);
  expect(stdout).toMatch(/saved .* delete\n/);
});

it('--require fails if a machine has no end, and names it', async () => {
  await order({ endsIn: HOUR_MS });
  expect(await run(['--require'])).toMatchObject({ code: 0, stderr: '' });
  await order({ hostname: 'tagless', tags: [pending()] });
  await order({ hostname: 'endless\u001b[31m' });
  const { code, stdout, stderr } = await run(['--require']);
  expect(code).toBe(1);
  expect(stdout).toContain('endless\\u001b[31m');
  expect(stderr).toMatch(
    /^error: 2 of 3 machines have no end: instance .*endless\\u001b\[31m.*Set `maxRunDuration`/,
  );
  expect(stderr).toContain('instance tagless');
});

it('--state limits the list to the machines of these states, without those that a program only reads', async () => {
  const [mine, other, read] = await Promise.all(
    ['mine', 'other', 'read'].map((hostname) => order({ hostname, endsIn: HOUR_MS })),
  );
  await order({ hostname: 'theirs', endsIn: HOUR_MS });
  const states = [
    stateOf([inState(mine ?? ''), inState(read ?? '', { external: true })]),
    stateOf([inState(other ?? '')], 'second.json'),
  ];
  const options = states.flatMap((file) => ['--state', file]);
  const { scope, machines: listed } = await report(...options);
  expect({ scope, names: listed.map(({ name }) => name).sort() }).toEqual({
    scope: 'state',
    names: ['mine', 'other'],
  });
  pass(2 * HOUR_MS);
  expect((await run(['--remove', '--yes', ...options])).stdout).toMatch(/^Machines of the given states, at /);
  expect(await machines()).toEqual(['read', 'theirs']);
  expect(await run(['--state', 'missing.json'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('missing.json') as string,
  });
});

it('lists a cluster; with the action hibernate its tag is damaged', async () => {
  const { client, emulator } = here.cloud;
  const id = await client.clusters.deploy({
    ...{ hostname: 'cluster', description: 'trains', cluster_type: '16H100', location_code: 'FIN-01' },
    ...{ image: 'ubuntu-22.04-cuda-12.4-cluster', ssh_key_ids: [] },
    shared_volume: { name: 'shared', size: 1_000 },
  });
  const expiresAt = emulator.clock.now() + HOUR_MS;
  const tag = expiryTag({ expiresAt, onExpiry: 'hibernate', keepsOsVolume: false, machineId: id });
  await client.tags.add('clusters', id, tag);
  expect((await report()).machines).toMatchObject([
    { kind: 'cluster', id, standing: 'endless', hasForeignTag: true },
  ]);
});

it('says that no machine has an end', async () => {
  expect((await run()).stdout).toMatch(/:\nNo machine has an end\.\n$/);
});

it('warns if the cloud sends no time, and then removes nothing', async () => {
  await order({ endsIn: HOUR_MS });
  pass(2 * HOUR_MS);
  const relay = await relayTo(here.cloud.emulator.url, async (_, pass) => {
    const answer = await pass();
    answer.headers.set('date', 'unknown');
    return answer;
  });
  try {
    const listed = await run([], relay.url);
    expect(listed.stderr).toMatch(/^warning: The cloud sends no time\./);
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining('trainer') as string });
    expect(await run(['--remove', '--yes'], relay.url)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: Nothing was removed: .* no Date header/) as string,
    });
  } finally {
    await relay.close();
  }
  expect(await machines()).toEqual(['trainer']);
});

it.each([
  [['--remove'], 1, 'add --yes'],
  [['--watch', '10'], 2, 'e.g. 10m'],
  [['--watch', '0.5s'], 2, 'e.g. 10m'],
  [['--watch', '10m', '--require'], 2, 'cannot be used with'],
  [['--watch', '10m', '--remove'], 1, 'add --yes'],
])('refuses %j', async (args, code, message) => {
  expect(await run(args)).toMatchObject({ code, stderr: expect.stringContaining(message) as string });
});

it('documents its exit codes', async () => {
  expect((await run(['--help'])).stdout).toMatch(/Exit codes: 0 .*;\s1 .*;\s2 wrong arguments/s);
});
