// The credentials come from the config or the environment, never from both, and never from the other source after a
// refusal.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';
import { owner, volume } from '../../../provider';
import { Run, useRun } from '../../../provider/run/run';

const DISK = {
  name: 'data',
  size: 50,
  type: 'NVMe',
  locationCode: 'FIN-01',
  __owner: 'feedc0ffee00',
  __urn: 'urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Volume::data',
};

const OWNER = {
  stack: 'urn:pulumi:dev::test',
  __urn: 'urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Owner::owner',
};

describe('credentials', () => {
  let emulator: Emulator;
  let run: Run | undefined;

  beforeAll(async () => {
    emulator = await startEmulator({
      timeScale: 600,
      rateLimits: false,
      clients: [
        { id: 'first', secret: 'secret-1' },
        { id: 'second', secret: 'secret-2' },
      ],
    });
  });

  afterEach(() => {
    run?.client.close();
    useRun(undefined);
  });
  afterAll(() => emulator.close());

  const begin = (config: Record<string, string>, environment: Record<string, string>): void => {
    run = new Run((key) => config[key], environment);
    useRun(run);
  };

  const refusal = async (): Promise<string> => {
    const { failures } = await volume.check({}, DISK);
    const error = await volume.create(DISK).catch((caught: unknown) => caught);
    expect(failures.map(({ reason }) => reason)).toEqual([(error as Error).message]);
    return (error as Error).message;
  };

  const volumesOf = async (clientId: string, clientSecret: string): Promise<unknown[]> => {
    const client = new CloudComputeClient({ baseUrl: emulator.url, clientId, clientSecret });
    try {
      return await client.volumes.list();
    } finally {
      client.close();
    }
  };

  describe('credentials that the cloud rejects', () => {
    const reasons = async (check: ReturnType<typeof owner.check>): Promise<string[]> =>
      (await check).failures.map(({ reason }) => reason);
    const rejected = [expect.stringMatching(/^The cloud refused the credentials/)];

    beforeEach(() => {
      const [id, secret] = ['first', 'revoked'];
      begin(
        {
          'cloudCompute:baseUrl': emulator.url,
          'cloudCompute:clientId': id,
          'cloudCompute:clientSecret': secret,
        },
        {},
      );
    });

    test('are reported by the owner of a new stack, so that it does not record their account', async () => {
      expect(await reasons(owner.check({}, OWNER))).toEqual(rejected);
      expect(await reasons(volume.check({}, DISK))).toEqual([]);
    });

    test('are reported by the first resource of an existing stack, whose owner does not wait for the cloud', async () => {
      expect(await reasons(owner.check(OWNER, OWNER))).toEqual([]);
      expect(await reasons(volume.check({}, DISK))).toEqual(rejected);
      expect(await reasons(volume.check({}, { ...DISK, name: 'other' }))).toEqual([]);
    });
  });

  test('credentials of the config are reported when they are rejected, and the credentials of the environment are not tried', async () => {
    begin(
      {
        'cloudCompute:baseUrl': emulator.url,
        'cloudCompute:clientId': 'first',
        'cloudCompute:clientSecret': 'revoked',
      },
      { CLOUD_COMPUTE_CLIENT_ID: 'second', CLOUD_COMPUTE_CLIENT_SECRET: 'secret-2' },
    );
    const message = await refusal();
    expect(message).toMatch(/^The cloud refused the credentials of the stack's config \(401 /);
    expect(message).toContain('--run-program');
    expect(message).toContain('`pulumi up` first');
    expect(message).not.toMatch(/revoked|secret-2/);
    expect(await volumesOf('second', 'secret-2')).toEqual([]);
  });

  test('credentials of the environment are reported with the names of the variables when they are rejected', async () => {
    begin(
      { 'cloudCompute:baseUrl': emulator.url },
      { CLOUD_COMPUTE_CLIENT_ID: 'first', CLOUD_COMPUTE_CLIENT_SECRET: 'revoked' },
    );
    const message = await refusal();
    expect(message).toMatch(/^The cloud refused the credentials of the environment \(401 /);
    expect(message).toContain('CLOUD_COMPUTE_CLIENT_ID');
    expect(message).toContain('CLOUD_COMPUTE_CLIENT_SECRET');
  });

  test.each([
    ['id', 'cloudCompute:clientSecret', { 'cloudCompute:clientId': 'first' }],
    ['secret', 'cloudCompute:clientId', { 'cloudCompute:clientSecret': 'secret-1' }],
  ])(
    'credentials with only the %s in the config are not completed from the environment',
    async (_, missing, half) => {
      begin(
        { 'cloudCompute:baseUrl': emulator.url, ...(half as Record<string, string>) },
        { CLOUD_COMPUTE_CLIENT_ID: 'first', CLOUD_COMPUTE_CLIENT_SECRET: 'secret-1' },
      );
      const message = await refusal();
      expect(message).toContain(`The cloud cannot be reached without ${missing}`);
      expect(message).toContain('come from one source');
      run = undefined;
    },
  );

  test('come from the environment when the config has only the address, and vice versa', async () => {
    begin(
      { 'cloudCompute:baseUrl': emulator.url },
      { CLOUD_COMPUTE_CLIENT_ID: 'first', CLOUD_COMPUTE_CLIENT_SECRET: 'secret-1' },
    );
    expect((await volume.check({}, DISK)).failures).toEqual([]);
    run?.client.close();
    begin(
      { 'cloudCompute:clientId': 'first', 'cloudCompute:clientSecret': 'secret-1' },
      { CLOUD_COMPUTE_BASE_URL: emulator.url },
    );
    expect((await volume.check({}, DISK)).failures).toEqual([]);
  });
});
