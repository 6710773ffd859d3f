// The package runs beside the providers of other packages, so it must not change anything of Pulumi or Node.js. The limit
// of stack traces, which changes within a constructor, has its own tests in stackTraces.test.ts.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import * as pulumi from '@pulumi/pulumi';
import { SshKey, Volume } from 'pulumi-cloud-compute';
import { publishedSchemas } from '../../../publishedSchemas';
import { run, runOnMocks, valueOf } from '../support/program';

test('importing the package and creating resources changes no function of Pulumi, gRPC or Node.js', () => {
  const script = path.join(__dirname, 'changes.cjs');
  const printed = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  const { noted, made, changes } = JSON.parse(printed) as { noted: number; made: number; changes: string[] };
  expect(noted).toBeGreaterThan(10_000);
  expect(made).toBe(publishedSchemas.length);
  expect(changes).toEqual([]);
});

test('outputs are the same properties as in any Pulumi resource, and can be assigned in the same way', async () => {
  await runOnMocks();
  class Other extends pulumi.CustomResource {
    declare key: pulumi.Output<string>;
    constructor() {
      super('other:index:Key', 'other', { key: 'ssh-ed25519 AAAA', fingerprint: undefined });
    }
  }
  const args = { key: 'ssh-ed25519 AAAA' };
  const [ours, theirs] = [new SshKey('ours', args), new Other()];
  for (const property of ['key', 'fingerprint']) {
    const [own, other] = [ours, theirs].map((resource) =>
      Object.getOwnPropertyDescriptor(resource, property),
    );
    expect(own).toEqual({ ...other, value: expect.any(pulumi.Output) as unknown });
  }
  const replaced = pulumi.output('another key');
  for (const resource of [ours, theirs]) Object.assign(resource, { key: replaced });
  expect([ours.key, theirs.key]).toEqual([replaced, replaced]);
  expect(await valueOf(ours.id)).toBe('ours-id');
});

test('an omitted input is not sent, and an output that the cloud omits is undefined', async () => {
  const registered = await runOnMocks();
  const volume = new Volume('data', { size: 100, type: 'NVMe', locationCode: 'FIN-01', tags: undefined });
  expect(await valueOf(volume.mountCommand)).toBeUndefined();
  expect(registered[0]?.inputs).toEqual({ size: 100, type: 'NVMe', locationCode: 'FIN-01' });
});

test('a preview creates no outputs beyond the documented ones, except those for the provider', async () => {
  const registered = await run({ preview: true });
  const volume = new Volume('data', { size: 100, type: 'NVMe', locationCode: 'FIN-01' });
  await valueOf(volume.id);
  const hidden = Object.entries(volume).filter(
    ([name, value]) => name.startsWith('__') && pulumi.Output.isInstance(value),
  );
  const inputs = registered.find(({ name }) => name === 'data')?.inputs;
  expect(Object.keys(inputs ?? {})).toEqual(expect.arrayContaining(hidden.map(([name]) => name)));
});
