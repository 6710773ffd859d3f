// Resources of somebody else in the same project, with names and tags that look like those of the stack.
import type { Billed, CloudView } from './cloudView';
import { describe } from './cloudView';
import { PUBLIC_KEY } from '../stack/program';

const PENDING_TAG = 'pulumi-pending';
const HOUR = 3_600;

interface Machine extends Billed {
  readonly os_volume_id: string | null;
  readonly volume_ids: readonly string[];
}

interface Key {
  readonly id: string;
  readonly name: string;
}

/** The foreign resources of one run. */
export class ForeignResources {
  private machine = '';
  private readonly volumes: string[] = [];
  private key = '';
  private before: string[] = [];

  private constructor(private readonly cloud: CloudView) {}

  /** Creates the foreign resources an hour before the run. */
  static async create(cloud: CloudView): Promise<ForeignResources> {
    const foreign = new ForeignResources(cloud);
    foreign.key = await cloud.send<string>('POST', '/v1/ssh-keys', { name: 'key', key: PUBLIC_KEY });
    for (const name of ['data', 'trainer-data', 'trainer-more', 'cluster-shared'])
      foreign.volumes.push(await cloud.volume(name));
    foreign.machine = await cloud.send<string>('POST', '/v1/instances', {
      hostname: 'trainer',
      description: 'of somebody else',
      image: 'ubuntu-24.04',
      instance_type: 'CPU.4V.16G',
      location_code: 'FIN-01',
      ssh_key_ids: [foreign.key],
      os_volume: { name: 'trainer-os', size: 50 },
      volumes: [{ name: 'trainer-local', size: 10, type: 'NVMe' }],
    });
    await cloud.advance(HOUR);
    const { os_volume_id: os, volume_ids: attached } = await foreign.readMachine();
    foreign.volumes.push(...new Set([...(os === null ? [] : [os]), ...attached]));
    foreign.before = await foreign.describe();
    return foreign;
  }

  /** Adds the resources of a second person's stack. */
  async add(volumeIds: readonly string[]): Promise<void> {
    this.volumes.push(...volumeIds);
    this.before = await this.describe();
  }

  has(id: string): boolean {
    return id === this.machine || this.volumes.includes(id);
  }

  /** Simulates a person who copies all tags of the stack's resources, pending tags first. */
  async copyTags(billed: readonly Billed[]): Promise<void> {
    const carriers = billed.filter(({ id }) => !this.has(id));
    const tagsOf = (isMachine: boolean) =>
      carriers
        .filter(
          ({ hostname, type }) => (hostname !== undefined) === isMachine && (isMachine || type === 'NVMe'),
        )
        .map(({ tags = [] }) => tags)
        .sort((a, b) => Number(b.some(isPending)) - Number(a.some(isPending)))
        .at(0) ?? [];
    const [volume = ''] = this.volumes;
    for (const { key, value } of tagsOf(true))
      await this.cloud.send('POST', `/v1/instances/${this.machine}/tags`, { key, value });
    for (const { key, value } of tagsOf(false))
      await this.cloud.send('POST', `/v1/volumes/${volume}/tags`, { key, value });
    this.before = await this.describe();
  }

  /** Their changes since they were created, or since tags were copied to them. */
  async changes(): Promise<string[]> {
    const now = await this.describe();
    return this.before.flatMap((line, index) =>
      line === now[index] ? [] : [`a foreign resource was ${line} and is ${now[index] ?? 'gone'}`],
    );
  }

  private readMachine(): Promise<Machine> {
    return this.cloud.get<Machine>(`/v1/instances/${this.machine}`);
  }

  private async describe(): Promise<string[]> {
    const machine = await this.readMachine();
    const volumes = await Promise.all(
      this.volumes.map((id) => this.cloud.get<Billed & { instance_id?: string | null }>(`/v1/volumes/${id}`)),
    );
    const keys = await this.cloud.get<Key[]>('/v1/ssh-keys');
    return [
      `${describe(machine)} with ${[...machine.volume_ids].sort().join()}${tagText(machine)}`,
      ...volumes.map((one) => `${describe(one)} on ${one.instance_id ?? 'nothing'}${tagText(one)}`),
      keys.some(({ id }) => id === this.key) ? `the key ${this.key}` : `no key ${this.key}`,
    ];
  }
}

const isPending = ({ key }: { readonly key: string }): boolean => key === PENDING_TAG;

const tagText = ({ tags = [] }: Billed): string =>
  tags
    .map(({ key, value }) => ` ${key}=${value}`)
    .sort()
    .join('');
