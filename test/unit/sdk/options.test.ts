import * as pulumi from '@pulumi/pulumi';
import { SshKey, Volume } from 'pulumi-cloud-compute';
import type { InstanceArgs } from 'pulumi-cloud-compute';
import { checkOptions } from '../../../sdk/options';
import { run, valueOf } from './program';

const volume = { size: 100, type: 'NVMe', locationCode: 'FIN-01' } as const;

class Provider extends pulumi.ProviderResource {
  constructor(kind: string) {
    super(kind, 'theirs', {});
  }
}

describe('an option', () => {
  beforeEach(async () => {
    await run();
  });

  test('that chooses the provider of another package is refused', () => {
    expect(() => new Volume('data', volume, { provider: new Provider('aws') })).toThrow(
      new pulumi.RunError(
        'The option provider of "data" is a provider of aws; resources of this package have none to choose. ' +
          'Leave it out: the settings cloudCompute:* of the stack say which account is used, and another ' +
          'account takes another stack.',
      ),
    );
    expect(() => new Volume('more', volume, { provider: new Provider('pulumi-nodejs') })).not.toThrow();
  });

  test('deletedWith is refused for what would stay billed, and for nothing else', () => {
    const key = new SshKey('me', { key: 'ssh-ed25519 AAAA' });
    expect(() => new Volume('data', volume, { deletedWith: key })).toThrow(
      'The option deletedWith of "data" would leave it billed and forgotten',
    );
    expect(() => {
      checkOptions('other', { deletedWith: key }, false);
    }).not.toThrow();
  });

  test('replaceOnChanges reaches the provider', async () => {
    const registered = await run();
    await valueOf(new Volume('data', volume, { replaceOnChanges: ['size'] }).urn);
    expect(registered.find(({ name }) => name === 'data')?.inputs).toMatchObject({ __replaceOn: ['size'] });
  });
});

test('the compiler knows the properties by whose change a resource can be replaced', () => {
  const right: InstanceArgs = { replaceOn: ['sshKeyIds', 'startupScriptId'] };
  // @ts-expect-error the name of no property
  const slip: InstanceArgs = { replaceOn: ['sshKeyIDs'] };
  expect([right, slip]).toHaveLength(2);
});
