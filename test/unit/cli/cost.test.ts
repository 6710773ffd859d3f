// The built command against the emulator, whose balance shows the true costs.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CostReport } from '../../../cli/cost/cost';
import type { TestCloud } from '../sdk/support/cloud';
import { startCloud } from '../sdk/support/cloud';
import { credentialsFor, runCommand, runOnFullDisk } from './command';

const HOUR_MS = 3_600_000;

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await startCloud();
});
afterEach(() => cloud.close());

const run = (...args: string[]) => runCommand(['cost', ...args], credentialsFor(cloud.emulator.url));

const report = async (...args: string[]): Promise<CostReport> => {
  const { code, stdout, stderr } = await run('--json', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as CostReport;
};

const tagsOf = (team: string | undefined) => (team === undefined ? [] : [{ key: 'team', value: team }]);

const orderMachine = (team?: string, terms: object = {}) =>
  cloud.client.instances.deploy({
    ...{ hostname: `trainer-${team ?? 'none'}`, description: 'trains', image: 'ubuntu-24.04' },
    ...{ instance_type: '1V100.6V', location_code: 'FIN-01', tags: tagsOf(team), ...terms },
  });

const orderVolume = (size: number, team?: string) =>
  cloud.client.volumes.create({
    ...{ name: `data-${team ?? 'none'}`, size, type: 'NVMe', location_code: 'FIN-01', tags: tagsOf(team) },
  });

const orderCluster = () =>
  cloud.client.clusters.deploy({
    ...{ hostname: 'cluster', description: 'trains', cluster_type: '16H100', location_code: 'FIN-01' },
    ...{ image: 'ubuntu-22.04-cuda-12.4-cluster', ssh_key_ids: [], tags: tagsOf('research') },
    shared_volume: { name: 'shared', size: 1_000 },
  });

/** The decrease of the balance in an hour. */
async function chargedInAnHour(): Promise<number> {
  const { amount: before } = await cloud.client.account.balance();
  cloud.emulator.clock.advance(HOUR_MS);
  const { amount: after } = await cloud.client.account.balance();
  return before - after;
}

it('cost shows the charges for machines, clusters and volumes, also while they are offline or detached', async () => {
  const [offline] = await Promise.all([
    ...[orderMachine('research'), orderMachine('serving', { is_spot: true })],
    ...[orderMachine(undefined, { contract: 'LONG_TERM', long_term_period: '1_MONTH' })],
    ...[orderVolume(100), orderVolume(200, 'research'), orderCluster()],
  ]);
  await cloud.client.instances.perform({ action: 'shutdown', id: offline ?? '' });
  const trashed = await orderVolume(50);
  await cloud.client.volumes.delete(trashed);
  cloud.emulator.clock.advance(HOUR_MS);

  const { total, items, currency } = await report();
  expect(currency).toBe('usd');
  expect(items.map(({ id }) => id)).not.toContain(trashed);
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['instance', 'cluster', 'volume']));
  // The clock runs on during the requests.
  expect(total.pricePerHour).toBeCloseTo(await chargedInAnHour(), 2);
  expect(total.pricePerMonth).toBeCloseTo(total.pricePerHour * 730, 2);
  expect(items.find(({ contract }) => contract === 'LONG_TERM')).toMatchObject({
    ...{ kind: 'instance', contractEnd: expect.stringMatching(/^\d{4}-/) as string },
  });
});

it('cost adds up by the values of a tag; resources without the tag come last', async () => {
  await Promise.all([orderVolume(300), orderVolume(100, 'serving'), orderVolume(200, 'research')]);
  const { byTag, total } = await report('--by-tag', 'Team');
  expect(byTag?.sums.map(({ value, count }) => [value, count])).toEqual([
    ...[['research', 1] as const, ['serving', 1] as const, [null, 1] as const],
  ]);
  const hourly = byTag?.sums.map(({ pricePerHour }) => pricePerHour) ?? [];
  expect(hourly.reduce((sum, price) => sum + price, 0)).toBeCloseTo(total.pricePerHour, 5);
  expect(hourly[2]).toBeGreaterThan(hourly[0] ?? Infinity);

  const unknown = await report('--by-tag', 'constructor');
  expect(unknown.byTag?.sums.map(({ value }) => value)).toEqual([null]);

  const { stdout } = await run('--by-tag', 'team');
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^TEAM +COUNT +USD PER HOUR +PER MONTH$/);
  expect(lines.slice(1).map((line) => line.split(/ {2,}/)[0])).toEqual([
    ...['research', 'serving', '(without this tag)', 'total'],
  ]);
});

it('cost counts the volumes that were created with a machine with its tag, unless they have that tag themselves', async () => {
  const attached = await orderVolume(500);
  cloud.emulator.clock.advance(HOUR_MS);
  const created = { size: 100, type: 'NVMe', location_code: 'FIN-01' } as const;
  await orderMachine('research', {
    existing_volumes: [attached],
    volumes: [
      { ...created, name: 'scratch' },
      { ...created, name: 'owned', tags: tagsOf('serving') },
    ],
  });
  await orderCluster();
  cloud.emulator.clock.advance(HOUR_MS);
  const { byTag, items, total } = await report('--by-tag', 'team');
  expect(byTag?.sums.map(({ value, count }) => [value, count])).toEqual([
    // The machine with its operating-system volume and one more, and the cluster with its shared volume.
    ...[['research', items.length - 2] as const, [null, 1] as const, ['serving', 1] as const].sort(
      ([one], [other]) => Number(one === null) - Number(other === null),
    ),
  ]);
  const withoutTag = items.filter(
    ({ tags, createdWith }) => tags['team'] === undefined && createdWith === null,
  );
  expect(withoutTag.map(({ id }) => id)).toEqual([attached]);
  const machine = items.find(({ name }) => name === 'trainer-research');
  expect(items.filter(({ createdWith }) => createdWith === machine?.id)).toHaveLength(3);
  const sum = (byTag?.sums ?? []).reduce((all, { pricePerHour }) => all + pricePerHour, 0);
  expect(sum).toBeCloseTo(total.pricePerHour, 5);
});

it('cost --max fails if the project costs more per hour, and names what costs most', async () => {
  await orderMachine('research');
  await orderVolume(100, 'serving');
  const { total } = await report();
  expect(await report('--max', String(total.pricePerHour))).toMatchObject({ total });
  const { code, stdout, stderr } = await run('--max', '0.1');
  expect({ code, lines: stdout.split('\n')[0] }).toMatchObject({
    code: 1,
    lines: expect.stringMatching(/^KIND/) as string,
  });
  expect(stderr).toMatch(
    /^error: The project costs [\d.]+ USD per hour, more than --max 0\.1\. The most expensive: instance trainer-research \([\d.]+\), /,
  );
  const json = await run('--json', '--max', '0');
  expect(json.code).toBe(1);
  expect(JSON.parse(json.stdout)).toMatchObject({ total });
});

test.each(['', 'twenty', '-1', '1e999', 'NaN'])('cost refuses --max %j', async (price) => {
  const { code, stderr } = await run('--max', price);
  expect(code).toBe(2);
  expect(stderr).toContain("option '--max ");
});

it('cost lists the most expensive resource first, with a total', async () => {
  await orderVolume(100, 'research');
  await orderMachine('research');
  const { stdout } = await run();
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(lines[0]).toEqual(['KIND', 'NAME', 'ID', 'STATUS', 'CONTRACT', 'USD PER HOUR', 'PER MONTH']);
  const [, instance = []] = lines;
  expect(instance.slice(0, 2)).toEqual(['instance', 'trainer-research']);
  expect(instance.slice(-3)).toEqual(['PAY_AS_YOU_GO', '0.1381', '100.81']);
  expect(lines.at(-1)?.[0]).toBe('total');
});

it('cost escapes control characters, which another member of the project could set to change what is shown', async () => {
  await cloud.client.volumes.create({
    ...{ name: 'data\r\u001b[31m', size: 100, type: 'NVMe', location_code: 'FIN-01' },
    tags: [{ key: 'team', value: 'red\ntotal\u202e' }],
  });
  const escaped = 'data\\u000d\\u001b[31m';
  expect((await run()).stdout.split('\n')[1]?.split(/ {2,}/)[1]).toBe(escaped);
  const { stdout } = await run('--by-tag', 'team');
  expect(stdout.split('\n')[1]?.split(/ {2,}/)[0]).toBe('red\\u000atotal\\u202e');
});

it('cost and doctor escape control characters in messages of the cloud', async () => {
  const token = {
    access_token: 'token',
    token_type: 'Bearer',
    expires_in: 3600,
    refresh_token: '',
    scope: '',
  };
  const server = createServer(({ url }, response) => {
    const isLogin = url === '/v1/oauth2/token';
    const refusal = { code: 'invalid_request', message: 'no\u001b[31m\nway' };
    response.writeHead(isLogin ? 200 : 400).end(JSON.stringify(isLogin ? token : refusal));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const credentials = credentialsFor(`http://127.0.0.1:${String(port)}`);
  const [cost, doctor] = await Promise.all([
    runCommand(['cost'], credentials),
    runCommand(['doctor'], { ...process.env, ...credentials }),
  ]);
  server.close();
  expect(cost.stderr).toContain('no\\u001b[31m\\u000away');
  expect(doctor.stdout).toContain('no\\u001b[31m\\u000away');
});

it('cost says that nothing is billed', async () => {
  expect(await run()).toEqual({ code: 0, stderr: '', stdout: 'Nothing in this project is billed.\n' });
});

it('cost says which settings are missing', async () => {
  const { code, stderr } = await runCommand(['cost'], { CLOUD_COMPUTE_CLIENT_ID: 'emulator' });
  expect({ code, stderr }).toEqual({
    ...{ code: 1, stderr: expect.stringMatching(/CLOUD_COMPUTE_BASE_URL.*must be set/) as string },
  });
});

test.each([
  ['cost', '--by-tag'],
  ['doctor', '--stack'],
  ['import-file', '--out'],
])('%s refuses an empty %s', async (command, option) => {
  const { code, stdout, stderr } = await runCommand(
    [command, option, ''],
    credentialsFor(cloud.emulator.url),
  );
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(`option '${option} `);
  expect(stderr).toContain('It is empty.');
});

(existsSync('/dev/full') ? test : test.skip)('a full disk is reported in a sentence', () => {
  expect(runOnFullDisk(['--help'], {})).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^error: The output cannot be written: ENOSPC[^\n]*\n$/) as string,
  });
});
