import { startEmulator } from 'cloud-compute-emulator';
import type { Emulator, EmulatorOptions, Violation } from 'cloud-compute-emulator';

// Mocks a handler that leaves out the currency.
jest.mock('../../../emulator/src/resources/balance', () => ({
  balanceHandlers: () => ({ getBalance: () => ({ status: 200, body: { amount: 1 } }) }),
}));

describe('the replies of an emulator that a test starts', () => {
  let emulator: Emulator;

  afterEach(() => emulator.close());

  /** The violations that were found. They are removed, so that this test does not fail because of them. */
  async function violations(options: EmulatorOptions, fault?: object): Promise<Violation[]> {
    emulator = await startEmulator(options);
    if (fault !== undefined) emulator.control.faults.add(fault as never);
    const credentials = {
      grant_type: 'client_credentials',
      client_id: 'emulator',
      client_secret: 'emulator',
    };
    const send = async (path: string, init: RequestInit): Promise<Record<string, string>> =>
      (await (await fetch(emulator.url + path, init)).json()) as Record<string, string>;
    const body = JSON.stringify(credentials);
    const { access_token: token } = await send('/v1/oauth2/token', { method: 'POST', body });
    await send('/v1/balance', { headers: { authorization: `Bearer ${String(token)}` } });
    return (emulator.violations as Violation[]).splice(0);
  }

  const missingCurrency = [{ operationId: 'getBalance', status: 200, message: 'currency is required.' }];

  test('are compared with the contract by default and on request', async () => {
    expect(await violations({})).toEqual(missingCurrency);
    await emulator.close();
    expect(await violations({ validateReplies: false })).toEqual(missingCurrency);
  });

  test('are compared with the contract if a fault delays them, but not if it changes them', async () => {
    expect(await violations({}, { kind: 'delay', milliseconds: 1 })).toEqual(missingCurrency);
    await emulator.close();
    expect(
      await violations({}, { kind: 'rewrite', set: { new_field: 'new' }, operation: 'getBalance' }),
    ).toEqual([]);
  });
});
