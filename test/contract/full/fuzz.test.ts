import Ajv2020 from 'ajv/dist/2020';
import fc from 'fast-check';
import { startEmulator } from 'cloud-compute-emulator';
import type { Emulator } from 'cloud-compute-emulator';
import { Contract } from '../../../tools/src/contract/document';
import type { Operation } from '../../../tools/src/contract/document';
import { Caller } from '../support/caller';
import { createEveryKind, knownIn, sendable } from '../fuzz/everyKind';
import { Requests } from '../fuzz/requests';
import type { Draft } from '../fuzz/requests';
import { randomCases } from '../../randomCases';

// Each test sends hundreds of requests.
jest.setTimeout(120_000);

const contract = Contract.read();
const requests = new Requests(contract);

const ajv = new Ajv2020({ strict: false, formats: { password: true } });
ajv.addSchema(contract.document, 'contract');

/** Whether the contract allows a body of the operation. */
function bodyCheck(operation: Operation): (body: unknown) => boolean {
  if (requests.bodySchema(operation) === undefined) return () => true;
  const place = `contract#${operation.pointer}/requestBody/content/application~1json/schema`;
  const check = ajv.compile({ $ref: place });
  return (body) => check(body);
}

/** Without capacity, deploys are answered with 503: the only status from 500 on that no fault has caused. */
const mayLackCapacity: ReadonlySet<string> = new Set(['deployInstance', 'deployCluster']);

describe('the answer to a random request', () => {
  let emulator: Emulator;
  let caller: Caller;

  beforeAll(async () => {
    emulator = await startEmulator({
      seed: 'fuzz',
      rateLimits: false,
      balance: 1e12,
      clients: [
        { id: 'emulator', secret: 'emulator' },
        { id: 'other', secret: 'other' },
      ],
    });
    emulator.clock.freeze();
  });

  afterAll(() => emulator.close());

  /** The cloud contains a resource of every kind, so that requests find one. */
  beforeEach(async () => {
    emulator.control.reset();
    const credentials = {
      grant_type: 'client_credentials',
      client_id: 'emulator',
      client_secret: 'emulator',
    };
    const token = await new Caller(emulator.url).post<{ access_token: string }>(
      '/v1/oauth2/token',
      credentials,
    );
    caller = new Caller(emulator.url, token.body.access_token);
    await createEveryKind(emulator, caller, 'mine');
  });

  /** Sends a draft, and throws an error if the answer is wrong. */
  async function send(
    operation: Operation,
    draft: Draft,
    mayHaveBody: (body: unknown) => boolean,
  ): Promise<void> {
    emulator.clock.advance(draft.wait * 1000);
    const { method, path, body: sent } = sendable(operation, draft, knownIn(emulator));
    const reply = await caller.send<{ code?: string } | undefined>(method, path, sent);
    const report = JSON.stringify({
      route: `${method} ${path}`,
      sent,
      reply: { ...reply, headers: {} },
    });
    if (
      reply.status >= 500 &&
      !(mayLackCapacity.has(operation.id) && reply.body?.code === 'service_unavailable')
    ) {
      throw new Error(`A reply from 500 up: ${report}`);
    }
    if (sent !== undefined && !mayHaveBody(JSON.parse(sent)) && reply.status < 400) {
      throw new Error(`A body that the contract forbids was accepted: ${report}`);
    }
    if (emulator.violations.length > 0) {
      throw new Error(`${JSON.stringify((emulator.violations as object[]).splice(0))}: ${report}`);
    }
  }

  const options = { ...randomCases(12), endOnFailure: true };

  test.each(contract.operations.map((operation) => [operation.id, operation] as const))(
    'matches the contract for valid and broken requests to %s',
    async (_, operation) => {
      const mayHaveBody = bodyCheck(operation);
      await fc.assert(
        fc.asyncProperty(requests.valid(operation), requests.broken(operation), async (valid, broken) => {
          await send(operation, valid, mayHaveBody);
          await send(operation, broken, mayHaveBody);
        }),
        options,
      );
    },
  );

  test('has the status 403 for a method that the path does not have, whatever the body', async () => {
    const paths = contract.operations.map((operation) => operation.path.replaceAll(/\{\w+\}/g, 'x'));
    const isDocumented = (method: string, path: string): boolean =>
      contract.operations.some(
        (operation) =>
          operation.method === method &&
          new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
      );
    for (const path of new Set(paths)) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'QUERY']) {
        if (isDocumented(method, path)) continue;
        const reply = await caller.send(method, path, method === 'GET' ? undefined : '{');
        expect({ method, path, ...reply }).toMatchObject({
          status: 403,
          body: { code: 'forbidden_action', message: 'Insufficient scope' },
        });
      }
    }
  });

  test('matches the contract for requests to all operations in any order', async () => {
    const checks = new Map(contract.operations.map((operation) => [operation.id, bodyCheck(operation)]));
    const step = fc
      .constantFrom(...contract.operations)
      .chain((operation) =>
        fc
          .oneof(requests.valid(operation), requests.broken(operation))
          .map((draft) => ({ operation, draft })),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        for (const { operation, draft } of steps)
          await send(operation, draft, checks.get(operation.id) ?? (() => true));
      }),
      options,
    );
  });

  test.each(['{"name":', '[1,2', 'name=data', '\u0000', '"\\ud800"', '{"__proto__":{"admin":true}}'])(
    'is no server error for the body %j',
    async (text) => {
      for (const operation of contract.operations.filter(({ method }) => method !== 'GET')) {
        const reply = await caller.send(operation.method, operation.path.replaceAll(/\{\w+\}/g, 'x'), text);
        expect(reply.status).toBeLessThan(500);
      }
      expect(emulator.violations).toEqual([]);
    },
  );
});
