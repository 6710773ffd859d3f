import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../api';
import { everythingIn } from './support/lifecycle';
import { OperationFailed, TestStack } from './support/stack';
import type { TestStackOptions } from './support/stack';

jest.setTimeout(180_000);

const VOLUME = `new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });`;

describe('a wrong program or configuration', () => {
  let emulator: Emulator;
  let cloud: CloudComputeClient;

  beforeAll(async () => {
    emulator = await startEmulator({ timeScale: 200 });
    cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
  });

  afterAll(async () => {
    cloud.close();
    await emulator.close();
  });

  /** What preview prints about it. Whatever it is: it is a sentence, and nothing is left behind. */
  const complaintOf = async (options: Partial<TestStackOptions>): Promise<string> => {
    const stack = await TestStack.create({ url: emulator.url, program: VOLUME, ...options });
    try {
      const failure = await stack.preview().then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!(failure instanceof OperationFailed))
        throw new Error('The preview did not fail.', { cause: failure });
      expect(failure.output).not.toMatch(/^\s+at .*[:(]\d+/m);
      expect(await everythingIn(cloud)).toEqual([]);
      return failure.output;
    } finally {
      await stack.dispose();
    }
  };

  it('is told of an unknown instance type, with the nearest that there is', async () => {
    const output = await complaintOf({
      program: `new cc.Instance('trainer', {
        instanceType: '1H100.80S.31V', image: 'ubuntu-24.04', locationCode: 'FIN-01'
      });`,
    });
    expect(output).toMatch(/instanceType .*1H100\.80S\.31V/);
    expect(output).toContain('1H100.80S.30V');
  });

  it('is told of a negative size', async () => {
    const output = await complaintOf({
      program: `new cc.Volume('data', { size: -5, type: 'NVMe', locationCode: 'FIN-01' });`,
    });
    expect(output).toContain('size is -5; it must be at least 1 GB');
  });

  it('is told of a misspelt property, with the nearest that there is', async () => {
    const output = await complaintOf({
      program: `new cc.Volume('data', { size: 50, type: 'NVMe', locationCod: 'FIN-01' });`,
    });
    expect(output).toContain('locationCod is not a property here: did you mean locationCode?');
    expect(output).toContain('locationCode is required');
  });

  it('is told of a malformed key', async () => {
    const output = await complaintOf({ program: `new cc.SshKey('me', { key: 'ssh-ed25519 AAAA%%% me' });` });
    expect(output).toMatch(/key /);
    expect(output).not.toContain('A defect');
  });

  it('is told once of a wrong secret, and of both ways to set it', async () => {
    const output = await complaintOf({ clientSecret: 'not-the-secret' });
    expect(output).toContain('cloudCompute:clientSecret');
    expect(output).toContain('CLOUD_COMPUTE_CLIENT_SECRET');
    expect(output).not.toContain('not-the-secret');
  });

  it('is told that nothing answers at the address', async () => {
    const output = await complaintOf({ url: 'http://127.0.0.1:9' });
    expect(output).toContain('http://127.0.0.1:9');
    expect(output).toContain('cloudCompute:baseUrl');
  });

  it('is told of every setting that is missing, once', async () => {
    const output = await complaintOf({ url: '', clientId: '', clientSecret: '' });
    for (const name of ['baseUrl', 'clientId', 'clientSecret'])
      expect(output).toContain(`cloudCompute:${name}`);
    for (const name of ['BASE_URL', 'CLIENT_ID', 'CLIENT_SECRET'])
      expect(output).toContain(`CLOUD_COMPUTE_${name}`);
    const [, diagnostics = ''] = output.split('Diagnostics:');
    expect(diagnostics.match(/cannot be reached without/g)).toHaveLength(1);
  });
});
