// The command with the real CLI, for a stack whose config contains the settings.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Finding } from '../../../../cli/doctor/finding';
import { credentialsFor, runCommand } from '../../../unit/cli/command';
import { TestEnvironment } from '../../support/testEnvironment';

jest.setTimeout(120_000);

let stage: TestEnvironment;
beforeAll(async () => {
  stage = await TestEnvironment.start({ program: '' });
});
afterAll(() => stage.close());

async function examine(environment: NodeJS.ProcessEnv = {}, ...args: string[]) {
  const { workDir, envVars, pulumiHome } = stage.stack.stack.workspace;
  const env = {
    PATH: process.env['PATH'],
    HOME: workDir,
    PULUMI_HOME: pulumiHome,
    ...envVars,
    ...environment,
  };
  const { code, stdout } = await runCommand(['doctor', '--json', ...args], env, workDir);
  const findings = JSON.parse(stdout) as Finding[];
  return { code, stdout, of: (check: string) => findings.find((finding) => finding.check === check) };
}

test('doctor accepts settings in the config of the stack', async () => {
  const { code, stdout, of } = await examine({ CLOUD_COMPUTE_CLIENT_ID: 'another' });
  expect(of('Pulumi CLI and engine')).toMatchObject({
    status: 'ok',
    value: expect.stringMatching(/^3\./) as string,
  });
  expect(of('Pulumi language host')?.status).toBe('ok');
  expect(of('stack')).toEqual({ check: 'stack', status: 'ok', value: 'dev' });
  expect(of('cloudCompute:clientId')).toMatchObject({
    value: "emulator, from the stack's config",
    advice: 'CLOUD_COMPUTE_CLIENT_ID is set too, but is not used.',
  });
  expect(of('cloudCompute:clientSecret')?.value).toBe("set, not shown, from the stack's config");
  expect(of('credentials')?.status).toBe('ok');
  expect(of('Node.js')?.status).toBe(/^2[02]\./.test(process.versions.node) ? 'warning' : 'ok');
  expect({ code, wrong: stdout.includes('"wrong"') }).toEqual({ code: 0, wrong: false });
});

test('doctor names the reason why a config cannot be decrypted, and uses the environment', async () => {
  const { code, of } = await examine({ PULUMI_CONFIG_PASSPHRASE: 'wrong' });
  expect(of('stack')).toMatchObject({
    ...{ status: 'warning', value: expect.stringContaining('incorrect passphrase') as string },
    advice: expect.stringContaining('PULUMI_CONFIG_PASSPHRASE') as string,
  });
  expect(of('cloudCompute:clientSecret')).toMatchObject({ status: 'wrong', value: 'missing' });
  expect(code).toBe(1);
});

test('doctor fails for the name of a stack that does not exist, also if the environment has all settings', async () => {
  const { code, of } = await examine(credentialsFor(stage.emulator.url), '--stack', 'missing');
  expect(of('stack')).toEqual({
    check: 'stack',
    status: 'wrong',
    value: "the config of missing cannot be read: no stack named 'missing' found",
    advice: expect.stringContaining('`pulumi stack ls`') as string,
  });
  expect(of('credentials')?.status).toBe('ok');
  expect(code).toBe(1);
});

test('doctor fails for a named stack whose config cannot be decrypted', async () => {
  const env = { ...credentialsFor(stage.emulator.url), PULUMI_CONFIG_PASSPHRASE: 'wrong' };
  const { code, of } = await examine(env, '--stack', 'dev');
  expect(of('stack')).toMatchObject({
    ...{ status: 'wrong', value: expect.stringContaining('incorrect passphrase') as string },
    advice: expect.stringContaining('PULUMI_CONFIG_PASSPHRASE') as string,
  });
  expect(code).toBe(1);
});

test('doctor only warns if no stack is selected and the environment has all settings', async () => {
  const home = { PULUMI_HOME: mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-doctor-')) };
  const { code, of } = await examine({ ...credentialsFor(stage.emulator.url), ...home });
  rmSync(home.PULUMI_HOME, { recursive: true });
  expect(of('stack')).toMatchObject({
    ...{ status: 'warning', value: expect.stringContaining('its config cannot be read: ') as string },
  });
  expect(code).toBe(0);
});
