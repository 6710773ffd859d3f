// The built command in the folder of a program, without a Pulumi CLI. With a CLI: test/engine/full/docs/doctor.test.ts.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Finding } from '../../../cli/doctor/finding';
import type { TestCloud } from '../sdk/support/cloud';
import { startCloud } from '../sdk/support/cloud';
import { credentialsFor, hasTerminals, runAndStopReading, runCommand, runOnTerminal } from './command';

const MODULES = path.join(__dirname, '..', '..', '..', 'node_modules');
const SECRET = 'a-secret-that-nobody-may-see';

let cloud: TestCloud;
let folder: string;
beforeEach(async () => {
  const roles = (['owner', 'developer', 'viewer'] as const).map((role) => ({
    id: role,
    secret: SECRET,
    role,
  }));
  cloud = await startCloud({ clients: [{ id: 'emulator', secret: 'emulator' }, ...roles] });
  folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-doctor-'));
  symlinkSync(MODULES, path.join(folder, 'node_modules'), 'dir');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await cloud.close();
});

async function examine(environment: NodeJS.ProcessEnv = {}) {
  const env = { ...credentialsFor(cloud.emulator.url), ...environment };
  const { code, stdout, stderr } = await runCommand(['doctor', '--json'], env, folder);
  const findings = JSON.parse(stdout) as Finding[];
  const of = (check: string) => findings.find((finding) => finding.check === check);
  return { code, stdout, stderr, of };
}

it('doctor checks everything that a run needs, each requirement after those that it depends on', async () => {
  const { code, stdout } = await runCommand(['doctor'], credentialsFor(cloud.emulator.url), folder);
  const lines = stdout.split('\n').filter((line) => /^\w+ {2,}/.test(line));
  const node = /^2[02]\./.test(process.versions.node) ? 'warning Node.js' : 'ok Node.js';
  expect(lines.map((line) => line.split(/ {2,}/).slice(0, 2).join(' '))).toEqual([
    ...[node, 'ok pulumi-cloud-compute', 'ok @pulumi/pulumi', 'wrong Pulumi CLI and engine'],
    ...['ok creates at once', 'skipped stack', 'ok cloudCompute:baseUrl', 'ok cloudCompute:clientId'],
    ...['ok cloudCompute:clientSecret', 'ok address', 'ok clock', 'ok credentials', 'ok project'],
    ...['ok balance', 'ok rate limits'],
  ]);
  expect(stdout).toMatch(/Install it as https:\/\/www\.pulumi\.com.*\n(.*\n)*\nWrong: 1\.\n$/);
  // Only a terminal gets colours.
  expect(stdout).not.toContain('\u001b');
  expect(code).toBe(1);
});

it('doctor names the source of each setting, and never shows the secret', async () => {
  const { of, stdout, stderr } = await examine({
    ...{ CLOUD_COMPUTE_CLIENT_ID: 'owner', CLOUD_COMPUTE_CLIENT_SECRET: SECRET },
  });
  expect(of('cloudCompute:clientId')?.value).toBe('owner, from CLOUD_COMPUTE_CLIENT_ID');
  expect(of('cloudCompute:clientSecret')?.value).toBe('set, not shown, from CLOUD_COMPUTE_CLIENT_SECRET');
  expect(of('credentials')).toEqual({ check: 'credentials', status: 'ok', value: 'accepted' });
  expect(stdout + stderr).not.toContain(SECRET);
});

it('doctor names every missing setting and how to set it, and skips the checks that need it', async () => {
  const { of, code } = await examine({ CLOUD_COMPUTE_BASE_URL: '', CLOUD_COMPUTE_CLIENT_SECRET: '' });
  expect(of('cloudCompute:baseUrl')).toMatchObject({
    ...{ status: 'wrong', value: 'missing' },
    advice: expect.stringContaining('CLOUD_COMPUTE_BASE_URL') as string,
  });
  expect(of('cloudCompute:clientSecret')?.advice).toContain(
    'pulumi config set --secret cloudCompute:clientSecret',
  );
  expect(of('address')?.status).toBe('skipped');
  expect(code).toBe(1);
});

it('doctor says that a value ends with a line break', async () => {
  const { of, stdout } = await examine({ CLOUD_COMPUTE_CLIENT_SECRET: `${SECRET}\n` });
  expect(of('cloudCompute:clientSecret')?.advice).toContain('line break');
  expect(stdout).not.toContain(SECRET);
});

it('doctor distinguishes a wrong address from wrong credentials', async () => {
  const wrongSecret = await examine({ CLOUD_COMPUTE_CLIENT_SECRET: SECRET });
  expect(wrongSecret.of('address')?.status).toBe('ok');
  expect(wrongSecret.of('credentials')).toMatchObject({ status: 'wrong', value: 'not accepted' });
  expect(wrongSecret.of('credentials')?.advice).toContain('CLOUD_COMPUTE_CLIENT_SECRET');
  expect(wrongSecret.of('project')?.status).toBe('skipped');
  expect(wrongSecret.stdout).not.toContain(SECRET);

  const { url } = cloud.emulator;
  await cloud.emulator.close();
  const unreachable = await examine({ CLOUD_COMPUTE_BASE_URL: url });
  expect(unreachable.of('address')).toMatchObject({ status: 'wrong', value: 'no usable answer' });
  expect(unreachable.of('credentials')?.status).toBe('skipped');
  cloud = await startCloud();
});

it('doctor says that the address is the one of another server', async () => {
  const { of } = await examine({ CLOUD_COMPUTE_BASE_URL: `${cloud.emulator.url}/api` });
  expect(of('address')).toMatchObject({ status: 'wrong', value: 'no usable answer' });
  expect(of('address')?.advice).toMatch(/404.*belongs to another server: check cloudCompute:baseUrl\.$/);
});

it('doctor refuses an address that would send the secret in plain text', async () => {
  const { of } = await examine({ CLOUD_COMPUTE_BASE_URL: 'http://api.example.com' });
  expect(of('address')?.advice).toContain('https');
});

it('doctor never shows an address that may contain a password or a token', async () => {
  const { of, stdout, stderr } = await examine({
    CLOUD_COMPUTE_BASE_URL: 'https://ops:hunter2@cloud.example/v1?token=abc',
  });
  expect(of('cloudCompute:baseUrl')?.value).toBe('set, not shown, from CLOUD_COMPUTE_BASE_URL');
  expect(of('address')?.status).toBe('wrong');
  expect(stdout + stderr).not.toMatch(/hunter2|abc/);
});

it('doctor says that the credentials have no permission to read the name of the project', async () => {
  const { of, code } = await examine({
    ...{ CLOUD_COMPUTE_CLIENT_ID: 'viewer', CLOUD_COMPUTE_CLIENT_SECRET: SECRET },
  });
  expect(of('project')).toMatchObject({
    status: 'ok',
    value: expect.stringContaining('audit log') as string,
  });
  expect(of('balance')?.status).toBe('ok');
  // The test has no Pulumi CLI, which is an error of its own.
  expect(code).toBe(1);
});

it('doctor warns when the clocks differ', async () => {
  cloud.emulator.clock.advance(5 * 60_000);
  expect((await examine()).of('clock')).toMatchObject({
    ...{ status: 'warning', value: expect.stringMatching(/^(300|299|301) s behind the cloud$/) as string },
    advice: expect.stringContaining('timedatectl') as string,
  });
});

it('doctor shows the rest of the limits, and warns when it is small', async () => {
  expect((await examine()).of('rate limits')).toMatchObject({
    ...{
      status: 'ok',
      value: expect.stringMatching(/^project 49\d of 500 left for \d+ s; endpoint/) as string,
    },
  });
  await Promise.all(
    Array.from({ length: 410 }, (_, index) =>
      cloud.client.request('GET', `/v1/instances/${String(index)}`).catch(() => undefined),
    ),
  );
  expect((await examine()).of('rate limits')).toMatchObject({
    ...{ status: 'warning', advice: expect.stringContaining('Other programs') as string },
  });
});

it('doctor says that the balance is used up', async () => {
  await cloud.emulator.close();
  cloud = await startCloud({ balance: 0 });
  expect((await examine()).of('balance')).toMatchObject({ status: 'wrong', value: '0.00 USD' });
});

it('doctor refuses a parallelism that is not a number', async () => {
  expect((await examine({ PULUMI_PARALLEL: '100' })).of('creates at once')).toMatchObject({
    ...{ status: 'ok', value: '100, from PULUMI_PARALLEL' },
  });
  expect((await examine({ PULUMI_PARALLEL: 'many' })).of('creates at once')?.status).toBe('wrong');
});

it.each([
  ['18.20.8', 'wrong', 'Install Node.js >=20.20: see https://nodejs.org/en/download.'],
  ['20.20.2', 'warning', expect.stringMatching(/^Use Node\.js 24: .* minutes and gigabytes .* source maps/)],
  ['22.23.3', 'warning', expect.stringMatching(/^Use Node\.js 24: .* minutes and gigabytes .* source maps/)],
  ['24.0.0', 'ok', undefined],
  ['26.1.0', 'ok', undefined],
])('doctor judges Node.js %s as %s', async (node, status, advice: unknown) => {
  const preload = path.join(folder, 'versions.cjs');
  const versions = `{ value: { ...process.versions, node: '${node}' } }`;
  writeFileSync(preload, `Object.defineProperty(process, 'versions', ${versions});`);
  const { of } = await examine({ NODE_OPTIONS: `--require ${preload}` });
  expect(of('Node.js')).toEqual({ check: 'Node.js', status, value: node, advice });
});

it('doctor finds packages that are missing or too old', async () => {
  rmSync(path.join(folder, 'node_modules'));
  expect((await examine()).of('@pulumi/pulumi')).toMatchObject({
    ...{ status: 'warning', value: 'not installed in this folder' },
    advice: expect.stringContaining('npm install @pulumi/pulumi@') as string,
  });
  writeFileSync(path.join(folder, 'package.json'), '{}');
  const sdk = path.join(folder, 'node_modules', '@pulumi', 'pulumi');
  mkdirSync(sdk, { recursive: true });
  writeFileSync(path.join(sdk, 'package.json'), JSON.stringify({ name: '@pulumi/pulumi', version: '3.1.0' }));
  expect((await examine()).of('@pulumi/pulumi')).toMatchObject({
    ...{ status: 'wrong', value: expect.stringContaining('3.1.0, needed is') as string },
  });
});

it('doctor says that the config of a stack cannot be read without a CLI', async () => {
  writeFileSync(path.join(folder, 'Pulumi.yaml'), 'name: test\nruntime: nodejs\n');
  expect((await examine()).of('stack')).toMatchObject({
    ...{ status: 'warning', value: 'its config cannot be read: there is no Pulumi CLI' },
  });
});

it('doctor ends with 2 on a wrong argument', async () => {
  const { code, stderr } = await runCommand(['doctor', '--jsn'], credentialsFor(cloud.emulator.url), folder);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('--jsn') as string });
});

it('doctor ends as usual if its output is not read to the end', async () => {
  const ending = await runAndStopReading(['doctor'], credentialsFor(cloud.emulator.url), folder);
  expect(ending).toEqual({ code: 1, stderr: '' });
});

(hasTerminals ? it : it.skip).each([
  ['colours on a terminal', { TERM: 'xterm-256color', CI: undefined, NO_COLOR: undefined }, true],
  ['no colours with NO_COLOR', { TERM: 'xterm-256color', CI: undefined, NO_COLOR: '1' }, false],
])('doctor shows %s', async (_, environment, isColoured) => {
  const env = { ...credentialsFor(cloud.emulator.url), FORCE_COLOR: undefined, ...environment };
  const { screen } = await runOnTerminal(['doctor'], env, { cwd: folder });
  expect(screen).toContain('accepted');
  expect(screen.includes('\u001b[32mok')).toBe(isColoured);
});
