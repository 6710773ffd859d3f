// A cloud whose project has two clients: one deploys, the other may only read.
import type { Emulator } from 'cloud-compute-emulator';
import { startEmulator } from 'cloud-compute-emulator';
import { CloudComputeClient } from '../../../../api';

const READER = { id: 'reader', secret: 'secret-of-reader', project: 'emulator', role: 'viewer' } as const;

const ofReader = { CLOUD_COMPUTE_CLIENT_ID: READER.id, CLOUD_COMPUTE_CLIENT_SECRET: READER.secret };
const ofDeployer = { CLOUD_COMPUTE_CLIENT_ID: 'emulator', CLOUD_COMPUTE_CLIENT_SECRET: 'emulator' };

/** The credentials of each environment. */
const SECRETS = [
  [/^(preview|production-plan)$/, ofReader],
  [/^(branches|branch\/.+|production)$/, ofDeployer],
] as const;

export class TwoClients {
  private constructor(
    readonly emulator: Emulator,
    readonly client: CloudComputeClient,
  ) {}

  static async start(): Promise<TwoClients> {
    const deployer = { id: 'emulator', secret: 'emulator' };
    const emulator = await startEmulator({ timeScale: 200, clients: [deployer, READER] });
    const credentials = { clientId: deployer.id, clientSecret: deployer.secret };
    return new TwoClients(emulator, new CloudComputeClient({ baseUrl: emulator.url, ...credentials }));
  }

  /** The secrets of an environment of docs/gitops.md. */
  secretsOf(environment: string): Readonly<Record<string, string>> {
    const secrets = SECRETS.find(([pattern]) => pattern.test(environment))?.[1];
    if (secrets === undefined) throw new Error(`The environment ${environment} has no secrets.`);
    return secrets;
  }

  async hostnames(): Promise<string[]> {
    return (await this.client.instances.list()).map(({ hostname }) => hostname).sort();
  }

  /** The requests by the read-only client that change something, except logins. */
  changesOfReader(): unknown[] {
    return this.emulator.control.requests.list().filter(({ clientId, method, operationId }) => {
      return clientId === READER.id && method !== 'GET' && operationId !== 'createToken';
    });
  }

  /** Shuts a machine down, as somebody might in the console. */
  async switchOff(hostname: string): Promise<void> {
    const machines = await this.client.instances.list();
    const id = machines.find((machine) => machine.hostname === hostname)?.id ?? '';
    await this.client.instances.perform({ action: 'shutdown', id });
    this.emulator.clock.advance(600_000);
  }

  async close(): Promise<void> {
    this.client.close();
    await this.emulator.close();
  }
}
