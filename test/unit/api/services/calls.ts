import { CloudComputeClient } from '../../../../api';
import type { Answer } from '../cloud';
import { Cloud, withToken } from '../cloud';

/** A call of the client. */
export type Act = (api: CloudComputeClient) => Promise<unknown>;

type ServiceName = {
  [Name in keyof CloudComputeClient]: CloudComputeClient[Name] extends (...args: never[]) => unknown
    ? never
    : Name;
}[keyof CloudComputeClient];

/** The name of the call, the call, its request, the body of the request, the answer, and the result for the caller. */
type ServiceCall = [name: string, act: Act, asked: string, body: unknown, answer: Answer, expected: unknown];

export const LIST = [{ id: 'one' }];

/** A server that gives the same answer to every request, and a client of it, for all tests of a file. */
export function answeringCloud(): {
  readonly cloud: Cloud;
  readonly client: CloudComputeClient;
  answer: Answer;
} {
  let cloud: Cloud;
  let client: CloudComputeClient;
  const here = {
    answer: {} as Answer,
    get cloud() {
      return cloud;
    },
    get client() {
      return client;
    },
  };
  beforeAll(async () => {
    cloud = await Cloud.start(withToken(() => here.answer));
    client = new CloudComputeClient({ baseUrl: cloud.url, clientId: 'client', clientSecret: 'secret' });
  });
  afterAll(async () => {
    client.close();
    await cloud.stop();
  });
  return here;
}

/** Tests that each call sends the expected request and returns the expected result. */
export function testCalls(calls: readonly ServiceCall[], here = answeringCloud()): void {
  test.each(calls)(
    '%s sends its request and returns its result',
    async (_, act, asked, body, answer, expected) => {
      here.answer = answer;
      const before = here.cloud.seen.length;
      expect(await act(here.client)).toEqual(expected);
      const sent = here.cloud.seen.slice(before).filter(({ url }) => url !== '/v1/oauth2/token');
      expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([asked]);
      expect(sent[0]?.body).toEqual(body);
    },
  );
}

/**
 * Tests the calls of a service, and that `calls` contains every method.
 *
 * @param testedApart the methods that have tests of their own.
 */
export function testService(
  service: ServiceName,
  calls: readonly ServiceCall[],
  testedApart: readonly string[] = [],
  here = answeringCloud(),
): void {
  testCalls(calls, here);

  test('every call of the service is in the table', () => {
    const called = new Set(calls.map(([name]) => name.split(',')[0]?.split(' ')[0]));
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(here.client[service]))
      .filter((method) => method !== 'constructor')
      .map((method) => `${service}.${method}`);
    const missing = methods.filter((method) => !called.has(method));
    expect(missing).toEqual(testedApart.map((method) => `${service}.${method}`));
  });
}
