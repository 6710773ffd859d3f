import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../api';

/** An emulator, and a client of its first project. */
export interface TestCloud {
  readonly emulator: Emulator;
  readonly cloud: CloudComputeClient;
  readonly close: () => Promise<void>;
}

export async function startCloud(options: EmulatorOptions = {}): Promise<TestCloud> {
  const emulator = await startEmulator({ timeScale: 200, ...options });
  const [{ id, secret } = { id: 'emulator', secret: 'emulator' }] = options.clients ?? [];
  const cloud = new CloudComputeClient({ baseUrl: emulator.url, clientId: id, clientSecret: secret });
  return {
    emulator,
    cloud,
    close: async () => {
      cloud.close();
      await emulator.close();
    },
  };
}
