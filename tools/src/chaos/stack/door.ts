// The two ways in which a program uses the provider.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildPlugin } from '../../plugin/build';
import { buildSdks, compileNodejsSdk } from '../../plugin/sdks';

export const DOORS = ['dynamic', 'native'] as const;
export type DoorName = (typeof DOORS)[number];

/** What differs between the dynamic package and the native plugin in a run. */
export interface Door {
  readonly name: DoorName;
  /** The folder of the built native plugin, if the project uses it. */
  readonly plugin?: string;
  /** What a program requires. */
  readonly module: string;
  /** The text of machines that are ordered together, in a program that has the package as `cc`. */
  fleet(count: number, machine: string): string;
  /** Whether `up` names orphans and `destroy` removes them; otherwise the user does both by command. */
  readonly handlesOrphans: boolean;
  /** Removes what was built. */
  dispose(): Promise<void>;
}

/** Builds what the programs of a door need. */
export const openDoor = (name: DoorName): Promise<Door> =>
  name === 'dynamic' ? Promise.resolve(dynamic) : buildNative();

const dynamic: Door = {
  name: 'dynamic',
  module: 'pulumi-cloud-compute',
  fleet: (count, machine) =>
    `new cc.Fleet('fleet', { count: ${String(count)}, instance: { hostname: 'fleet', ${machine} } });`,
  handlesOrphans: true,
  dispose: () => Promise.resolve(),
};

async function buildNative(): Promise<Door> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-door-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const { folder: plugin } = await buildPlugin(path.join(folder, 'dist'));
    const sdks = path.join(folder, 'sdk');
    await buildSdks(sdks);
    const module = await compileNodejsSdk(sdks);
    return { name: 'native', plugin, module, fleet: machinesWithGate, handlesOrphans: false, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** The plugin has no `Fleet`: this is what the package makes of one. */
const machinesWithGate = (count: number, machine: string): string =>
  `const fleet = Array.from({ length: ${String(count)} }, (_, index) => new cc.Instance(\`fleet-\${index}\`, {
      hostname: \`fleet-\${index}\`, ${machine}, awaitReady: false,
    }));
    new cc.Ready('fleet', { instanceIds: fleet.map(({ id }) => id) });`;
