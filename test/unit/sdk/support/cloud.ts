import { startEmulator } from 'cloud-compute-emulator';
import type { Emulator, EmulatorOptions } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../../api';

/** An emulator, with a client by which a test prepares and checks its resources. */
export interface TestCloud {
  readonly emulator: Emulator;
  readonly client: CloudComputeClient;
  /** The configuration of a stack that uses this cloud. */
  readonly config: Record<string, string>;
  close(): Promise<void>;
}

/** Machines and volumes are ready at once. */
export const INSTANT = { provisioningSeconds: 0, volumeCreateSeconds: 0 };

/** Starts a cloud in which machines and volumes are ready at once. */
export async function startCloud(options: EmulatorOptions = {}): Promise<TestCloud> {
  const emulator = await startEmulator({ durations: INSTANT, ...options });
  const credentials = { clientId: 'emulator', clientSecret: 'emulator' };
  const client = new CloudComputeClient({ baseUrl: emulator.url, ...credentials });
  return {
    emulator,
    client,
    config: configFor(emulator.url),
    async close() {
      client.close();
      await emulator.close();
    },
  };
}

/** The configuration of a stack that uses the cloud at an address. */
export const configFor = (url: string): Record<string, string> => ({
  'cloudCompute:baseUrl': url,
  'cloudCompute:clientId': 'emulator',
  'cloudCompute:clientSecret': 'emulator',
});
