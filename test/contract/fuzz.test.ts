import Ajv2020 from 'ajv/dist/2020';
import fc from 'fast-check';
import { startEmulator } from 'cloud-compute-emulator';
import type { Emulator } from 'cloud-compute-emulator';
import { Contract } from '../../tools/src/contract/document';
import type { Operation } from '../../tools/src/contract/document';
import { Caller, machine } from './support';
import { Requests, lookedUp } from './fuzz/requests';
import type { Draft, Known } from './fuzz/requests';

/** `FUZZ_SEED` and `FUZZ_RUNS` look elsewhere, and longer; a failure prints its seed. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_251_121);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 12);

const contract = Contract.read();
const requests = new Requests(contract);

const ajv = new Ajv2020({ strict: false });
ajv.addSchema(contract.document, 'contract');

/** May this body be sent to the operation at all? */
function bodyCheck(operation: Operation): (body: unknown) => boolean {
  if (requests.bodySchema(operation) === undefined) return () => true;
  const place = `contract#${operation.pointer}/requestBody/content/application~1json/schema`;
  const check = ajv.compile({ $ref: place });
  return (body) => check(body);
}

/** Deploys may find no room: the only replies from 500 up that are not asked for by a fault. */
const mayLackRoom: ReadonlySet<string> = new Set(['deployInstance', 'deployCluster']);

describe('whatever is sent, the answer is one that the contract has', () => {
  let emulator: Emulator;
  let caller: Caller;

  /** What there is now. */
  const known = (): Known => {
    const { tables } = emulator.control.state();
    const ids = Object.entries(tables).map(([name, entities]) => [name, entities.map(({ id }) => id)]);
    const tags = Object.values(tables)
      .flat()
      .flatMap((entity) => ('tags' in entity ? (entity.tags as { id: string }[]) : []));
    return { ...(Object.fromEntries(ids) as Known), tags: tags.map(({ id }) => id) };
  };

  beforeAll(async () => {
    emulator = await startEmulator({
      seed: 'fuzz',
      rateLimits: false,
      validateReplies: true,
      balance: 1e12,
      clients: [
        { id: 'emulator', secret: 'emulator' },
        { id: 'other', secret: 'other' },
      ],
    });
    emulator.clock.freeze();
  });

  afterAll(() => emulator.close());

  /** A cloud that has something of every kind, so that requests find what they name. */
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
    const key = await caller.post<string>('/v1/ssh-keys', { name: 'laptop', key: 'ssh-ed25519 AAAA' });
    const volume = { name: 'data', size: 100, location_code: 'FIN-01' };
    const made = [
      key,
      await caller.post('/v1/scripts', { name: 'setup', script: 'true' }),
      await caller.post('/v1/volumes', { ...volume, type: 'NVMe' }),
      await caller.post('/v1/volumes', { ...volume, type: 'NVMe_Shared', tags: [{ key: 'team' }] }),
      await caller.post('/v1/instances', machine({ ssh_key_ids: key.body, tags: [{ key: 'team' }] })),
      await caller.post('/v1/instances', machine({ contract: 'SPOT' })),
      await caller.post('/v1/instance-groups', {
        name: 'fleet',
        location_code: 'FIN-01',
        instance_type: 'CPU.4V.16G',
        template: { image: 'ubuntu-24.04' },
      }),
      await caller.post('/v1/clusters', {
        cluster_type: '16H100',
        image: 'ubuntu-24.04-cuda-12.8-cluster',
        hostname: 'cluster',
        description: '',
        ssh_key_ids: [],
        location_code: 'FIN-01',
        tags: [{ key: 'team' }],
      }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201, 202, 202, 202, 202, 201, 202]);
    const [network = ''] = known()['privateNetworks'] ?? [];
    const links = [
      await caller.post(`/v1/private-networks/${network}/address-mappings`, {
        service: 'storage',
        location_code: 'FIN-01',
        source_cidr: '10.0.0.0/24',
        target_private_network_id: network,
        target_cidr: '10.0.1.0/24',
      }),
      await caller.post(`/v1/private-networks/${network}/endpoint-bindings`, {
        service: 'ssh',
        endpoint_ip: '10.0.15.9',
        target_workload_id: known()['instances']?.[0],
      }),
    ];
    expect(links.map(({ status }) => status)).toEqual([201, 201]);
    emulator.clock.advance(600_000);
  });

  /** Sends a draft and complains about an answer that should not be. */
  async function send(
    operation: Operation,
    draft: Draft,
    mayHaveBody: (body: unknown) => boolean,
  ): Promise<void> {
    emulator.clock.advance(draft.wait * 1000);
    const { path, query, body } = lookedUp(
      { path: draft.path, query: draft.query, body: draft.body },
      known(),
    );
    const route = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path[name]).replace(/^\.+$/, 'dots')),
    );
    const parameters = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one: unknown): [string, string] => [
          name,
          typeof one === 'string' ? one : JSON.stringify(one),
        ]),
      ),
    );
    const search = parameters.size === 0 ? '' : `?${parameters.toString()}`;
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const reply = await caller.send<{ code?: string } | undefined>(
      operation.method,
      `${route}${search}`,
      sent,
    );
    const told = JSON.stringify({
      route: `${operation.method} ${route}${search}`,
      sent,
      reply: { ...reply, headers: {} },
    });
    if (
      reply.status >= 500 &&
      !(mayLackRoom.has(operation.id) && reply.body?.code === 'service_unavailable')
    ) {
      throw new Error(`A reply from 500 up: ${told}`);
    }
    if (sent !== undefined && !mayHaveBody(JSON.parse(sent)) && reply.status < 400) {
      throw new Error(`A body that the contract forbids was accepted: ${told}`);
    }
    if (emulator.violations.length > 0) {
      throw new Error(`${JSON.stringify((emulator.violations as object[]).splice(0))}: ${told}`);
    }
  }

  const options = { seed, numRuns, endOnFailure: true };

  test.each(contract.operations.map((operation) => [operation.id, operation] as const))(
    '%s, asked rightly and wrongly',
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

  test('requests to all operations in any order', async () => {
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
    'a body of %j is no server error',
    async (text) => {
      for (const operation of contract.operations.filter(({ method }) => method !== 'GET')) {
        const reply = await caller.send(operation.method, operation.path.replaceAll(/\{\w+\}/g, 'x'), text);
        expect(reply.status).toBeLessThan(500);
      }
      expect(emulator.violations).toEqual([]);
    },
  );
});
