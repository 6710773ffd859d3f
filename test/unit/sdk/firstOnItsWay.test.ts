import { SshKey } from 'pulumi-cloud-compute';
import { run, valueOf } from './program';

test('the first registration is sent before the others are prepared', async () => {
  const registered = await run();
  const keys = ['a', 'b', 'c'].map((name) => new SshKey(name, { key: 'ssh-ed25519 AAAA' }));
  // Promises alone take the first to the engine, and no other: those wait for the event loop.
  await valueOf(keys[0]?.urn as SshKey['urn']);
  expect(registered.map(({ name }) => name)).toEqual(['a']);
  await Promise.all(keys.map(({ urn }) => valueOf(urn)));
  expect(registered.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
});
