import type { Emulator } from 'cloud-compute-emulator';
import type { CloudComputeClient } from '../../../../api';
import { doors, dynamic } from '../../support/doors';
import { everythingIn } from '../../support/lifecycle';
import { OperationFailed, TestStack } from '../../support/stacks/stack';
import type { TestStackOptions } from '../../support/stacks/stack';
import { startCloud } from '../../support/testCloud';

jest.setTimeout(180_000);

const VOLUME = `new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' });`;

describe.each(doors)('a wrong program or configuration ($name)', (door) => {
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ emulator, cloud, close } = await startCloud());
  });

  afterAll(() => close());

  /** The output of a preview of the program: an error message without a stack trace; nothing is created. */
  const complaintOf = async (options: Partial<TestStackOptions>): Promise<string> => {
    const stack = await TestStack.create({ door, url: emulator.url, program: VOLUME, ...options });
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

  it('gets the nearest type for an unknown instance type', async () => {
    const output = await complaintOf({
      program: `new cc.Instance('trainer', {
        instanceType: '1H100.80S.31V', image: 'ubuntu-24.04', locationCode: 'FIN-01'
      });`,
    });
    expect(output).toMatch(/instanceType .*1H100\.80S\.31V/);
    expect(output).toContain('1H100.80S.30V');
  });

  // The native plugin compares volumes only by their ids.
  if (door === dynamic)
    it('gets an error for a new volume that its machine cannot attach', async () => {
      const machine = `instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-02'`;
      const output = await complaintOf({
        program: `${VOLUME.replace('new', 'const data = new')}
          for (const name of ['one', 'two'])
            new cc.Instance(name, { ${machine}, existingVolumes: [data.id] });`,
      });
      expect(output).toContain(
        'existingVolumes of "one" names a volume in FIN-01, but the machine is in FIN-02',
      );
      expect(output).toContain(
        'existingVolumes of "two" names a volume that existingVolumes of "one" also names',
      );
    });

  // In other languages, the compiler knows the types; the native plugin sees no resources.
  if (door === dynamic)
    it('gets an error for new resources that contradict each other', async () => {
      const output = await complaintOf({
        program: `const group = new cc.InstanceGroup('group', {
            instanceType: '1V100.6V', locationCode: 'FIN-01', template: { image: 'ubuntu-24.04' },
          });
          new cc.Instance('member', { instanceGroupId: group.id, locationCode: 'FIN-02' });`,
      });
      expect(output).toContain(
        'locationCode of "member" is "FIN-02", but the members of its new instance group have "FIN-01"',
      );
      const wrong = await complaintOf({
        program: `const script = new cc.StartupScript('setup', { script: 'true' });
          new cc.Instance('trainer', {
            instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01', sshKeyIds: [script.id],
          });`,
      });
      expect(wrong).toContain('sshKeyIds[0] is the id of another kind of resource (StartupScript)');
    });

  it('gets an error for a negative size', async () => {
    const output = await complaintOf({
      program: `new cc.Volume('data', { size: -5, type: 'NVMe', locationCode: 'FIN-01' });`,
    });
    expect(output).toContain('size is -5; it must be at least 1 GB');
  });

  it('gets the limit for a name that is longer than the contract allows', async () => {
    const output = await complaintOf({ program: VOLUME.replace('{', `{ name: '${'x'.repeat(256)}',`) });
    expect(output).toContain('name has 256 characters; at most 255 are allowed');
  });

  it('gets the nearest property for a misspelt property', async () => {
    const output = await complaintOf({
      program: `new cc.Volume('data', { size: 50, type: 'NVMe', locationCod: 'FIN-01' });`,
    });
    expect(output).toContain('locationCod is not a property here: did you mean locationCode?');
    expect(output).toContain('locationCode is required');
  });

  it('gets an error that names a missing required property and its valid values', async () => {
    const output = await complaintOf({ program: `new cc.Instance('trainer');` });
    for (const name of ['image', 'instanceType', 'locationCode'])
      expect(output).toContain(`${name} is required`);
    expect(output).toContain('there are FIN-01, FIN-02, FIN-03, ICE-01');
  });

  it('gets the right name of an input that has another name in other clouds', async () => {
    const output = await complaintOf({
      program: `new cc.Instance('trainer', {
        instance_type: '1V100.6V', image: 'ubuntu-24.04', region: 'FIN-01', waitForCapacity: 2
      });`,
    });
    expect(output).toContain('instance_type is not a property here: did you mean instanceType?');
    expect(output).toContain('region is not a property here: did you mean locationCode?');
    expect(output).toContain('waitForCapacity must be a string, not a number');
    expect(output).not.toContain('A defect');
  });

  it('gets an error for a misspelt setting', async () => {
    const output = await complaintOf({ settings: { planCheck: 'off' } });
    expect(output).toContain(
      door.name === 'native'
        ? // An explicit provider has its settings without a namespace.
          'planCheck is not a setting of this provider: did you mean "planChecks"?\n'
        : 'cloudCompute:planCheck is not a setting of this package: did you mean cloudCompute:planChecks?',
    );
  });

  it('gets an error for a malformed key', async () => {
    const output = await complaintOf({ program: `new cc.SshKey('me', { key: 'ssh-ed25519 AAAA%%% me' });` });
    expect(output).toMatch(/key /);
    expect(output).not.toContain('A defect');
  });

  it('gets one error for a wrong secret, which names the config that it came from', async () => {
    const output = await complaintOf({ clientSecret: 'not-the-secret' });
    expect(output).toContain("The cloud refused the credentials of the stack's config");
    expect(output).toContain(`${door.namespace}:clientSecret`);
    expect(output).not.toContain('not-the-secret');
  });

  it('gets one error for a wrong secret, whatever the program contains, and also without a preview', async () => {
    const keys = Array.from(
      { length: 20 },
      (_, i) => `new cc.StartupScript('script-${String(i)}', { script: 'true' });`,
    );
    const program = [...keys, VOLUME, `new cc.InstancesReady('gate', { instances: [] });`].join('\n');
    const stack = await TestStack.create({
      door,
      url: emulator.url,
      program,
      clientSecret: 'not-the-secret',
    });
    try {
      for (const operation of ['preview', 'up'] as const) {
        const failure: unknown = await stack[operation]().catch((error: unknown) => error);
        if (!(failure instanceof OperationFailed)) throw new Error(`The ${operation} did not fail.`);
        const [, diagnostics = ''] = failure.output.split('Diagnostics:');
        expect(diagnostics.match(/The cloud refused the credentials/g)).toHaveLength(1);
        expect(await everythingIn(cloud)).toEqual([]);
      }
    } finally {
      await stack.dispose();
    }
  });

  it('gets an error if nothing answers at the address', async () => {
    const output = await complaintOf({ url: 'http://127.0.0.1:9' });
    expect(output).toContain('http://127.0.0.1:9');
    expect(output).toContain(`${door.namespace}:baseUrl`);
  });

  it('gets one error that names every missing setting', async () => {
    const output = await complaintOf({ url: '', clientId: '', clientSecret: '' });
    for (const name of ['baseUrl', 'clientId', 'clientSecret'])
      expect(output).toContain(`${door.namespace}:${name}`);
    for (const name of ['BASE_URL', 'CLIENT_ID', 'CLIENT_SECRET'])
      expect(output).toContain(`CLOUD_COMPUTE_${name}`);
    const [, diagnostics = ''] = output.split('Diagnostics:');
    expect(diagnostics.match(/cannot be reached without/g)).toHaveLength(1);
  });

  // For a plugin, Pulumi reads the timeouts, and reports what a data source refuses.
  if (door !== dynamic) return;

  it('gets an example of a timeout for an invalid timeout', async () => {
    const output = await complaintOf({
      program: `new cc.Volume('data', { size: 50, type: 'NVMe', locationCode: 'FIN-01' },
        { customTimeouts: { create: 600 } });`,
    });
    expect(output).toContain('customTimeouts.create of "data" is 600; it must be a duration such as "30m"');
  });

  it('gets an error for an argument that a data source does not accept', async () => {
    const output = await complaintOf({
      program: `module.exports = async () => ({ images: await cc.getImages({ instance_type: '1V100.6V' }) });`,
    });
    expect(output).toContain('getImages: instance_type is not a property here: did you mean instanceType?');
  });

  it('gets an error if an input comes from a data source that finds nothing', async () => {
    const output = await complaintOf({
      program: `new cc.Instance('trainer', {
        image: 'ubuntu-24.04', locationCode: 'FIN-01',
        instanceType: cc.getCheapestInstanceTypeOutput({ gpuModel: 'Z9' }).instanceType,
      });`,
    });
    expect(output).toContain('getCheapestInstanceType: There is no instance type with a Z9.');
  });
});
