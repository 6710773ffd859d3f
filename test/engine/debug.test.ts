// `pulumi up --debug`: everything that the SDK tells of what it does, a few requests instead of four for each resource.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { Desk } from './support/desk';

jest.setTimeout(120_000);

const GATES = 30;

let emulator: Emulator;
let desk: Desk;

beforeAll(async () => {
  emulator = await startEmulator();
  desk = await Desk.create(
    emulator.url,
    `for (let i = 0; i < ${String(GATES)}; i++) new cc.Ready('gate-' + i, { instances: [] });`,
  );
});

afterAll(async () => {
  await desk.dispose();
  await emulator.close();
});

test('shows what the SDK does for each resource, and asks the engine for little', async () => {
  const output = await desk.up('--debug');
  for (let i = 0; i < GATES; i++) {
    const name = `gate-${String(i)}`;
    expect(output).toMatch(new RegExp(`Registering resource: t=[^\n]*:Ready, name=${name},`));
    expect(output).toMatch(new RegExp(`RegisterResource RPC prepared: t=[^\n]*, name=${name}\\b`));
    expect(output).toMatch(new RegExp(`RegisterResource RPC finished: resource:${name}\\[`));
  }
  const requests = output.match(/^ *debug: /gm) ?? [];
  expect(requests.length).toBeLessThan(2 * GATES);
});
