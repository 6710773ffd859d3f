import type { SimulatedClock } from './clock';

const WINDOW_MS = 60_000;
const DEPLOYS_PER_WINDOW = 60;
const PROVISIONING_MS = 90_000;
const DELETING_MS = 10_000;

/** The fields of a machine that a client reads. */
export interface Instance {
  readonly id: string;
  readonly status: string;
}

/** The data from which replies are made; it is small, so that the cloud needs little memory beside its client. */
interface Machine {
  readonly runsAt: number;
  goneAt: number;
}

/** A cloud on a simulated clock. It answers in text, like the real one, so that the cost of parsing is included. */
export class SimulatedCloud {
  lists = 0;
  singles = 0;
  deletes = 0;
  private readonly machines = new Map<string, Machine>();

  constructor(private readonly clock: SimulatedClock) {}

  /** Deploys as many machines as the rate limit allows, and calls back with each id when it is accepted. */
  async deploy(n: number, accepted: (id: string) => void): Promise<void> {
    for (let index = 0; index < n; index += 1) {
      if (index > 0 && index % DEPLOYS_PER_WINDOW === 0) await this.clock.sleep(WINDOW_MS);
      const id = `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
      this.machines.set(id, { runsAt: this.clock.now() + PROVISIONING_MS, goneAt: Infinity });
      accepted(id);
    }
  }

  list(): Promise<Instance[]> {
    this.lists += 1;
    const now = this.clock.now();
    const there = [...this.machines].filter(([, { goneAt }]) => now < goneAt);
    return parsed(`[${there.map(([id, machine]) => textOf(id, machine, now)).join()}]`);
  }

  get(id: string): Promise<Instance | undefined> {
    this.singles += 1;
    const machine = this.machines.get(id);
    const now = this.clock.now();
    return machine && now < machine.goneAt ? parsed(textOf(id, machine, now)) : Promise.resolve(undefined);
  }

  delete(ids: readonly string[]): Promise<void> {
    this.deletes += 1;
    for (const id of ids) {
      const machine = this.machines.get(id);
      if (machine) machine.goneAt = this.clock.now() + DELETING_MS;
    }
    return Promise.resolve();
  }
}

const textOf = (id: string, { runsAt, goneAt }: Machine, now: number): string => {
  const status = goneAt < Infinity ? 'deleting' : now < runsAt ? 'provisioning' : 'running';
  return TEXT.replaceAll('{id}', id).replace('{status}', status);
};

const parsed = async <T>(text: string): Promise<T> => Promise.resolve(JSON.parse(text) as T);

/** A machine as the API shows it, with all its fields. */
const TEXT = JSON.stringify({
  id: '{id}',
  hostname: 'machine-{id}',
  description: 'machine-{id}',
  status: '{status}',
  created_at: '2030-01-01T00:00:00.000Z',
  ip: '192.0.2.1',
  private_ip: null,
  cpu: { description: '4 vCPU', number_of_cores: 4, model: 'AMD EPYC' },
  gpu: { description: 'No GPU', number_of_gpus: 0 },
  gpu_memory: { description: '0 GB', size_in_gigabytes: 0 },
  memory: { description: '16 GB', size_in_gigabytes: 16 },
  storage: { description: '50 GB NVMe' },
  location: 'FIN-01',
  price_per_hour: 0.0279,
  is_spot: false,
  instance_type: 'CPU.4V.16G',
  image: 'ubuntu-24.04',
  os_name: 'Ubuntu 24.04',
  startup_script_id: null,
  ssh_key_ids: [],
  os_volume_id: '{id}',
  volume_ids: ['{id}'],
  jupyter_token: 'a-token-of-some-length',
  contract: 'PAY_AS_YOU_GO',
  pricing: 'FIXED_PRICE',
  tags: [{ id: 'tag_0123456789abcdef', key: 'team', value: 'research' }],
});
