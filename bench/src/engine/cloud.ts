import { EmulatorProcess } from '../../../tools/dist/testing/emulatorProcess';

/** Real seconds in which the documented limits count requests. */
const WINDOW_SECONDS = 60;

/** A request in the emulator's log. */
export interface SeenRequest {
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly status: number | null;
}

/** The emulator in a process of its own, with the documented limits. */
export class Cloud {
  private constructor(
    private readonly emulator: EmulatorProcess,
    /** The factor by which provisioning and windows are faster than documented. */
    readonly speed: number,
  ) {}

  /**
   * Starts a cloud in which everything, including rate limits, is `speed` times faster than documented. The same work
   * is done in less time, so this machine's own computing takes a larger part of it.
   */
  static async start(speed: number, more: readonly string[] = []): Promise<Cloud> {
    const args = ['--port', '0', '--control', '--balance', '1000000000', '--time-scale', String(speed)];
    const window = ['--rate-limit-window', String(WINDOW_SECONDS / speed)];
    return new Cloud(await EmulatorProcess.start([...args, ...window, ...more]), speed);
  }

  get windowSeconds(): number {
    return WINDOW_SECONDS / this.speed;
  }

  /** The environment variables that tell a program the address and credentials. */
  get environment(): Record<string, string> {
    return {
      CLOUD_COMPUTE_BASE_URL: this.emulator.url,
      CLOUD_COMPUTE_CLIENT_ID: 'emulator',
      CLOUD_COMPUTE_CLIENT_SECRET: 'emulator',
    };
  }

  /** Every request to the API since the last `forget`, except token requests. */
  async requests(): Promise<SeenRequest[]> {
    const requests = (await this.control('GET', 'requests')) as { requests: SeenRequest[] };
    return requests.requests.filter(({ url }) => !url.startsWith('/v1/oauth2/'));
  }

  /** Clears the log of requests. */
  async forget(): Promise<void> {
    await this.control('DELETE', 'requests');
  }

  /** The number of billed machines, whether a state has them or not. */
  async machines(): Promise<number> {
    return ((await this.emulator.get('/v1/instances')) as unknown[]).length;
  }

  /** Real seconds between the acceptance of a machine and its start, from the journal of the first machine. */
  async provisioningSeconds(): Promise<number> {
    const [machine] = (await this.emulator.get('/v1/instances')) as { id: string; created_at: string }[];
    if (!machine) throw new Error('There is no machine whose provisioning could be read.');
    const entries = (await this.emulator.get(`/v1/journal/compute/${machine.id}?action_code=running`)) as {
      created_at: string;
    }[];
    const [running] = entries;
    if (!running) throw new Error(`The journal of ${machine.id} does not say when it ran.`);
    return (Date.parse(running.created_at) - Date.parse(machine.created_at)) / 1000 / this.speed;
  }

  /** When the machines have booted, in ms of this computer's clock. Only if machines answer. */
  async bootTimes(): Promise<number[]> {
    const { now } = (await this.control('GET', 'clock')) as { now: string };
    const here = Date.now();
    const machines = (await this.control('GET', 'machines')) as { bootsAt: string }[];
    return machines.map(({ bootsAt }) => here - (Date.parse(now) - Date.parse(bootsAt)) / this.speed);
  }

  /** @throws Error if a stack has left resources in the cloud. */
  async mustBeEmpty(): Promise<void> {
    await this.emulator.mustBeEmpty();
  }

  stop(): Promise<void> {
    return this.emulator.stop();
  }

  private async control(method: string, path: string): Promise<unknown> {
    const reply = await fetch(`${this.emulator.url}/_emulator/${path}`, { method });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} /_emulator/${path} answered ${reply.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }
}

export const isGet = ({ method }: SeenRequest): boolean => method === 'GET';
export const isRefused = ({ status }: SeenRequest): boolean => status === 429;

/** Runs `work` on a new cloud, which is closed afterwards. `more` are further flags of the emulator. */
export async function onCloud<T>(
  speed: number,
  work: (cloud: Cloud) => Promise<T>,
  more: readonly string[] = [],
): Promise<T> {
  const cloud = await Cloud.start(speed, more);
  try {
    return await work(cloud);
  } finally {
    await cloud.stop();
  }
}
