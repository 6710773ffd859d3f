// Two stacks of one project run at the same time. The headers show each stack how much quota the other uses.
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { TestStack } from '../../support/stacks/stack';

jest.setTimeout(180_000);

/** Enough for several windows, because the stack that starts first may use most of the first window. */
const KEYS = 120;
const WINDOW_SECONDS = 5;
/** By default, the engine creates four resources at a time for each core. */
const REQUESTS_AT_ONCE = 4 * availableParallelism();

const blob = (...parts: Buffer[]): Buffer =>
  Buffer.concat(parts.flatMap((part) => [Buffer.from([0, 0, 0, part.length]), part]));

const publicKey = (text: string): string => {
  const secret = createHash('sha256').update(text).digest();
  return `ssh-ed25519 ${blob(Buffer.from('ssh-ed25519'), secret).toString('base64')}`;
};

const programOf = (owner: string): string => {
  const keys = Array.from({ length: KEYS }, (_, i) => publicKey(`${owner}-${String(i)}`));
  return `for (const [i, key] of ${JSON.stringify(keys)}.entries()) new cc.SshKey('key-' + i, { key });`;
};

describe('two stacks of one project', () => {
  const names = ['ours', 'theirs'];
  let emulator: Emulator;
  let stacks: TestStack[];

  beforeAll(async () => {
    emulator = await startEmulator({
      rateLimitWindow: WINDOW_SECONDS,
      clients: names.map((id) => ({ id, secret: 'emulator', project: 'lab' })),
    });
    const create = (clientId: string) =>
      TestStack.create({ url: emulator.url, program: programOf(clientId), clientId });
    stacks = await Promise.all(names.map(create));
  });

  afterAll(async () => {
    await Promise.all(stacks.map((stack) => stack.dispose()));
    await emulator.close();
  });

  it('share the rate limit of the project, and exceed it at most once in a window after the first', async () => {
    emulator.control.requests.reset();
    await Promise.all(stacks.map((stack) => stack.up()));
    const creations = emulator.control.requests
      .list()
      .filter(({ operationId }) => operationId === 'createSshKey');
    const made = creations.filter(({ status }) => status === 201);
    expect(made).toHaveLength(names.length * KEYS);
    // A stack that starts does not know what the other has used. In a shared window, both may send the last request.
    const start = Date.parse(creations[0]?.at ?? '');
    const windowOf = ({ at }: { at: string }) =>
      Math.floor((Date.parse(at) - start) / (WINDOW_SECONDS * 1_000));
    const refused = creations.filter(({ status }) => status === 429);
    const early = refused.filter((creation) => windowOf(creation) === 0);
    expect(early.length).toBeLessThanOrEqual(names.length * REQUESTS_AT_ONCE);
    expect(refused.length - early.length).toBeLessThanOrEqual(
      names.length * Math.max(...creations.map(windowOf)),
    );
    // While both run, each gets a part of the quota. A busy machine runs one of the processes more often than the other:
    // the test of two clients with simulated time shows that the parts are equal.
    const owners = made.map(({ clientId }) => clientId);
    const [begin = 0] = names.map((name) => owners.indexOf(name)).sort((one, other) => other - one);
    const [end = 0] = names.map((name) => owners.lastIndexOf(name)).sort((one, other) => one - other);
    const together = owners.slice(begin, end + 1);
    for (const name of names)
      expect(together.filter((owner) => owner === name).length).toBeGreaterThan(together.length / 8);
  });
});
