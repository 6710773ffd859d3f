// The real function: that of the other tests copies the options.
import { startEmulator } from '../../../emulator/src';

/** The sentence about wrong options, or what was started with them. */
async function refusal(options: unknown): Promise<string> {
  let started;
  try {
    started = await startEmulator(options as never);
  } catch (error) {
    return error instanceof RangeError ? error.message : `not a RangeError: ${String(error)}`;
  }
  await started.close();
  return 'started';
}

const [a, b] = [
  { id: 'a', secret: 'b' },
  { id: 'b', secret: 'b' },
];

test.each([
  ['fast', 'its argument has to be an object such as { timeScale: 60 }, not "fast".'],
  [null, 'its argument has to be an object such as { timeScale: 60 }, not null.'],
  [{ timescale: 5 }, 'there is no option timescale: write timeScale.'],
  [{ client: [a] }, 'there is no option client: write clients.'],
  [{ hostName: '::1' }, 'there is no option hostName: write host.'],
  [{ durations: { StartSeconds: 1 } }, 'there is no option durations.StartSeconds: write startSeconds.'],
  [{ autoTopUp: { limit: 1 } }, 'there is no option autoTopUp.limit: choose from threshold, amount, fails.'],
  [
    { autoTopUp: { threshold: 1 } },
    'autoTopUp.amount is missing: autoTopUp has to be an object such as { threshold: 20, amount: 100 }.',
  ],
  [{ wire: 'old' }, 'wire has to be one of current, legacy, not "old".'],
  [{ balance: '5' }, 'balance has to be a number, not "5".'],
  [{ rateLimits: 'off' }, 'rateLimits has to be true or false, not "off".'],
  [{ timeScale: 0 }, 'timeScale has to be a number above zero, not 0.'],
  [{ port: -1 }, 'port has to be a whole number from 0 to 65535, not -1.'],
  [{ scriptQuota: 10_001 }, 'scriptQuota has to be a whole number from 1 to 10000, not 10001.'],
  [
    { durations: { startSeconds: -1 } },
    'durations.startSeconds has to be a number that is not below zero, not -1.',
  ],
  [{ machinesAnswer: 'yes' }, 'machinesAnswer has to be true or false, not "yes".'],
  [{ machinePorts: { ssh: 0 } }, 'machinePorts.ssh has to be a whole number from 1 to 65535, not 0.'],
  [{ machinePorts: { SSH: 22 } }, 'there is no option machinePorts.SSH: write ssh.'],
  [{ snapshot: {} }, 'snapshot has to be a string that is not empty, not an object.'],
  [{ realTime: 5 }, 'realTime has to be a function, not 5.'],
  [{ logger: () => undefined }, 'logger has to be a logger, such as that of pino, not a function.'],
  [{ allowedHosts: 'box' }, 'allowedHosts has to be an array, not "box".'],
  [{ seed: ['s'] }, 'seed has to be a string, not an array.'],
  // Never shows a secret.
  [{ clients: 'a:b' }, 'clients has to be an array, not a string.'],
  [
    { clients: ['a:b'] },
    "clients[0] has to be an object such as { id: 'emulator', secret: 'emulator' }, not a string.",
  ],
  [
    { clients: [a, { ...b, role: 'king' }] },
    /^startEmulator: clients\[1\]\.role has to be one of owner, admin, /,
  ],
  [
    { clients: [a, b, { ...a, secret: 'c' }] },
    'clients has the id "a" twice: give each client an id of its own.',
  ],
])('%j is refused in one sentence', async (options, sentence) => {
  expect(await refusal(options)).toEqual(
    typeof sentence === 'string' ? `startEmulator: ${sentence}` : expect.stringMatching(sentence),
  );
});

test('an option that is undefined has its default', async () => {
  expect(await refusal({ clients: undefined, balance: undefined })).toBe('started');
});

test('the entry of a list of faults that is wrong is named', async () => {
  await expect(
    startEmulator({ faults: [{ kind: 'reset' }, { kind: 'earthquake' } as never] }),
  ).rejects.toThrow(/The entry \[1\] of the list of faults is wrong\. A fault has a kind/);
});
