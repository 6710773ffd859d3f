// Machines with an end in a cloud, and the built command as a user runs it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { EmulatorOptions } from 'cloud-compute-emulator';
import type { ExpiredReport } from '../../../cli/expired/round';
import type { Expiry } from '../../../core/expiryTag';
import { expiryTag, isExpiryTag } from '../../../core/expiryTag';
import { orderOf, pendingTag } from '../../../core/pendingTag';
import type { TestCloud } from '../sdk/support/cloud';
import { INSTANT, startCloud } from '../sdk/support/cloud';
import type { Ending } from './command';
import { credentialsFor, runCommand } from './command';

export const HOUR_MS = 3_600_000;

type Tags = { key: string; value: string }[];

interface Wanted extends Partial<Omit<Expiry, 'expiresAt'>> {
  readonly hostname?: string;
  /** From now, in ms; without it, the machine has no end. */
  readonly endsIn?: number;
  readonly tags?: Tags;
}

/** A new cloud and a new folder for each test of a file, and what a test does with them. */
export function expiredInACloud(options: EmulatorOptions = {}) {
  const here = {} as { cloud: TestCloud; folder: string };
  beforeEach(async () => {
    const durations = { ...INSTANT, shutdownSeconds: 0, startSeconds: 0, ...options.durations };
    here.cloud = await startCloud({ ...options, durations });
    here.folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-expired-'));
  });
  afterEach(async () => {
    rmSync(here.folder, { recursive: true });
    await here.cloud.close();
  });

  const run = (args: readonly string[] = [], url = here.cloud.emulator.url): Promise<Ending> =>
    runCommand(['expired', ...args], credentialsFor(url));

  const report = async (...args: string[]): Promise<ExpiredReport> => {
    const { stdout } = await run(['--json', ...args]);
    return JSON.parse(stdout) as ExpiredReport;
  };

  const setEnd = async (id: string, { endsIn = 0, ...expiry }: Wanted): Promise<void> => {
    const { cloud } = here;
    const { tags } = await cloud.client.instances.get(id);
    for (const tag of tags.filter(isExpiryTag)) await cloud.client.tags.remove('instances', id, tag.id);
    const expiresAt = cloud.emulator.clock.now() + endsIn;
    const whole: Expiry = { expiresAt, onExpiry: 'delete', keepsOsVolume: false, machineId: id, ...expiry };
    await cloud.client.tags.add('instances', id, expiryTag(whole));
  };

  /** Orders a machine with a data volume, and gives it an end. */
  const order = async ({ hostname = 'trainer', tags = [], ...wanted }: Wanted = {}): Promise<string> => {
    const id = await here.cloud.client.instances.deploy({
      ...{ hostname, description: 'trains', image: 'ubuntu-24.04', tags },
      ...{ instance_type: '1V100.6V', location_code: 'FIN-01' },
      volumes: [{ name: `${hostname}-data`, size: 10, type: 'NVMe' }],
    });
    if (wanted.endsIn !== undefined) await setEnd(id, wanted);
    return id;
  };

  const pending = (whenOrphaned: 'drop' | 'saved' = 'drop') =>
    pendingTag(
      orderOf({ owner: '0a1b2c3d4e5f', urn: 'urn:pulumi:dev::lab::a::b' }, { whenOrphaned }),
      here.cloud.emulator.clock.now(),
    );

  const pass = (ms: number): void => {
    here.cloud.emulator.clock.advance(ms);
  };

  const machines = async (): Promise<string[]> =>
    (await here.cloud.client.instances.list())
      .filter(({ status }) => status !== 'deleting')
      .map(({ hostname }) => hostname)
      .sort();

  /** What is billed of the volumes, after what is under way has ended. */
  const volumes = async (): Promise<string[]> => {
    pass(10 * 60_000);
    return (await here.cloud.client.volumes.list()).map(({ name, status }) => `${name} ${status}`).sort();
  };

  const trash = async () => {
    pass(10 * 60_000);
    return here.cloud.client.volumes.trash();
  };

  const stateOf = (resources: readonly object[], name = 'state.json'): string => {
    const file = path.join(here.folder, name);
    writeFileSync(file, JSON.stringify({ version: 3, deployment: { resources } }));
    return file;
  };

  return { here, run, report, setEnd, order, pending, pass, machines, volumes, trash, stateOf };
}

/** A machine in a state. */
export const inState = (id: string, more: object = {}) => ({
  urn: 'urn:pulumi:dev::lab::cloud-compute:index:Instance::trainer',
  type: 'cloud-compute:index:Instance',
  ...{ custom: true, id, ...more },
});
