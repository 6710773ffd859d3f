// `expired --remove`, by the built command against the emulator.
import { ADOPTED } from '../../../core/hiddenTags';
import { expiryTag } from '../../../core/expiryTag';
import { relayTo } from '../../relay';
import { credentialsFor, hasTerminals, runOnTerminal, startCommand } from './command';
import { HOUR_MS, expiredInACloud } from './expiredMachines';

const { here, run, report, setEnd, order, pending, pass, machines, volumes, trash } = expiredInACloud();

const remove = (...args: string[]) => run(['--remove', '--yes', ...args]);

/** Runs the command through a relay that does something before the first request that matches. */
async function removeWith(
  matches: (method: string, path: string) => boolean,
  before: () => Promise<unknown>,
) {
  let isFirst = true;
  const relay = await relayTo(here.cloud.emulator.url, async ({ method, path }, forward) => {
    if (isFirst && matches(method, path)) {
      isFirst = false;
      await before();
    }
    return forward();
  });
  try {
    return await run(['--remove', '--yes'], relay.url);
  } finally {
    await relay.close();
  }
}

it('deletes what is due with its operating-system volume, to the trash, and names the volumes that stay', async () => {
  const id = await order({ endsIn: HOUR_MS });
  await order({ hostname: 'later', endsIn: 8 * HOUR_MS });
  await order({ hostname: 'endless' });
  await order({ hostname: 'copied', endsIn: HOUR_MS, machineId: id });
  await order({ hostname: 'saved', endsIn: HOUR_MS, tags: [pending('saved')] });
  const { os_volume_id: osVolume } = await here.cloud.client.instances.get(id);
  pass(2 * HOUR_MS);
  const { code, stdout, stderr } = await remove();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain(
    `Deleted the instance trainer (${id}); its operating-system volume ${String(osVolume)} stays in the trash for 96 hours.\n` +
      'Its other volumes were detached from it and stay billed:\n',
  );
  expect(stdout).toMatch(/\n {2}volume trainer-data \(\S+\), [\d.]+ per hour, since /);
  expect(await machines()).toEqual(['copied', 'endless', 'later']);
  const trashed = await trash();
  expect(trashed).toHaveLength(2);
  expect(trashed).toContainEqual(expect.objectContaining({ id: osVolume, is_permanently_deleted: false }));
  expect(await volumes()).toEqual(expect.arrayContaining(['trainer-data detached', 'saved-data detached']));
  // The next run finds nothing to do.
  expect((await report('--remove', '--yes')).outcomes).toEqual([]);
});

it('keeps the operating-system volume if the tag says so, or if a Volume has adopted it', async () => {
  await order({ hostname: 'kept', endsIn: HOUR_MS, keepsOsVolume: true });
  const adopted = await order({ hostname: 'adopted', endsIn: HOUR_MS });
  const { os_volume_id: osVolume } = await here.cloud.client.instances.get(adopted);
  await here.cloud.client.tags.add('volumes', String(osVolume), { key: ADOPTED, value: '1' });
  pass(2 * HOUR_MS);
  const { outcomes } = await report('--remove', '--yes');
  expect(
    outcomes?.map(({ result, trashedVolumeIds, stayingVolumes }) => [
      result,
      trashedVolumeIds,
      stayingVolumes.length,
    ]),
  ).toEqual([
    ['deleted', [], 2],
    ['deleted', [], 2],
  ]);
  expect(outcomes?.flatMap(({ stayingVolumes }) => stayingVolumes)).toContainEqual({
    ...{ id: osVolume, name: expect.any(String) as string, pricePerHour: expect.any(Number) as number },
  });
  expect(await machines()).toEqual([]);
  expect(await trash()).toEqual([]);
  expect(await volumes()).toHaveLength(4);
});

it('hibernates a machine, after it has shut it down, and keeps all its volumes', async () => {
  const id = await order({ endsIn: HOUR_MS, onExpiry: 'hibernate' });
  pass(2 * HOUR_MS);
  const { code, stdout } = await remove();
  expect(code).toBe(0);
  expect(stdout).toContain(`Hibernated the instance trainer (${id}).\nIts other volumes were detached`);
  expect(await machines()).toEqual([]);
  expect(await trash()).toEqual([]);
  expect(await volumes()).toEqual(expect.arrayContaining(['trainer-data detached']));
});

it('leaves a machine whose order is not finished for an hour after its end', async () => {
  await order({ endsIn: HOUR_MS, tags: [pending()] });
  pass(1.5 * HOUR_MS);
  expect(await report('--remove', '--yes')).toMatchObject({
    ...{ machines: [{ standing: 'unfinished' }], outcomes: [] },
  });
  expect(await machines()).toEqual(['trainer']);
  pass(HOUR_MS);
  expect((await remove()).code).toBe(0);
  expect(await machines()).toEqual([]);
});

it('discontinues a cluster; its shared volume stays and is named', async () => {
  const { client, emulator } = here.cloud;
  const machineId = await client.clusters.deploy({
    ...{ hostname: 'cluster', description: 'trains', cluster_type: '16H100', location_code: 'FIN-01' },
    ...{ image: 'ubuntu-22.04-cuda-12.4-cluster', ssh_key_ids: [] },
    shared_volume: { name: 'shared', size: 1_000 },
  });
  const expiresAt = emulator.clock.now() + HOUR_MS;
  await client.tags.add(
    'clusters',
    machineId,
    expiryTag({ expiresAt, onExpiry: 'delete', keepsOsVolume: false, machineId }),
  );
  pass(2 * HOUR_MS);
  const { code, stdout } = await remove();
  expect(code).toBe(0);
  expect(stdout).toMatch(/Deleted the cluster cluster \(\S+\)\.\nIts other volumes .*\n {2}volume shared \(/);
  expect(await volumes()).toEqual(['shared detached']);
  expect((await client.clusters.list()).filter(({ status }) => status !== 'discontinued')).toEqual([]);
});

it('reads a machine again right before: an extended machine stays', async () => {
  const id = await order({ endsIn: HOUR_MS });
  pass(2 * HOUR_MS);
  const { code, stdout } = await removeWith(
    (_, path) => path.includes(id),
    () => setEnd(id, { endsIn: HOUR_MS }),
  );
  expect({ code, machines: await machines() }).toEqual({ code: 0, machines: ['trainer'] });
  expect(stdout).toContain(`Left the instance trainer (${id}): it is not due any more.`);
});

it('reads its operating-system volume again right before: after an adoption by a Volume it stays', async () => {
  const id = await order({ endsIn: HOUR_MS });
  const { os_volume_id: osVolume } = await here.cloud.client.instances.get(id);
  pass(2 * HOUR_MS);
  const { stdout } = await removeWith(
    (_, path) => path.includes(`/volumes/${String(osVolume)}`),
    () => here.cloud.client.tags.add('volumes', String(osVolume), { key: ADOPTED, value: '1' }),
  );
  expect(stdout).toMatch(
    new RegExp(`Deleted the instance trainer .*\\n.*billed:\\n(.*\\n)*.*${String(osVolume)}`),
  );
  expect(await trash()).toEqual([]);
});

it('starts a machine again that was extended while it shut down to hibernate', async () => {
  const id = await order({ endsIn: HOUR_MS, onExpiry: 'hibernate' });
  pass(2 * HOUR_MS);
  const { code, stdout } = await removeWith(
    (method) => method === 'PUT',
    () => setEnd(id, { endsIn: HOUR_MS, onExpiry: 'hibernate' }),
  );
  expect(code).toBe(0);
  expect(stdout).toContain('it is not due any more');
  pass(60_000);
  expect(await here.cloud.client.instances.get(id)).toMatchObject({ status: 'running' });
});

it('two at once do no harm, and a machine that is gone is success', async () => {
  await order({ endsIn: HOUR_MS });
  await order({ hostname: 'sleeper', endsIn: HOUR_MS, onExpiry: 'hibernate' });
  pass(2 * HOUR_MS);
  const endings = await Promise.all([remove(), remove()]);
  expect(endings.map(({ code, stderr }) => [code, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  expect(await machines()).toEqual([]);
  expect(await trash()).toHaveLength(1);
});

it.each([
  ['404 for the machine', 'getInstance', 404],
  ['404 for the delete', 'performInstanceAction', 404],
])('counts %s as success', async (_, operation, status) => {
  await order({ endsIn: HOUR_MS });
  pass(2 * HOUR_MS);
  here.cloud.emulator.control.faults.add({ operation, kind: 'status', status });
  expect(await remove()).toMatchObject({ code: 0, stderr: '' });
});

it('counts a refusal as success if the machine is being deleted already', async () => {
  const id = await order({ endsIn: HOUR_MS });
  pass(2 * HOUR_MS);
  here.cloud.emulator.control.faults.add({
    operation: 'performInstanceAction',
    action: 'delete',
    kind: 'status',
    status: 400,
    when: 'after',
  });
  const { code, stdout } = await remove();
  expect(code).toBe(0);
  expect(stdout).toContain(`The instance trainer (${id}) is gone already, or is being deleted.`);
  expect(stdout).toMatch(/stay billed:\n {2}volume trainer-data \(/);
});

it('reports what the cloud refuses, carries out the rest, and fails', async () => {
  const id = await order({ endsIn: HOUR_MS });
  await order({ hostname: 'sleeper', endsIn: HOUR_MS, onExpiry: 'hibernate' });
  pass(2 * HOUR_MS);
  here.cloud.emulator.control.faults.add({
    ...{ operation: 'performInstanceAction', action: 'delete', kind: 'status', status: 403, times: 'always' },
    message: 'not\u001b[31m now',
  });
  const { code, stderr } = await remove();
  expect(code).toBe(1);
  expect(stderr).toMatch(
    new RegExp(
      `^error: The instance trainer \\(${id}\\) has reached its end, and stays billed: .*not\\\\u001b\\[31m now`,
    ),
  );
  expect(await machines()).toEqual(['trainer']);
  expect((await report('--remove', '--yes')).outcomes).toMatchObject([{ id, result: 'failed' }]);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  '--watch tries again what was refused, and ends cleanly on %s',
  async (signal) => {
    await order({ endsIn: HOUR_MS });
    pass(2 * HOUR_MS);
    here.cloud.emulator.control.faults.add({
      operation: 'performInstanceAction',
      kind: 'status',
      status: 403,
    });
    const watching = startCommand(
      ['expired', '--remove', '--yes', '--watch', '1s'],
      credentialsFor(here.cloud.emulator.url),
    );
    await watching.until('Deleted the instance');
    const id = await order({ hostname: 'second', endsIn: HOUR_MS });
    pass(2 * HOUR_MS);
    await watching.until(`Deleted the instance second (${id})`);
    const { code, stderr } = await watching.stop(signal);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^error: The instance trainer .* stays billed: .* The next attempt is in 1 s\.\n$/,
    );
  },
);

it('--watch goes on while the cloud cannot be read, and prints one line of JSON for each round', async () => {
  await order({ endsIn: HOUR_MS });
  here.cloud.emulator.control.faults.add({ operation: 'listInstances', kind: 'status', status: 403 });
  const watching = startCommand(
    ['expired', '--json', '--watch', '1s'],
    credentialsFor(here.cloud.emulator.url),
  );
  await watching.until('"scope"', 2);
  const { code, stdout, stderr } = await watching.stop('SIGTERM');
  expect(code).toBe(0);
  expect(stderr).toContain('The next attempt is in 1 s.');
  const rounds = stdout.trimEnd().split('\n');
  expect(rounds.map((line) => (JSON.parse(line) as { scope: string }).scope)).toEqual(
    rounds.map(() => 'project'),
  );
});

it('--watch ends at once if its arguments or credentials are wrong', async () => {
  const { code, stderr } = await run(['--watch', '10m', '--state', 'missing.json']);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('missing.json') as string });
});

const onTerminal = hasTerminals ? it : it.skip;

onTerminal('asks on a terminal, and names what goes and what stays', async () => {
  await order({ endsIn: HOUR_MS });
  pass(2 * HOUR_MS);
  const credentials = credentialsFor(here.cloud.emulator.url);
  const refused = await runOnTerminal(['expired', '--remove'], credentials, { answer: 'n\n' });
  expect(refused.code).toBe(0);
  expect(refused.screen).toMatch(
    /These have reached their end:\s+instance trainer .*is deleted, its operating-system volume/,
  );
  expect(refused.screen).toMatch(/will be detached, and stay billed:\s+volume trainer-data/);
  expect(refused.screen).toContain('Nothing was removed.');
  expect(await machines()).toEqual(['trainer']);
  const agreed = await runOnTerminal(['expired', '--remove'], credentials, { answer: 'y\n' });
  expect(agreed.screen).toContain('Deleted the instance trainer');
  expect(await machines()).toEqual([]);
});
