import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import type { Door } from '../doors';
import { CloudComputeClient } from '../../../../api';
import { TestStack } from '../stacks/stack';

const SECRET = 'canary-client-secret';
const SCRIPT = 'canary-in-a-script';

/** Tests the secrets of a program and of the cloud, with dynamic resources or the native plugin. */
export function describeSecrets(door: Door): void {
  jest.setTimeout(180_000);

  describe(`secrets (${door.name})`, () => {
    let emulator: Emulator;
    let cloud: CloudComputeClient;
    let stack: TestStack;

    beforeAll(async () => {
      emulator = await startEmulator({ timeScale: 200, clients: [{ id: 'emulator', secret: SECRET }] });
      cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: 'emulator', clientSecret: SECRET });
      stack = await TestStack.create({
        door,
        url: emulator.url,
        clientSecret: SECRET,
        program: `
        const setup = new cc.StartupScript('setup', { script: pulumi.secret('#!/bin/sh\\n# ${SCRIPT}\\n') });
        const machine = new cc.Instance('trainer', {
          image: 'ubuntu-24.04', instanceType: '1V100.6V', locationCode: 'FIN-01', startupScriptId: setup.id,
        });
        exports.token = machine.jupyterToken;`,
      });
    });

    afterAll(async () => {
      await stack.destroy();
      await stack.dispose();
      cloud.close();
      await emulator.close();
    });

    it('are in no output, and in state only encrypted', async () => {
      const { output } = await stack.up();
      const { jupyter_token: jupyterToken } = (await cloud.instances.list())[0] ?? {};
      expect(jupyterToken).toMatch(/.{16}/);
      const [script] = await cloud.scripts.list();
      expect(script?.script).toContain(SCRIPT);
      const state = await stack.stateText();
      for (const canary of [SECRET, SCRIPT, jupyterToken ?? '']) {
        expect(output).not.toContain(canary);
        expect(state).not.toContain(canary);
      }
      expect(state).toMatch(/"jupyterToken":\s*\{\s*"[0-9a-f]+":\s*"[0-9a-f]+",\s*"ciphertext"/);
    });

    it('stay encrypted when the state is refreshed', async () => {
      await stack.refresh();
      const state = await stack.stateText();
      expect(state).not.toContain(SCRIPT);
      expect(state).not.toContain((await cloud.instances.list())[0]?.jupyter_token);
      expect((await stack.preview()).changes).toEqual({ same: 2 });
    });
  });
}
