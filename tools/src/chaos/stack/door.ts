// The two ways in which a program uses the provider.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundlePlugin } from '../../plugin/bundle';
import { buildSdks, compileNodejsSdk } from '../../plugin/sdks';

export const DOORS = ['dynamic', 'native'] as const;
export type DoorName = (typeof DOORS)[number];

/** What differs between the dynamic package and the native plugin in a run. */
export interface Door {
  readonly name: DoorName;
  /** The folder of the built native plugin, if the project uses it. */
  readonly plugin?: string;
  /** The module that a program requires. */
  readonly module: string;
  /** The text of a program, with the package as `cc`, that orders so many machines together. */
  fleet(count: number, machine: string): string;
  /** The option that a machine with attached volumes needs, so that `up --replace` deletes it first. */
  readonly deleteFirst: string;
  /** The text that lets `destroy` remove orphans, at the beginning of a program. */
  readonly orphanRemoval: string;
  /** Whether `destroy` may leave orphans that it names. */
  readonly mayLeaveOrphans: boolean;
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
  deleteFirst: '',
  orphanRemoval: '',
  mayLeaveOrphans: false,
  dispose: () => Promise.resolve(),
};

async function buildNative(): Promise<Door> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloud-compute-door-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const plugin = path.join(folder, 'plugin');
    await bundlePlugin(plugin);
    const sdks = path.join(folder, 'sdk');
    await buildSdks(sdks, { java: false });
    const module = await compileNodejsSdk(sdks);
    return { ...native, plugin, module, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

const native = {
  name: 'native',
  // The plugin has no `Fleet`: these are the resources that the package makes of one.
  fleet: (count: number, machine: string) =>
    `const fleet = Array.from({ length: ${String(count)} }, (_, index) => new cc.Instance(\`fleet-\${index}\`, {
      hostname: \`fleet-\${index}\`, ${machine}, awaitReady: false,
    }));
    new cc.InstancesReady('fleet', { instanceIds: fleet.map(({ id }) => id) });`,
  deleteFirst: 'deleteBeforeReplace: true',
  // Every other resource depends on it, so it is deleted last.
  orphanRemoval: `const orphans = new cc.OrphanRemoval('orphans');
require('@pulumi/pulumi').runtime.registerStackTransformation(({ props, opts }) => ({
  props, opts: { ...opts, dependsOn: orphans },
}));`,
  mayLeaveOrphans: true,
} as const;
