// More requests at a time than the client has connections.
import { randomUUID } from 'node:crypto';
import type { CloudComputeError } from '../../../api';
import { CloudComputeClient } from '../../../api';
import { Cloud, withToken } from './cloud';

const MOST = 128;

let cloud: Cloud;
let client: CloudComputeClient;
let answerAll: () => void;

beforeEach(async () => {
  const answered = new Promise<void>((resolve) => (answerAll = resolve));
  cloud = await Cloud.start(withToken(() => answered.then(() => ({ body: [] }))));
});
afterEach(async () => {
  client.close();
  await cloud.stop();
});

const startClient = (timeoutMs = 30_000) =>
  (client = new CloudComputeClient({
    ...{ baseUrl: cloud.url, clientId: 'id', clientSecret: 'secret', timeoutMs, retries: 0 },
  }));

const now = () => performance.timeOrigin + performance.now();

type Options = Parameters<CloudComputeClient['request']>[2];

/** Sends many requests, and collects their errors. */
const sendMany = (count: number, options: Options = {}) =>
  Array.from({ length: count }, () =>
    // The rate limit of one path is lower than the number of connections.
    client.request('DELETE', `/v1/volumes/${randomUUID()}`, options).then(
      () => undefined,
      (error: unknown) => error as CloudComputeError,
    ),
  );

const seen = () => cloud.seen.filter(({ method }) => method === 'DELETE').length;

async function untilSeen(count: number): Promise<void> {
  const until = now() + 20_000;
  while (seen() < count && now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('a request that waits for a connection is sent when one is free', async () => {
  startClient();
  const sent = sendMany(MOST + 20);
  await untilSeen(MOST);
  answerAll();
  expect((await Promise.all(sent)).filter(Boolean)).toEqual([]);
  expect(seen()).toBe(MOST + 20);
});

test('the time limit of a request does not count its wait for a connection', async () => {
  startClient(1_500);
  const errors = await Promise.all(sendMany(MOST + 2));
  expect(seen()).toBe(MOST + 2);
  expect(new Set(errors.map((error) => error?.code))).toEqual(new Set(['timeout']));
});

test('a request that is aborted while it waits for a connection has not arrived', async () => {
  startClient();
  const giveUp = new AbortController();
  const sent = sendMany(MOST + 12, { signal: giveUp.signal });
  await untilSeen(MOST);
  giveUp.abort(new Error('enough'));
  const errors = await Promise.all(sent);
  expect(new Set(errors.map((error) => error?.code))).toEqual(new Set(['aborted']));
  expect(errors.filter((error) => error?.mayHaveArrived)).toHaveLength(MOST);
});

test('a write that waits for a connection is not sent after stopWrites', async () => {
  startClient();
  const sent = sendMany(MOST);
  await untilSeen(MOST);
  const [late] = sendMany(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.stopWrites('the engine is gone');
  expect(await late).toMatchObject({ name: 'WritesStoppedError', mayHaveArrived: false });
  answerAll();
  expect((await Promise.all(sent)).filter(Boolean)).toEqual([]);
});

test('a request waits for a connection until its deadline, unless it takes back another one', async () => {
  startClient();
  const sent = sendMany(MOST);
  await untilSeen(MOST);
  const [late] = sendMany(1, { deadline: now() + 100 });
  const [back] = sendMany(1, { deadline: now() + 100, takesBack: true });
  expect(await late).toMatchObject({
    ...{ name: 'TransportError', code: 'deadline', mayHaveArrived: false },
    message: expect.stringContaining('was not sent: until its time was over, 128 other requests') as string,
  });
  answerAll();
  expect((await Promise.all([...sent, back])).filter(Boolean)).toEqual([]);
});
