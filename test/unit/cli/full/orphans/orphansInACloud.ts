// Orphans in a cloud, and the built command as a user runs it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { EmulatorOptions } from 'cloud-compute-emulator';
import { orderOf, pendingTag } from '../../../../../core/pendingTag';
import type { TestCloud } from '../../../sdk/support/cloud';
import { INSTANT, startCloud } from '../../../sdk/support/cloud';
import type { Ending } from '../../command';
import { credentialsFor, runCommand } from '../../command';

export const OWNER = '0a1b2c3d4e5f';
export const HOUR_MS = 3_600_000;
export const URN = 'urn:pulumi:dev::test::pulumi-nodejs:dynamic/cloud-compute:Instance::trainer';

/** A machine in a state. */
export const MACHINE = { urn: URN, id: 'another', type: 'pulumi-nodejs:dynamic/cloud-compute:Instance' };

type Tags = { key: string; value: string }[];

/** A new cloud and a new folder for each test of a file, and what a test does with them. */
export function orphansInACloud(durations: EmulatorOptions['durations'] = {}) {
  const here = {} as { cloud: TestCloud; folder: string };
  beforeEach(async () => {
    here.cloud = await startCloud({ timeScale: 30, durations: { ...INSTANT, ...durations } });
    here.folder = mkdtempSync(path.join(os.tmpdir(), 'cloud-compute-orphans-'));
  });
  afterEach(async () => {
    rmSync(here.folder, { recursive: true });
    await here.cloud.close();
  });

  const credentials = () => credentialsFor(here.cloud.emulator.url);

  const run = (args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ending> =>
    runCommand(args, { ...credentials(), ...environment });

  /** A state file that contains these ids. */
  const stateOf = (...ids: string[]): string => stateFile(machinesWith(ids));

  const machinesWith = (ids: readonly string[]) => ({
    resources: ids.map((id) => ({ ...MACHINE, outputs: { ownVolumeIds: [id] } })),
  });

  /** The state file of an interrupted run. */
  const stateWithOperation = (type: string, id: string): string =>
    stateFile({ resources: [], pending_operations: [{ resource: { urn: URN, id }, type }] });

  function stateFile(deployment: object, name = 'state.json'): string {
    const file = path.join(here.folder, name);
    writeFileSync(file, JSON.stringify({ version: 3, deployment }));
    return file;
  }

  const tag = (
    options: { whenOrphaned?: 'keep' | 'saved'; hasUntaggedVolumes?: boolean } = {},
    orderedAt = here.cloud.emulator.clock.now(),
  ) => pendingTag(orderOf({ owner: OWNER, urn: URN }, options), orderedAt);
  const machineTag = () => tag({ hasUntaggedVolumes: true });

  /** A machine with a data volume, as an order of the stack leaves it. */
  const orderMachine = (tags: Tags = [machineTag()]) =>
    here.cloud.client.instances.deploy({
      ...{ hostname: 'trainer', description: 'trains', image: 'ubuntu-24.04' },
      ...{ instance_type: '1V100.6V', location_code: 'FIN-01', tags },
      volumes: [{ name: 'scratch', size: 10, type: 'NVMe', tags }],
    });

  const orderVolume = (tags: Tags = [tag()]) =>
    here.cloud.client.volumes.create({ name: 'data', size: 10, type: 'NVMe', location_code: 'FIN-01', tags });

  const billed = async (): Promise<string[]> => {
    const [instances, volumes] = await Promise.all([
      here.cloud.client.instances.list(),
      here.cloud.client.volumes.list({}),
    ]);
    return [...instances.map(({ hostname }) => hostname), ...volumes.map(({ name }) => name)].sort();
  };

  /** Advances the cloud's clock. */
  const pass = (ms: number) => {
    here.cloud.emulator.clock.advance(ms);
  };

  return {
    here,
    credentials,
    run,
    stateOf,
    machinesWith,
    stateWithOperation,
    stateFile,
    tag,
    orderMachine,
    orderVolume,
    billed,
    pass,
  };
}
