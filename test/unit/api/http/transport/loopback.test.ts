// Plain http is only for this machine, and a network's DNS may resolve `*.localhost` to another machine.
import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { CloudComputeClient, TransportError } from '../../../../../api';
import { Cloud, withToken } from '../../cloud';

let cloud: Cloud;
let client: CloudComputeClient;

beforeEach(async () => {
  cloud = await Cloud.start(withToken(() => ({ body: { amount: 42, currency: 'usd' } })));
  client = new CloudComputeClient({
    baseUrl: cloud.url.replace('127.0.0.1', 'cloud.localhost'),
    clientId: 'a-client',
    clientSecret: 'a-client-secret',
    retries: 0,
  });
});
afterEach(async () => {
  jest.restoreAllMocks();
  client.close();
  await cloud.stop();
});

/** Mocks the DNS: every name is resolved to these addresses. */
function resolveTo(...addresses: string[]): void {
  const found = addresses.map((address): LookupAddress => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  const answer = (_name: string, options: dns.LookupOptions, callback: (...result: unknown[]) => void) => {
    const [first] = found;
    process.nextTick(() => {
      if (options.all) callback(null, found);
      else callback(null, first?.address, first?.family);
    });
  };
  jest.spyOn(dns, 'lookup').mockImplementation(answer as unknown as typeof dns.lookup);
}

test('a name that is resolved to this machine is accepted', async () => {
  resolveTo('127.0.0.1');
  expect(await client.account.balance()).toMatchObject({ amount: 42 });
});

test.each([[['192.0.2.1']], [['127.0.0.1', '192.0.2.1']], [['2001:db8::1']]])(
  'a name that is resolved to %j is refused before anything is sent',
  async (addresses) => {
    resolveTo(...addresses);
    const refusal: unknown = await client.account.balance().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TransportError);
    expect(refusal).toMatchObject({
      message: expect.stringMatching(
        /^http:\/\/cloud\.localhost:\d+ is not on this machine: its name is resolved to another address\. .*https address\.$/,
      ) as string,
      mayHaveArrived: false,
    });
    expect(cloud.seen).toEqual([]);
  },
);
