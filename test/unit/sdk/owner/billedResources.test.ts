// The end of a program that has billed resources.
import type * as pulumi from '@pulumi/pulumi';
import { Instance, SshKey } from 'pulumi-cloud-compute';
import { BilledResources } from '../../../../sdk/owner/billedResources';
import { endProgram as end, run, runOnMocks, valueOf } from '../support/program';
import { LAST_LISTS, PENDING_TAG, machine, saved, billedThings } from './billedThings';

const { here, deploy, keysOf, requestsSince } = billedThings();

describe('the registration of a resource', () => {
  const registration = (id: Promise<string>) =>
    ({ id: { promise: () => id } }) as unknown as pulumi.CustomResource;

  test.each([
    ['fails', () => Promise.reject(new Error('no capacity'))],
    // An operation under way ends like this when the engine is gone.
    ['never ends', () => new Promise<never>(() => undefined)],
  ])('delays neither the program nor other resources if it %s', async (_, broken) => {
    const id = await deploy([PENDING_TAG]);
    await run({ preview: false, config: here.cloud.config });
    const warn = jest.fn();
    const billed = new BilledResources(() => here.cloud.client, warn, 'stack');
    billed.follow('instances', registration(Promise.resolve(id)));
    billed.follow('instances', registration(broken()));
    await end();
    await billed.finish();
    expect(await keysOf(id)).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('the end of a run without new billed resources', () => {
  test.each([
    ['in a preview', () => run({ preview: true, config: here.cloud.config })],
    ['in a unit test on mocks', () => runOnMocks({ config: here.cloud.config })],
  ])('sends no request %s', async (_, start) => {
    const requests = requestsSince();
    await start();
    await valueOf(machine('trainer').id);
    await end();
    expect(requests()).toEqual([]);
  });

  // An interrupted run may have left machines that the program no longer declares, so they have to be named.
  test('only lists what is billed for a program without billed resources', async () => {
    const requests = requestsSince();
    await run({ preview: false, config: here.cloud.config });
    await valueOf(new SshKey('key', { key: 'ssh-ed25519 AAAA' }).id);
    await end();
    expect(requests().sort()).toEqual(LAST_LISTS);
  });

  test('sends no request for resources that the program reads with get', async () => {
    const id = await deploy([PENDING_TAG]);
    const requests = requestsSince();
    await run({ preview: false, config: here.cloud.config, answer: saved({}, true) });
    await valueOf(Instance.get('theirs', id).id);
    await end();
    expect(requests()).toEqual([]);
  });
});
