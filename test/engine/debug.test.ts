// `pulumi up --debug`: everything that the SDK tells of what it does, in a few requests instead of four for each
// resource, and without what is secret.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../api';
import { Desk } from './support/desk';

jest.setTimeout(120_000);

const GATES = 30;
const SCRIPT = 'canary-in-a-script';

let emulator: Emulator;
let cloud: CloudComputeClient;
let desk: Desk;

beforeAll(async () => {
  emulator = await startEmulator({ timeScale: 200 });
  cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: 'emulator' });
  desk = await Desk.create(emulator.url, '');
});

afterAll(async () => {
  await desk.dispose();
  cloud.close();
  await emulator.close();
});

test('shows what the SDK does for each resource, and asks the engine for little', async () => {
  await desk.program(
    `for (let i = 0; i < ${String(GATES)}; i++) new cc.Ready('gate-' + i, { instances: [] });`,
  );
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

test('repeats no secret', async () => {
  await desk.program(`
    const { secret } = require('@pulumi/pulumi');
    const setup = new cc.StartupScript('setup', { script: secret('#!/bin/sh\\n# ${SCRIPT}\\n') });
    const machine = new cc.Instance('trainer', {
      image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01', startupScriptId: setup.id,
    });
    cc.Instance.get('same', machine.id);`);
  const output = await desk.up('--debug');
  expect(output).toContain('RegisterResource RPC finished: resource:trainer[');
  expect(output).toContain('ReadResource RPC finished: resource:same[');
  expect(output).not.toContain(SCRIPT);
  const [machine] = await cloud.instances.list();
  expect(machine?.jupyter_token).toMatch(/.{16}/);
  expect(output).not.toContain(machine?.jupyter_token);
});
