// Every method of the client, called from JavaScript with values that the compiler would refuse.
import { CloudComputeClient, CloudComputeError } from '../../../api';
import { taggedCollections } from '../../../api/contract';
import { FastClock } from '../../fastClock';
import { Cloud, withToken } from './cloud';

let cloud: Cloud;
let api: CloudComputeClient;

beforeAll(async () => {
  cloud = await Cloud.start(
    withToken(() => ({ status: 400, body: { code: 'invalid_request', message: 'no' } })),
  );
  api = new CloudComputeClient(
    { baseUrl: cloud.url, clientId: 'id', clientSecret: 'secret' },
    // The rate limits of thousands of calls take no time.
    new FastClock(),
  );
});

afterAll(async () => {
  api.close();
  await cloud.stop();
});

type Method = (...args: unknown[]) => unknown;

const NOT_CALLS = [
  'constructor',
  'stopWrites',
  'cloudTime',
  'hasCloudTime',
  'announcedLimits',
  'redact',
  'close',
];

/** The methods of a client and of its parts, by their names. */
function methodsOf(part: object, at = ''): [string, Method][] {
  const prototype = Object.getPrototypeOf(part) as Readonly<Record<string, unknown>>;
  const own = Object.getOwnPropertyNames(prototype)
    .filter((name) => !NOT_CALLS.includes(name))
    .map((name): [string, Method] => [`${at}${name}`, (prototype[name] as Method).bind(part)]);
  const parts = Object.entries(part).filter(([, value]) => typeof value === 'object' && value !== null);
  return [...own, ...parts.flatMap(([name, value]) => methodsOf(value as object, `${at}${name}.`))];
}

/** The error of a call, or undefined; of a generator, that of its first value. */
async function errorOf(call: () => unknown): Promise<unknown> {
  // A call that throws before it returns a promise fails the test.
  const result = call() as Promise<unknown> | AsyncGenerator;
  try {
    await ('next' in result ? result.next() : result);
    return undefined;
  } catch (error) {
    return error;
  }
}

const ID = '00000000-0000-4000-8000-000000000000';
const WRONG: readonly (readonly unknown[])[] = [
  [],
  [null],
  [null, null, null, null],
  ['text'],
  [5],
  [[]],
  [Symbol('id')],
  [Object.create(null)],
  [() => ID],
  [Promise.resolve(ID)],
  [ID, null],
  [ID, 'text', 'text'],
  ['instances', ID, null],
  [ID, ID, null],
  ...['text', {}, new AbortController()].flatMap((signal) => [
    [{ signal }],
    [{}, { signal }],
    [ID, { signal }],
    [ID, {}, { signal }],
    ['instances', ID, { key: 'a' }, { signal }],
  ]),
];

test('each call with wrong arguments fails with a sentence of this client', async () => {
  const methods = methodsOf(api);
  expect(methods.length).toBeGreaterThan(60);
  const others: string[] = [];
  for (const [name, method] of methods)
    for (const [index, args] of WRONG.entries()) {
      const error = await errorOf(() => method(...args));
      if (error !== undefined && !(error instanceof CloudComputeError))
        others.push(`${name}, ${String(index)}: ${(error as Error).message}`);
    }
  expect(others).toEqual([]);
});

test('a filter that is no object is refused, so that it does not list everything', async () => {
  const list = api.instances.list.bind(api.instances) as Method;
  await expect(list('running')).rejects.toThrow(
    'GET /v1/instances was not sent: filter is "running". Pass an object, or leave it out.',
  );
});

test.each<[string, () => Promise<unknown>, string]>([
  [
    'a filter',
    () => api.instances.list({ state: 'offline' } as never),
    'GET /v1/instances was not sent: filter has no "state". Pass only status, computeId, tags.',
  ],
  [
    'the mode of a deletion',
    () => api.volumes.delete(ID, { permanent: true } as never),
    `DELETE /v1/volumes/${ID} was not sent: mode has no "permanent". Pass only isPermanent.`,
  ],
  [
    'a query',
    () => api.journal.list({ computeId: ID, action: 'running' } as never),
    'GET /v1/journal was not sent: query has no "action". Pass only computeId, volumeId, page, pageSize, actionCode, objectType, hydrate.',
  ],
  [
    'a copy',
    () => api.volumes.clone({ id: ID, name: 'copy', location: 'FIN-02' } as never),
    'PUT /v1/volumes was not sent: copy has no "location". Pass only id, name, type, locationCode.',
  ],
])('an unknown name in %s is refused, so that it is not ignored', async (_argument, call, message) => {
  await expect(call()).rejects.toThrow(message);
});

test.each([
  [undefined, 'The options of the client are undefined: pass { baseUrl, clientId, clientSecret }.'],
  [null, 'The options of the client are null'],
  ['http://localhost', 'The options of the client are "http://localhost"'],
  [
    { baseUrl: 'http://localhost', clientId: 'a', clientSecret: 'b', logger: {} },
    'The option logger of the client is an object: it must have the functions debug, info and warn.',
  ],
  [
    { baseUrl: 'http://localhost', clientId: 'a', clientSecret: 'b', wording: 'x' },
    'The option wording of the client is "x": it must be an object; leave it out for the names of the options.',
  ],
])('the options %j are refused', (options, message) => {
  expect(() => new CloudComputeClient(options as never)).toThrow(message);
});

test('a clock or a wording that is null counts as left out', async () => {
  const options = { baseUrl: cloud.url, clientId: 'id', clientSecret: 'secret', wording: null };
  const client = new CloudComputeClient(options as never, null as never);
  await expect(client.account.balance()).rejects.toThrow('was answered with 400');
  client.close();
});

test('an object that is no clock is refused', () => {
  const options = { baseUrl: cloud.url, clientId: 'id', clientSecret: 'secret' };
  expect(() => new CloudComputeClient(options, {} as never)).toThrow(
    'The clock of the client is an object: it must have the functions now and sleep.',
  );
});

test('an unknown kind of machine is refused by longTermPeriods', async () => {
  await expect(api.catalogue.longTermPeriods('instance' as never)).rejects.toThrow(
    'GET /v1/long-term/periods/… was not sent: of is "instance". Pass one of instances, clusters.',
  );
});

test.each<[string, () => Promise<unknown>]>([
  ['add', () => api.tags.add('instance' as never, ID, { key: 'a' })],
  ['remove', () => api.tags.remove('instance' as never, ID, ID)],
])('an unknown collection is refused by tags.%s', async (_method, call) => {
  await expect(call()).rejects.toThrow(
    `was not sent: collection is "instance". Pass one of ${taggedCollections.join(', ')}.`,
  );
});
