// Failures of the network and the cloud are repaired within the deadline, or reported; no resource is created twice.
import type { Emulator } from 'cloud-compute-emulator';
import type { CloudComputeClient } from '../../../../api';
import { everythingIn } from '../../support/lifecycle';
import { relayTo } from '../../../relay';
import { OperationFailed, TestStack } from '../../support/stacks/stack';
import { startCloud } from '../../support/testCloud';

const machine = (name: string) => `new cc.Instance('${name}', {
  hostname: '${name}', image: 'ubuntu-24.04', instanceType: 'CPU.4V.16G', locationCode: 'FIN-01',
  osVolume: { name: '${name}-os', size: 50 }, tags: { team: 'ml' },
});`;
const volume = (name: string) =>
  `new cc.Volume('${name}', { name: '${name}', size: 10, type: 'NVMe', locationCode: 'FIN-01' });`;

describe('a stack on a failing cloud', () => {
  jest.setTimeout(300_000);
  let emulator: Emulator;
  let cloud: CloudComputeClient;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ emulator, cloud, close } = await startCloud());
  });

  afterEach(() => {
    emulator.control.reset();
  });

  afterAll(() => close());

  /** Runs the test with its own stack. */
  const withStack = async (
    program: string,
    work: (stack: TestStack) => Promise<void>,
    url = emulator.url,
  ) => {
    const stack = await TestStack.create({ url, program });
    try {
      await work(stack);
    } finally {
      await stack.dispose();
    }
  };
  const refusalOf = async (run: Promise<unknown>): Promise<string> => {
    const failed: unknown = await run.catch((error: unknown) => error);
    if (!(failed instanceof OperationFailed)) throw new Error('It succeeded.');
    expect(failed.output).not.toMatch(/\n\s+at /);
    return failed.output;
  };
  const names = async () =>
    [
      ...(await cloud.instances.list()).map(({ hostname }) => hostname),
      ...(await cloud.volumes.list()).map(({ name }) => name),
    ].sort();
  const fault = (definition: Parameters<typeof emulator.control.faults.add>[0]) =>
    emulator.control.faults.add(definition);

  it('is deployed despite many 429, 5xx, resets, slow and truncated answers, revoked tokens, a refused refresh', async () => {
    let refreshes = 0;
    const relay = await relayTo(emulator.url, ({ path, body }, pass) => {
      if (path !== '/v1/oauth2/token' || !body.includes('"grant_type":"refresh_token"')) return pass();
      refreshes += 1;
      const headers = new Headers({ 'content-type': 'application/json' });
      const refusal = { code: 'unauthorized_request', message: 'This refresh token is not accepted.' };
      return Promise.resolve({ status: 401, headers, body: JSON.stringify(refusal) });
    });
    try {
      await withStack(
        machine('trainer') + volume('data') + volume('more'),
        async (stack) => {
          fault({ kind: 'status', status: 429, retryAfter: 1, operation: 'GET /v1/**', times: 4 });
          fault({ kind: 'status', status: 429, retryAfter: 1, operation: 'POST /v1/instances', times: 2 });
          fault({ kind: 'status', status: 502, operation: 'listVolumes', times: 3 });
          fault({ kind: 'status', status: 503, operation: 'listInstances', times: 2, skip: 2 });
          fault({ kind: 'reset', operation: 'GET /v1/**', times: 3, skip: 6 });
          fault({ kind: 'truncate', operation: 'listInstances', times: 2, skip: 5 });
          fault({ kind: 'delay', milliseconds: 2_000, operation: 'listVolumes', times: 1, skip: 4 });
          fault({ kind: 'truncate', operation: 'deployInstance', times: 1, skip: 2 });
          fault({ kind: 'reset', when: 'after', operation: 'createVolume', times: 1 });
          fault({
            kind: 'status',
            status: 500,
            when: 'before',
            operation: 'createVolume',
            times: 1,
            skip: 2,
          });
          fault({ kind: 'revokeToken', operation: 'listInstances', skip: 4, times: 3 });
          fault({ kind: 'revokeToken', operation: 'listVolumes', skip: 5 });
          fault({ kind: 'status', status: 500, operation: 'deleteInstanceTag', times: 2 });
          await stack.up();
          expect(await names()).toEqual(['data', 'more', 'trainer', 'trainer-os']);
          expect(refreshes).toBeGreaterThan(0);
          const struck = emulator.control.faults.list().filter((fault) => fault.struck > 0);
          expect(struck.length).toBeGreaterThan(8);
          emulator.control.faults.clear();
          expect((await stack.preview()).changes).toEqual({ same: 3 });
          fault({ kind: 'reset', operation: 'PUT /v1/**', when: 'after', times: 3 });
          fault({ kind: 'status', status: 429, retryAfter: 1, operation: 'PUT /v1/**', times: 2, skip: 3 });
          await stack.destroy();
          expect(await everythingIn(cloud)).toEqual([]);
        },
        relay.url,
      );
    } finally {
      await relay.close();
    }
  });

  it('reports permanent failures in sentences at the deadline, and the next up finishes', async () => {
    await withStack(volume('data'), async (stack) => {
      fault({ kind: 'status', status: 500, operation: 'createVolume', times: 'always', when: 'after' });
      // Each order takes effect, but no reply arrives: the first volume that lists show is kept, and no second one is
      // ordered.
      await stack.up();
      expect(await names()).toEqual(['data']);
      emulator.control.faults.clear();

      emulator.control.clients.revokeTokens();
      fault({ kind: 'status', status: 401, operation: 'createToken', times: 'always' });
      await stack.program(volume('data') + machine('trainer'));
      const printed = await refusalOf(stack.up());
      expect(printed).toMatch(/credentials/i);
      emulator.control.faults.clear();
      expect(await names()).toEqual(['data']);

      fault({ kind: 'status', status: 402, operation: 'deployInstance', times: 1 });
      expect(await refusalOf(stack.up())).toMatch(/402.*Top up the balance/);
      await stack.up();
      expect(await names()).toEqual(['data', 'trainer', 'trainer-os']);
      expect((await stack.preview()).changes).toEqual({ same: 2 });
      await stack.destroy();
      expect(await everythingIn(cloud)).toEqual([]);
    });
  });

  it.each([
    ['ahead', 86_400_000],
    ['behind', -86_400_000],
  ])('accepts a clock of the cloud that is a day %s', async (_, skewMs) => {
    let refusals = 0;
    const relay = await relayTo(emulator.url, async ({ method }, pass) => {
      const date = new Date(Date.now() + skewMs);
      if (method === 'POST' && refusals < 2) {
        refusals += 1;
        // The clock of the cloud shows this time in a second.
        const headers = new Headers({
          ...{ date: date.toUTCString(), 'content-type': 'application/json' },
          'retry-after': new Date(date.getTime() + 1_000).toUTCString(),
        });
        return {
          status: 429,
          headers,
          body: JSON.stringify({ code: 'rate_limit_exceeded', message: 'Slowly.' }),
        };
      }
      const answer = await pass();
      answer.headers.set('date', date.toUTCString());
      return answer;
    });
    try {
      await withStack(
        volume('data'),
        async (stack) => {
          await stack.up();
          expect(refusals).toBe(2);
          expect(await names()).toEqual(['data']);
          await stack.destroy();
          expect(await everythingIn(cloud)).toEqual([]);
        },
        relay.url,
      );
    } finally {
      await relay.close();
    }
  });
});
