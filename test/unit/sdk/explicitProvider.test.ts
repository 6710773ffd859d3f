// A provider object cannot choose the account of a resource of this package, so the option `provider` is refused.
import * as pulumi from '@pulumi/pulumi';
import { Fleet, SshKey, Volume } from 'pulumi-cloud-compute';
import { run, valueOf } from './support/program';

const DISK = { size: 100, type: 'NVMe', locationCode: 'FIN-01' } as const;
const MACHINE = { instanceType: '1V100.6V', image: 'ubuntu-24.04', locationCode: 'FIN-01' };

class Provider extends pulumi.ProviderResource {
  constructor(kind: string) {
    super(kind, `a-${kind}`, {});
  }
}

class Team extends pulumi.ComponentResource {
  constructor(opts: pulumi.ComponentResourceOptions) {
    super('my:module:Team', 'team', {}, opts);
  }
}

beforeEach(async () => {
  await run();
});

describe.each(['aws', 'pulumi-nodejs', 'cloud-compute'])('a provider of %s', (kind) => {
  const refusal = (name: string): string =>
    `The option provider of "${name}" has no effect: the settings cloudCompute:* or the environment choose one account ` +
    'for the whole stack. Remove the option. For two accounts, use two stacks, each with its own settings.';

  test('is refused by every class, by get and by a fleet', () => {
    const opts = { provider: new Provider(kind) };
    expect(() => new Volume('data', DISK, opts)).toThrow(refusal('data'));
    expect(() => new SshKey('me', { key: 'ssh-ed25519 AAAA' }, opts)).toThrow(refusal('me'));
    expect(() => Volume.get('found', 'an-id', opts)).toThrow(refusal('found'));
    expect(() => new Fleet('workers', { count: 1, instance: MACHINE }, opts)).toThrow(refusal('workers'));
  });

  test('is accepted when a component passes it to its children', async () => {
    const several = new Team({ providers: [new Provider(kind)] });
    const data = new Volume('data', DISK, { parent: several });
    expect(await valueOf(data.urn)).toContain('Volume::data');
  });
});
